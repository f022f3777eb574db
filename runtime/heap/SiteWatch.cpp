#include "heap/SiteWatch.h"

#include <algorithm>

namespace isl {

void SiteWatch::ask(const std::vector<std::string>& patterns, size_t specs) {
  specs_ = specs;
  for (const std::string& text : patterns) {
    SitePattern pattern;
    if (parseSitePattern(text, pattern)) patterns_.push_back(std::move(pattern));
  }
}

void SiteWatch::beginWalk(const SiteTable& sites, uint32_t check) {
  check_ = check;
  const uint32_t known = std::max<uint32_t>(static_cast<uint32_t>(index_.size()), kFirstSite);
  index_.resize(std::max(known, sites.size()));
  for (uint32_t id = known; id < index_.size(); id++) {
    const Site site = sites.get(id);
    if (std::none_of(patterns_.begin(), patterns_.end(), [&](const SitePattern& pattern) {
          return pattern.matches(site.className, site.method, site.line);
        })) {
      continue;
    }
    const uint32_t base = site.base != 0 ? site.base : id;
    const auto [found, fresh] = byBase_.emplace(base, static_cast<uint32_t>(facts_.size()));
    if (fresh) {
      facts_.emplace_back();
      facts_.back().site = base;
      facts_.back().specs.resize(specs_);
    }
    index_[id] = found->second + 1;
    ids_.push_back(id);
  }
}

void SiteWatch::lived(uint32_t site, uint32_t epoch) {
  Facts& facts = of(site);
  if (facts.objectsNow++ == 0) facts.oldestNow = epoch;
  facts.oldestNow = std::min(facts.oldestNow, epoch);
  facts.lastTouch = std::max(facts.lastTouch, std::min(epoch, check_));
}

void SiteWatch::cleared(size_t spec, uint32_t site) {
  SpecFacts& facts = of(site).specs[spec];
  facts.cleared++;
  const bool known = !facts.clearedAt.empty() && facts.clearedAt.back() == check_;
  if (!known && facts.clearedAt.size() < kMaxChecks) facts.clearedAt.push_back(check_);
}

void SiteWatch::suspicious(size_t spec, uint32_t site, uint64_t objects, uint64_t bytes,
                           bool counted) {
  SpecFacts& facts = of(site).specs[spec];
  if (facts.lastSuspicious != check_) facts.suspiciousWalks++;
  if (facts.firstSuspicious == 0) facts.firstSuspicious = check_;
  facts.lastSuspicious = check_;
  facts.mostObjects = std::max(facts.mostObjects, objects);
  facts.mostBytes = std::max(facts.mostBytes, bytes);
  if (counted) {
    facts.countedWalks++;
  } else {
    facts.hiddenWalks++;
    facts.mostHiddenBytes = std::max(facts.mostHiddenBytes, bytes);
  }
}

void SiteWatch::endWalk() {
  walks_++;
  for (Facts& facts : facts_) {
    if (facts.objectsNow == 0) continue;
    facts.walksAlive++;
    facts.lastAlive = check_;
    facts.mostObjects = std::max(facts.mostObjects, facts.objectsNow);
    const uint32_t untouched = check_ > facts.oldestNow ? check_ - facts.oldestNow : 0;
    if (untouched >= facts.longest) {
      facts.longest = untouched;
      facts.longestAt = check_;
    }
    facts.objectsNow = 0;
  }
}

}  // namespace isl

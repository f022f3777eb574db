#include "heap/SpecRun.h"

#include <algorithm>

namespace isl {

double vsoOf(uint64_t penalty, uint64_t liveBytes) {
  if (liveBytes == 0) return 1.0;
  return 1.0 + static_cast<double>(penalty) / static_cast<double>(liveBytes);
}

double sustained(const std::vector<double>& values, size_t span) {
  double best = 0;
  for (size_t i = 0; span > 0 && i + span <= values.size(); i++) {
    best = std::max(best, *std::min_element(values.begin() + static_cast<std::ptrdiff_t>(i),
                                            values.begin() + static_cast<std::ptrdiff_t>(i + span)));
  }
  return best;
}

double severityOf(uint64_t penalty, uint64_t liveBytes, uint32_t checks, uint32_t window) {
  if (liveBytes == 0 || checks < window || window == 0) return 0;
  const double most = static_cast<double>(liveBytes) * (checks - window + 1);
  return std::min(1.0, static_cast<double>(penalty) / most);
}

bool SpecRun::counts(uint32_t site, uint64_t liveBytes) const {
  const uint64_t bytes = engine_->stats().bytesOfSite(site);
  return bytes >= thresholds_.minSiteBytes &&
         static_cast<double>(bytes) >= thresholds_.minSiteShare * static_cast<double>(liveBytes);
}

std::vector<SpecRun::Outcome> SpecRun::finishCheck(uint32_t check, uint64_t liveBytes,
                                                   uint32_t light) {
  CheckSums sums = engine_->sums();
  std::vector<SiteStat> counted;
  std::unordered_set<uint32_t> hidden;
  sitesNow_.clear();
  for (const SiteStat& stat : engine_->stats().all()) {
    if (stat.penalty == 0) continue;
    if (!counts(stat.site, liveBytes)) {
      sums.hiddenPenalty += stat.penalty;
      sums.hiddenBytes += stat.bytes;
      hidden.insert(stat.site);
      continue;
    }
    sums.penalty += stat.penalty;
    sitesNow_.insert(stat.site);
    sitesEver_.insert(stat.site);
    histories_[siteKey(stat.site, stat.classId)].emplace_back(check, stat.penalty);
    counted.push_back(stat);
  }
  sums.hiddenSites = hidden.size();
  touched_ += sums.touchedObjects;
  reached_ += sums.reachedObjects;
  reachedEdges_ += sums.reachedEdges;
  std::vector<Outcome> outcomes;
  for (uint32_t before = light; before > 0; before--) {
    uint64_t penalty = 0;
    for (const SiteStat& stat : counted) penalty += penaltyBefore(stat, before);
    outcomes.push_back({penalty, vsoOf(penalty, liveBytes)});
  }
  const double vso = vsoOf(sums.penalty, liveBytes);
  outcomes.push_back({sums.penalty, vso});
  for (const Outcome& outcome : outcomes) vso_.push_back(outcome.vso);
  if (vso >= maxVso_) {
    std::sort(counted.begin(), counted.end(), [](const SiteStat& a, const SiteStat& b) {
      return a.penalty != b.penalty ? a.penalty > b.penalty
                                    : siteKey(a.site, a.classId) < siteKey(b.site, b.classId);
    });
    maxVso_ = vso;
    maxCheck_ = check;
    worst_ = std::move(counted);
    worstSums_ = sums;
    severity_ = severityOf(sums.penalty, liveBytes, check, engine_->spec().window());
  }
  return outcomes;
}

const std::vector<std::pair<uint32_t, uint64_t>>& SpecRun::history(uint32_t site,
                                                                   uint32_t classId) const {
  static const std::vector<std::pair<uint32_t, uint64_t>> none;
  auto found = histories_.find(siteKey(site, classId));
  return found == histories_.end() ? none : found->second;
}

size_t SpecRun::sitesCleared() const {
  size_t gone = 0;
  for (uint32_t site : sitesEver_) gone += sitesNow_.count(site) == 0;
  return gone;
}

}  // namespace isl

#include "check/FrozenSites.h"

#include "base/Text.h"

namespace isl {

FrozenSites::FrozenSites(const SiteTable& sites, const SequenceSet& sequences,
                         const Options& options, bool divided)
    : sites_(sites), sequenceSet_(sequences), options_(options), divided_(divided) {
  scopes_.sites = &sites_;
}

void FrozenSites::freeze() {
  if (!sequenceSet_.empty()) freezeSequences();
  if (divided_) freezeScopes();
  if (!options_.aside.empty()) freezeAside();
}

void FrozenSites::freezeSequences() {
  const uint32_t count = sites_.size();
  for (auto id = static_cast<uint32_t>(sequences_.size()); id < count; id++) {
    const Site site = sites_.get(id);
    const bool ofNew = site.kind == SiteKind::New || site.kind == SiteKind::NewArray;
    const uint64_t bits =
        site.sequences == 0
            ? 0
            : sequenceSet_.bitsAt(site.sequences, dotted(site.className), site.method, ofNew);
    sequences_.push_back(bits);
  }
}

void FrozenSites::freezeScopes() {
  const uint32_t count = sites_.size();
  for (auto id = static_cast<uint32_t>(scopes_.plain.size()); id < count; id++) {
    const Site site = sites_.get(id);
    scopes_.plain.push_back(id < kFirstSite ? id : site.plain);
    scopes_.scope.push_back(static_cast<uint16_t>(site.scope));
    scopes_.context.push_back(static_cast<uint16_t>(site.context));
  }
}

void FrozenSites::freezeAside() {
  const uint32_t count = sites_.size();
  for (auto id = static_cast<uint32_t>(aside_.size()); id < count; id++) {
    aside_.push_back(id >= kFirstSite && classAside(options_, dotted(sites_.get(id).className)));
  }
}

}  // namespace isl

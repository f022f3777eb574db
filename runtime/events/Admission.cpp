#include "events/Admission.h"

#include <algorithm>

#include "base/Text.h"
#include "events/EventKeys.h"

namespace isl {

Admission::Admission(const std::vector<const IslSpec*>& specs,
                     const std::vector<std::vector<int>>& sequenceOf, SiteTable& sites,
                     const SequenceSet& sequences, const Hierarchy& hierarchy)
    : sites_(sites), sequences_(sequences), hierarchy_(hierarchy) {
  for (size_t s = 0; s < specs.size(); s++) {
    Wish wish;
    wish.events = hasEvents(*specs[s]);
    for (uint32_t h = 0; h < specs[s]->handlerCount; h++) {
      wish.needsRecord |= (specs[s]->handlers[h].uses & ISL_USES_RECORD) != 0;
      wish.clears |= (specs[s]->handlers[h].uses & ISL_USES_PENALTY) != 0;
    }
    const int32_t main = specs[s]->mainContext;
    if (main >= 0) {
      wish.sequence = sequenceOf[s][static_cast<size_t>(main)];
      if (const char* type = specs[s]->contexts[main].type) {
        wish.type = typeNameFromSource(type);
        wish.any = wish.type.dims == 0 && wish.type.element == "java.lang.Object";
      }
    }
    wish.leastLength = isl_least_length(*specs[s]);
    classMatters_ |= wish.events && !wish.any && wish.type.dims == 0;
    wishes_.push_back(std::move(wish));
  }
}

// Of an object: arrays have no part in what is said of sites.
bool Admission::typeMatches(const Wish& wish, std::string_view internalName) const {
  if (wish.type.dims > 0) return false;
  return wish.any || hierarchy_.mayBe(internalName, wish.type);
}

bool Admission::needsClass(uint32_t site) const {
  if (!classMatters_ || site < kFirstSite) return false;
  if (site < entries_.size() && entries_[site].known) return false;
  const Site location = sites_.get(site);
  return !location.ofClass && location.kind != SiteKind::New &&
         location.kind != SiteKind::LibraryNew;
}

bool Admission::sequenceHolds(const Wish& wish, const Site& location) const {
  if (wish.sequence < 0) return true;
  const bool itself = location.kind == SiteKind::New || location.kind == SiteKind::NewArray;
  return (sequences_.bitsAt(location.sequences, dotted(location.className), location.method,
                            itself) >>
              wish.sequence &
          1) != 0;
}

uint64_t Admission::arraySpecs(uint32_t site, const TypeName& array) const {
  return inSequence(specsOfArrays(array), site);
}

uint64_t Admission::specsOfArrays(const TypeName& array) const {
  uint64_t specs = 0;
  for (size_t s = 0; s < wishes_.size(); s++) {
    const bool wanted = wishes_[s].events && arrayMatches(wishes_[s].type, array, hierarchy_);
    if (wanted) specs |= uint64_t{1} << s;
  }
  return specs;
}

uint64_t Admission::longEnough(uint64_t specs, int32_t length) const {
  uint64_t left = specs;
  for (size_t s = 0; s < wishes_.size(); s++) {
    if (length < wishes_[s].leastLength) left &= ~(uint64_t{1} << s);
  }
  return left;
}

uint64_t Admission::inSequence(uint64_t specs, uint32_t site) const {
  uint64_t left = specs;
  for (size_t s = 0; s < wishes_.size(); s++) {
    if ((specs >> s & 1) == 0 || wishes_[s].sequence < 0) continue;
    if (!sequenceHolds(wishes_[s], sites_.get(site))) left &= ~(uint64_t{1} << s);
  }
  return left;
}

uint32_t Admission::siteOfClass(uint32_t site, std::string_view internalName) {
  return sites_.classVariant(site, internalName);
}

Admission::Entry& Admission::entryOf(uint32_t site) {
  if (site >= entries_.size()) entries_.resize(site + site / 2 + 64);
  Entry& entry = entries_[site];
  if (entry.known) return entry;
  entry.known = true;
  entry.code = kNeverTracked;
  if (site < kFirstSite) return entry;
  const Site location = sites_.get(site);
  for (size_t s = 0; s < wishes_.size(); s++) {
    const Wish& wish = wishes_[s];
    if (!wish.events || !typeMatches(wish, location.target)) continue;
    if (!sequenceHolds(wish, location)) continue;
    entry.specs |= uint64_t{1} << s;
    entry.code = std::max<uint8_t>(entry.code, wish.needsRecord ? kNeedsRecord : kPlain);
  }
  if (location.kind == SiteKind::Constructor) entry.code |= kProvisional;
  return entry;
}

uint8_t Admission::codeOf(uint32_t site) { return entryOf(site).code; }

bool Admission::decideTracked(uint32_t site, uint32_t spec) {
  if (site < kFirstSite) return wishes_[spec].events && site != kSiteUnknown;
  return (entryOf(site).specs >> spec & 1) != 0;
}

// Such objects always get a record, by which they are told from the others of their "site".
uint8_t Admission::codeWithoutSite(uint32_t site, std::string_view internalName) const {
  if (site == kSiteUnknown) return kNeverTracked;
  for (const Wish& wish : wishes_) {
    if (wish.events && wish.sequence < 0 && typeMatches(wish, internalName)) return kNeedsRecord;
  }
  return kNeverTracked;
}

bool Admission::heat(uint32_t site) {
  if (site < kFirstSite) return false;
  Entry& entry = entryOf(site);
  if (entry.hot) return false;
  entry.hot = true;
  if ((entry.code & ~kProvisional) != kPlain) return false;
  bool clears = false;
  for (size_t s = 0; s < wishes_.size(); s++) {
    clears |= wishes_[s].clears && (entry.specs >> s & 1) != 0;
  }
  if (!clears) return false;
  entry.code = static_cast<uint8_t>((entry.code & kProvisional) | kNeedsRecord);
  return true;
}

void Admission::reject(uint32_t site) {
  Entry& entry = entryOf(site);
  entry.specs = 0;
  entry.code = static_cast<uint8_t>((entry.code & kProvisional) | kNeverTracked);
}

}  // namespace isl

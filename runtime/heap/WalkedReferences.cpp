#include "heap/WalkedReferences.h"

#include <algorithm>

#include "heap/ArrayContents.h"

namespace isl {

// Where it has more, all of it counts sooner.
static uint32_t placesOf(int32_t length) {
  return static_cast<uint32_t>(std::min(length, (1 << 30) - 1));
}

void WalkedReferences::begin() {
  referrers_.clear();
  referred_.clear();
  sorted_ = false;
}

void WalkedReferences::noteLink(uint32_t classId) {
  if (classId >= links_.size()) links_.resize(classId + classId / 2 + 64);
  links_[classId] = true;
}

void WalkedReferences::edge(const Burst& burst, const Edge& edge) {
  if (burst.address == 0 || edge.address == 0) return;
  const Array array = arrayOf(edge);
  const bool sameClass =
      !burst.isArray && edge.length < 0 && edge.classId != 0 && edge.classId == burst.classId;
  if (sameClass) noteLink(edge.classId);
  const bool chained = edge.length < 0 && links(edge.classId);
  // Of a table its other elements are counted, of a chain they count once for all that refer to them.
  const bool apart = array == Array::Table || chained || !burst.isArray;
  if (burst.isArray || array != Array::None || chained || links(burst.classId))
    note(burst, edge, apart, array);
}

WalkedReferences::Array WalkedReferences::arrayOf(const Edge& edge) const {
  if (edge.length <= 0) return Array::None;
  if (classes_[edge.classId].kind == ClassKind::ObjectArray) return Array::Table;
  return edge.bytes >= kLargeArray ? Array::Large : Array::None;
}

void WalkedReferences::note(const Burst& burst, const Edge& edge, bool apart, Array array) {
  if (referred_.size() == kMost) return;
  if (referrers_.empty() || referrers_.back().address != burst.address)
    referrers_.push_back({burst.address, static_cast<uint32_t>(referred_.size()), 0});
  Referrer& referrer = referrers_.back();
  if (referrer.count != 0 && !apart) {
    Referred& last = referred_.back();
    if (last.address == 0 && last.classId == edge.classId && last.bytes == edge.bytes) {
      last.count++;
      return;
    }
  }
  const bool table = array == Array::Table;
  referred_.push_back({apart ? edge.address : 0, edge.classId, edge.bytes,
                       table ? placesOf(edge.length) : 1, table, array == Array::Large});
  referrer.count++;
}

const WalkedReferences::Referrer* WalkedReferences::find(uint64_t address) {
  const auto before = [](const Referrer& a, const Referrer& b) { return a.address < b.address; };
  if (!sorted_) std::sort(referrers_.begin(), referrers_.end(), before);
  sorted_ = true;
  const auto found =
      std::lower_bound(referrers_.begin(), referrers_.end(), Referrer{address, 0, 0}, before);
  return found == referrers_.end() || found->address != address ? nullptr : &*found;
}

void WalkedReferences::of(const uint64_t* objects, size_t count,
                          std::vector<ReferredObject>& into) {
  for (size_t i = 0; i < count; i++) {
    const Referrer* const referrer = find(objects[i]);
    if (referrer == nullptr) continue;
    for (uint32_t at = referrer->first; at < referrer->first + referrer->count; at++) {
      const Referred& referred = referred_[at];
      const uint32_t places = referred.isTable != 0 ? uint32_t{referred.count} : 0;
      into.push_back({referred.address, referred.bytes, referred.classId, static_cast<uint32_t>(i),
                      places, places != 0 ? 1 : uint32_t{referred.count}, false, false,
                      referred.isLarge != 0});
    }
  }
}

ObjectReferences::Filled WalkedReferences::filled(const ReferredObject& array) {
  const uint64_t width = bytesOfElement(classes_[array.classId].elementKind);
  return {array.bytes / width, array.bytes};
}

}  // namespace isl

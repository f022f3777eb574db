// Arrays that several objects refer to: the slices of a buffer, the views of a text. Whoever uses one of
// them uses the array, so it belongs to the owner that was used last, and to that one alone.
//
// To tell that two objects refer to the same array takes a tag, which is dear. So only arrays that
// matter get one: those of at least a part of the live heap, hence a bounded number of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <unordered_map>

#include "store/Site.h"

namespace isl {

class SharedArrays {
 public:
  struct Claim {
    uint32_t word = 0, classId = 0;  // of the owner
    uint32_t node = 0;               // of the owner, 0: it has none
    uint64_t bytes = 0;              // of the array
  };
  static constexpr uint64_t kMostArrays = 20000, kLeastBytes = 512;

  // `liveBytes`: of the walk before, 0: unknown, then no array is followed.
  void begin(uint64_t liveBytes) {
    claims_.clear();
    least_ = liveBytes == 0 ? std::numeric_limits<uint64_t>::max()
                            : std::max(kLeastBytes, liveBytes / kMostArrays);
  }

  bool follows(uint64_t bytes) const { return bytes >= least_; }

  // An owner of the array with this key: its node, or its address in a pass. The one used last wins, then the lowest site and class, so
  // that the order in which the traversal meets them does not matter.
  void claim(uint64_t array, const Claim& owner) {
    auto [best, fresh] = claims_.emplace(array, owner);
    if (!fresh && before(owner, best->second)) best->second = owner;
  }

  // use(claim) for each array, once all owners are known.
  template <typename Use>
  void settle(Use&& use) const {
    for (const auto& [array, owner] : claims_) use(owner);
  }

 private:
  // An owner that is not the program's (site 0) comes last: its use counts, its site says nothing.
  static uint32_t rank(uint32_t site) {
    return site == kSiteUnknown ? std::numeric_limits<uint32_t>::max() : site;
  }
  static bool before(const Claim& a, const Claim& b) {
    if (epochOf(a.word) != epochOf(b.word)) return epochOf(a.word) > epochOf(b.word);
    if (siteOf(a.word) != siteOf(b.word)) return rank(siteOf(a.word)) < rank(siteOf(b.word));
    return a.classId < b.classId;
  }

  std::unordered_map<uint64_t, Claim> claims_;  // by key of the array
  uint64_t least_ = std::numeric_limits<uint64_t>::max();
};

}  // namespace isl

// Where addresses of the heap are in the tables of a pass: how far from its base. A heap whose addresses are spread over
// far more than its bytes, as ZGC's are over 16 times as many, is folded: what lies at their end comes behind what lies at
// their beginning.
#pragma once

#include <cstdint>

namespace isl::rawheap {

struct Places {
  uint64_t base = 0;
  uint64_t span = 0;  // bytes that have a place
  // From this place on addresses lie behind the gap, which has none.
  uint64_t split = ~uint64_t{0}, gap = 0;

  // Not below `span`: the address has no place.
  uint64_t of(uint64_t address) const {
    const uint64_t distance = address - base;
    if (__builtin_expect(distance < split, 1)) return distance;
    return distance - gap < split ? ~uint64_t{0} : distance - gap;
  }
  uint64_t address(uint64_t place) const { return base + place + (place < split ? 0 : gap); }
};

// For addresses in [base, base + bytes), of which at most `most` get a place: all, or as many at either end.
inline Places placesOf(uint64_t base, uint64_t bytes, uint64_t most) {
  if (bytes <= most) return {base, bytes, ~uint64_t{0}, 0};
  return {base, most, most / 2, bytes - most};
}

}  // namespace isl::rawheap

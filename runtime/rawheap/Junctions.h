// Where ways up to a root may meet: a few of the numbers that earlier climbs came by. Elements of a long linked list share
// nearly all of their ways, so that each but the first ends at the next of them.
//
// One number in 1,024, spread by a hash, as numbers of one chain may all be odd. A climb therefore goes on for about so
// many steps behind the place where it meets another.
// Thread: the one that marks. Memory: 24 bytes for 1,024 objects at least, touched where climbs come by.
#pragma once

#include <cstdint>

#include "rawheap/Mapped.h"

namespace isl::rawheap {

struct Junction {
  uint32_t number = 0;
  uint32_t way = 0;    // who came by
  uint32_t above = 0;  // which of its hops behind the near ones it was
};

class Junctions {
 public:
  // Of ways through so many numbers. False: no memory, and no climb is shortened.
  bool reserve(uint64_t numbers) {
    uint64_t places = kLeastPlaces;
    while (places < 2 * (numbers >> kRareBits)) places *= 2;
    taken_ = 0;
    mask_ = table_.reserve(places) ? places - 1 : 0;
    return mask_ != 0;
  }

  static bool mayBe(uint32_t number) { return hash(number) >> (32 - kRareBits) == 0; }

  // Who came by before; null: nobody, and this one is noted, where there is room.
  const Junction* meet(const Junction& now) {
    if (mask_ == 0) return nullptr;
    uint64_t place = hash(now.number) & mask_;
    for (; table_.data()[place].number != 0; place = (place + 1) & mask_)
      if (table_.data()[place].number == now.number) return table_.data() + place;
    if (2 * taken_ > mask_) return nullptr;
    ++taken_;
    table_.data()[place] = now;
    return nullptr;
  }

 private:
  static constexpr uint32_t kRareBits = 10;
  static constexpr uint64_t kLeastPlaces = 64;
  static uint32_t hash(uint32_t number) { return number * 2654435761u; }

  MappedArray<Junction> table_;  // number 0, a batch of roots, is an empty place
  uint64_t mask_ = 0, taken_ = 0;
};

}  // namespace isl::rawheap

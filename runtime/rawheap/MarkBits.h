// A bit for every cell of the heap, in which no two objects start: 16 bytes, or 8 where objects may be that small.
#pragma once

#include <cstdint>

#include "rawheap/Mapped.h"
#include "rawheap/Places.h"

namespace isl::rawheap {

class MarkBits {
 public:
  // In cells of 1 << cellShift bytes. False: no memory.
  bool reserve(const Places& places, uint32_t cellShift) {
    places_ = places;
    cellShift_ = cellShift;
    return mapping_.reserve(words64() * 8);
  }
  void release() { mapping_.release(); }
  bool covers(uint64_t address) const { return places_.of(address) < places_.span; }
  // True: it was not set before. The address must be covered.
  bool set(uint64_t address) {
    const uint64_t cell = places_.of(address) >> cellShift_;
    uint64_t& word = words()[cell >> 6];
    const uint64_t bit = uint64_t{1} << (cell & 63);
    if ((word & bit) != 0) return false;
    word |= bit;
    return true;
  }
  bool isSet(uint64_t address) const {
    const uint64_t place = places_.of(address), cell = place >> cellShift_;
    return place < places_.span && (words()[cell >> 6] >> (cell & 63) & 1) != 0;
  }
  const Places& places() const { return places_; }
  uint32_t cellShift() const { return cellShift_; }
  uint64_t words64() const {
    return (places_.span + (uint64_t{64} << cellShift_) - 1) >> (cellShift_ + 6);
  }
  uint64_t* words() const { return static_cast<uint64_t*>(mapping_.get()); }

 private:
  Mapping mapping_;
  Places places_;
  uint32_t cellShift_ = 4;
};

}  // namespace isl::rawheap

// A bit for every 16 bytes of the heap, 1/128 of it: objects are at least 16 bytes long and start at multiples of 8,
// so two never start in the same 16 bytes.
#pragma once

#include <cstdint>

#include "rawheap/Mapped.h"

namespace isl::rawheap {

class MarkBits {
 public:
  // For addresses in [base, base + bytes). False: no memory.
  bool reserve(uint64_t base, uint64_t bytes) {
    base_ = base;
    bytes_ = bytes;
    return mapping_.reserve((bytes + 1023) / 1024 * 8);
  }
  void release() { mapping_.release(); }
  bool covers(uint64_t address) const { return address - base_ < bytes_; }
  // True: it was not set before. The address must be covered.
  bool set(uint64_t address) {
    const uint64_t cell = (address - base_) >> 4;
    uint64_t& word = words()[cell >> 6];
    const uint64_t bit = uint64_t{1} << (cell & 63);
    if ((word & bit) != 0) return false;
    word |= bit;
    return true;
  }
  bool isSet(uint64_t address) const {
    const uint64_t cell = (address - base_) >> 4;
    return covers(address) && (words()[cell >> 6] >> (cell & 63) & 1) != 0;
  }
  uint64_t base() const { return base_; }
  uint64_t bytes() const { return bytes_; }
  uint64_t words64() const { return (bytes_ + 1023) / 1024; }
  uint64_t* words() const { return static_cast<uint64_t*>(mapping_.get()); }

 private:
  Mapping mapping_;
  uint64_t base_ = 0, bytes_ = 0;
};

}  // namespace isl::rawheap

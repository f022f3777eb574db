// Who discovered whom, in two bits for every object. Objects are numbered in the order of discovery, and in a
// breadth-first pass the children of one object have numbers in a row, behind those of every earlier object. So it
// is enough to write, object by object, a one for each child and a zero at the end: the parent of number n is the
// count of zeros before the n-th one.
//
// A number that is its own parent starts a batch of roots: its children are the roots.
// Thread: the one that marks. Memory: bound / 4 bytes of address space, touched as it fills.
#pragma once

#include <cstdint>

#include "rawheap/Mapped.h"

namespace isl::rawheap {

class MarkTree {
 public:
  // For that many numbers.
  bool reserve(uint64_t bound) { return words_.reserve(bound * 2 / 64 + 2) && start(); }
  void release() { words_.release(); }

  // The next number starts a batch of roots. Numbers so far must all be closed.
  bool addBatch() { return append(1, 1); }
  // Closes the next open number, which has so many children.
  bool close(uint64_t children) {
    for (; children > 32; children -= 32)
      if (!append(0xFFFFFFFFu, 32)) return false;
    return append((uint64_t{1} << children) - 1, static_cast<uint32_t>(children) + 1);
  }
  // Numbers so far.
  uint64_t size() const { return ones_; }
  uint64_t touchedBytes() const { return words_.touchedBytes(); }

  // Goes from a number up to its batch of roots; the whole way costs one pass over the bits below it.
  class Ascent {
   public:
    Ascent(const MarkTree& tree, uint32_t number);
    uint32_t number() const { return number_; }
    uint32_t parent() const { return parent_; }
    void up();

   private:
    void seek();
    const MarkTree& tree_;
    uint64_t word_ = 0, before_ = 0;  // ones in the words before word_
    uint32_t number_ = 0, parent_ = 0;
  };

 private:
  bool start() {
    bits_ = ones_ = 0;
    return words_.push(0);
  }
  bool append(uint64_t value, uint32_t count) {
    const uint32_t used = bits_ & 63;
    words_[bits_ >> 6] |= value << used;
    bits_ += count;
    ones_ += static_cast<uint64_t>(__builtin_popcountll(value));
    if (used + count < 64) return true;
    return words_.push(used == 0 ? 0 : value >> (64 - used));
  }

  MappedArray<uint64_t> words_;
  uint64_t bits_ = 0, ones_ = 0;
};

}  // namespace isl::rawheap

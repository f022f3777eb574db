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
  bool reserve(uint64_t bound) {
    const uint64_t bytes = (bound * 2 / 64 + 4) * sizeof(uint64_t);
    rest();
    bound_ = bound;
    if (mapping_.bytes() < bytes && !mapping_.reserve(bytes + bytes / 2) &&
        !mapping_.reserve(bytes))
      return false;
    pen_.words = static_cast<uint64_t*>(mapping_.get());
    return true;
  }
  void release() {
    mapping_.release();
    ranks_.release();
    pen_ = {};
  }
  // Until the next reserve(); the words are zeros again.
  void rest() {
    mapping_.trim(kKept);
    const uint64_t touched = pen_.bits / 8 + 2 * sizeof(uint64_t);
    if (pen_.words != nullptr) memset(pen_.words, 0, touched < kKept ? touched : kKept);
    ranks_.release();
    pen_ = {};
  }

  // Where the next bits go; a copy of it may be kept in registers.
  struct Pen {
    uint64_t* words = nullptr;
    uint64_t bits = 0, closed = 0;

    // At most 33 bits.
    void append(uint64_t value, uint32_t count) {
      const uint32_t used = bits & 63;
      uint64_t* const word = words + (bits >> 6);
      word[0] |= value << used;
      // Twice, as a shift by 64 is none.
      word[1] |= value >> 1 >> (63 - used);
      bits += count;
    }
    // Closes the next open number, which has so many children.
    void close(uint64_t children) {
      ++closed;
      for (; children > 32; children -= 32) append(0xFFFFFFFFu, 32);
      append((uint64_t{1} << children) - 1, static_cast<uint32_t>(children) + 1);
    }
  };
  Pen take() const { return pen_; }
  // False: there are more numbers than there was room for.
  bool put(const Pen& pen) {
    pen_ = pen;
    return size() <= bound_;
  }
  // Are so many children more than there is room for?
  bool isFull(uint64_t numbers) const { return numbers > bound_; }

  // The next number starts a batch of roots. Numbers so far must all be closed.
  void addBatch() { pen_.append(1, 1); }
  // Numbers so far.
  uint64_t size() const { return pen_.bits - pen_.closed; }
  uint64_t touchedBytes() const { return pen_.bits / 8; }
  // Parents of numbers that become no smaller from one to the next.
  class Cursor {
   public:
    explicit Cursor(const MarkTree& tree) : words_(tree.pen_.words) {}
    uint32_t parentOf(uint32_t number) {
      for (; next_ <= number; ++bit_) {
        if ((words_[bit_ >> 6] >> (bit_ & 63) & 1) == 0)
          ++parent_;
        else
          ++next_;
      }
      return parent_;
    }

   private:
    const uint64_t* const words_;
    uint64_t bit_ = 0;
    uint32_t next_ = 0;    // the number whose one comes next
    uint32_t parent_ = 0;  // of the number before it
  };

  // For many ascents: the ones before every eighth word. False: no memory, and ascents do without. The numbers are all
  // there.
  bool index();

  // Goes from a number up to its batch of roots. Each step costs a search in the index; without one, the whole way costs
  // one pass over the bits below the number.
  class Ascent {
   public:
    Ascent(const MarkTree& tree, uint32_t number);
    uint32_t number() const { return number_; }
    uint32_t parent() const { return parent_; }
    void up();

   private:
    void back();
    void seek();
    const MarkTree& tree_;
    uint64_t word_ = 0, before_ = 0;  // ones in the words before word_
    uint32_t number_ = 0, parent_ = 0;
  };

 private:
  static constexpr uint64_t kBlock = 8;  // words

  // The last block of the index that does not begin after the number.
  uint64_t blockOf(uint32_t number) const;

  Mapping mapping_;
  MappedArray<uint32_t> ranks_;  // ones before each block
  Pen pen_;
  uint64_t bound_ = 0;
};

}  // namespace isl::rawheap

#include "rawheap/MarkTree.h"

#include <algorithm>

namespace isl::rawheap {

bool MarkTree::index() {
  if (!ranks_.empty()) return true;
  const uint64_t words = pen_.bits / 64 + 1;
  if (!ranks_.reserve(words / kBlock + 1)) return false;
  uint64_t ones = 0;
  for (uint64_t word = 0; word < words; ++word) {
    if (word % kBlock == 0) ranks_.push(static_cast<uint32_t>(ones));
    ones += static_cast<uint64_t>(__builtin_popcountll(pen_.words[word]));
  }
  return true;
}

uint64_t MarkTree::blockOf(uint32_t number) const {
  const uint32_t* const first = ranks_.data();
  return static_cast<uint64_t>(std::upper_bound(first, first + ranks_.size(), number) - first) - 1;
}

MarkTree::Ascent::Ascent(const MarkTree& tree, uint32_t number) : tree_(tree), number_(number) {
  if (!tree_.ranks_.empty()) {
    const uint64_t block = tree_.blockOf(number_);
    word_ = block * kBlock;
    before_ = tree_.ranks_[block];
  }
  for (;;) {
    const auto ones = static_cast<uint32_t>(__builtin_popcountll(tree_.pen_.words[word_]));
    if (before_ + ones > number_) break;
    before_ += ones;
    ++word_;
  }
  seek();
}

void MarkTree::Ascent::up() {
  number_ = parent_;
  if (before_ > number_) back();
  seek();
}

// To the word of the number, which lies before this one.
void MarkTree::Ascent::back() {
  const bool near = before_ - number_ < kBlock * 64 || tree_.ranks_.empty();
  if (!near) {
    const uint64_t next = tree_.blockOf(number_) + 1;
    word_ = next * kBlock;
    before_ = tree_.ranks_[next];
  }
  while (before_ > number_)
    before_ -= static_cast<uint64_t>(__builtin_popcountll(tree_.pen_.words[--word_]));
}

// The place of the number's own one in the word tells the zeros before it.
void MarkTree::Ascent::seek() {
  uint64_t bits = tree_.pen_.words[word_];
  for (uint64_t skip = number_ - before_; skip != 0; --skip) bits &= bits - 1;
  const uint64_t place = word_ * 64 + static_cast<uint32_t>(__builtin_ctzll(bits));
  parent_ = static_cast<uint32_t>(place - number_);
}

}  // namespace isl::rawheap

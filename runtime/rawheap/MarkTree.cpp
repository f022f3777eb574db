#include "rawheap/MarkTree.h"

namespace isl::rawheap {

MarkTree::Ascent::Ascent(const MarkTree& tree, uint32_t number) : tree_(tree), number_(number) {
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
  while (before_ > number_)
    before_ -= static_cast<uint64_t>(__builtin_popcountll(tree_.pen_.words[--word_]));
  seek();
}

// The place of the number's own one in the word tells the zeros before it.
void MarkTree::Ascent::seek() {
  uint64_t bits = tree_.pen_.words[word_];
  for (uint64_t skip = number_ - before_; skip != 0; --skip) bits &= bits - 1;
  const uint64_t place = word_ * 64 + static_cast<uint32_t>(__builtin_ctzll(bits));
  parent_ = static_cast<uint32_t>(place - number_);
}

}  // namespace isl::rawheap

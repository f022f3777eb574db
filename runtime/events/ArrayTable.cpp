#include "events/ArrayTable.h"

#include <utility>

namespace isl {
namespace {
constexpr uint32_t kLeast = 1024;
}

ArrayTable::ArrayTable() { replace(0); }

// An empty table with room for twice as many; the old one stays readable.
void ArrayTable::replace(size_t expected) {
  size_t slots = kLeast;
  while (slots < expected * 4) slots *= 2;
  std::unique_ptr<uint64_t[]> fresh(new uint64_t[1 + slots]());
  fresh[0] = slots - 1;
  if (current_ != nullptr) retired_.push_back(std::move(current_));
  current_ = std::move(fresh);
  size_ = 0;
}

uint32_t ArrayTable::find(uint32_t hash) const {
  const uint64_t mask = current_[0];
  for (uint64_t i = hash & mask;; i = (i + 1) & mask) {
    const uint64_t pair = current_[1 + i];
    if (pair == 0) return 0;
    if (static_cast<uint32_t>(pair) == hash) return static_cast<uint32_t>(pair >> 32);
  }
}

void ArrayTable::insert(uint32_t hash, uint32_t word) {
  if ((size_ + 1) * 2 > current_[0]) {
    std::vector<std::pair<uint32_t, uint32_t>> all;
    forEach([&](uint32_t h, uint32_t w) { all.emplace_back(h, w); });
    replace(all.size() + 1);
    for (const auto& [h, w] : all) insert(h, w);
  }
  const uint64_t mask = current_[0];
  uint64_t i = hash & mask;
  while (current_[1 + i] != 0) i = (i + 1) & mask;
  __atomic_store_n(&current_[1 + i], uint64_t{word} << 32 | hash, __ATOMIC_RELAXED);
  size_++;
}

}  // namespace isl

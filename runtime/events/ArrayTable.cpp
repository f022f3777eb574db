#include "events/ArrayTable.h"

#include <utility>

namespace isl {
namespace {
constexpr uint32_t kLeast = 1024;
}

ArrayTable::ArrayTable() { replace(0); }

// An empty table with room for twice as many; the old one stays readable.
void ArrayTable::replace(size_t expected) {
  uint32_t slots = kLeast;
  while (slots < expected * 4) slots *= 2;
  std::unique_ptr<uint32_t[]> fresh(new uint32_t[2 + size_t{2} * slots]());
  fresh[0] = slots - 1;
  if (current_ != nullptr) retired_.push_back(std::move(current_));
  current_ = std::move(fresh);
  size_ = 0;
}

uint32_t ArrayTable::find(uint32_t hash) const {
  const uint32_t mask = current_[0];
  for (uint32_t i = hash & mask;; i = (i + 1) & mask) {
    const uint32_t key = current_[2 + 2 * i];
    if (key == hash) return current_[3 + 2 * i];
    if (key == 0) return 0;
  }
}

void ArrayTable::insert(uint32_t hash, uint32_t word) {
  if ((size_ + 1) * 2 > current_[0]) {
    std::vector<std::pair<uint32_t, uint32_t>> all;
    forEach([&](uint32_t h, uint32_t w) { all.emplace_back(h, w); });
    replace(all.size() + 1);
    for (const auto& [h, w] : all) insert(h, w);
  }
  const uint32_t mask = current_[0];
  uint32_t i = hash & mask;
  while (current_[2 + 2 * i] != 0) i = (i + 1) & mask;
  current_[3 + 2 * i] = word;
  // Readers take a pair for complete as soon as they see its hash.
  __atomic_store_n(&current_[2 + 2 * i], hash, __ATOMIC_RELEASE);
  size_++;
}

}  // namespace isl

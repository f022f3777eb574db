// Tracked arrays by identity hash, readable by instrumented code without a call: arrays have no word.
//
// Two arrays of one hash cannot be told apart by a look-up: the second one is refused and counted when
// that shows. With n tracked arrays about n*n/2^32 pairs share a hash.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace isl {

// Guarded by the lock of the EventEngine; instrumented code reads without it.
class ArrayTable {
 public:
  ArrayTable();

  // Address for IslEvents.arrays; changes with insert() and rebuild().
  const void* address() const { return current_.get(); }

  // Word of the array with that hash, 0 when there is none.
  uint32_t find(uint32_t hash) const;
  void insert(uint32_t hash, uint32_t word);

  // At a check: drops the entries for which `dead(word)`, and frees the tables that no thread reads
  // any more, since every thread has been stopped since they were replaced.
  template <typename F>
  void rebuild(F&& dead) {
    retired_.clear();
    std::vector<std::pair<uint32_t, uint32_t>> kept;
    forEach([&](uint32_t hash, uint32_t word) {
      if (!dead(word)) kept.emplace_back(hash, word);
    });
    if (kept.size() == size_) return;
    replace(kept.size());
    for (const auto& [hash, word] : kept) insert(hash, word);
  }

  size_t size() const { return size_; }

 private:
  // [0] mask, then pairs: below the hash, above the word; 0: empty. Each is written and read at once.
  template <typename F>
  void forEach(F&& f) const {
    for (uint64_t i = 0; i <= current_[0]; i++) {
      const uint64_t pair = current_[1 + i];
      if (pair != 0) f(static_cast<uint32_t>(pair), static_cast<uint32_t>(pair >> 32));
    }
  }
  void replace(size_t expected);

  std::unique_ptr<uint64_t[]> current_;
  std::vector<std::unique_ptr<uint64_t[]>> retired_;
  size_t size_ = 0;
};

}  // namespace isl

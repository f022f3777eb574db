// Numbers of nodes by the identity hashes of their objects. A pass looks up every object and array in it, most of them in
// vain, so all that a look needs lies in a row: slots of hash and number, filled to two thirds at most.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace isl {

// One number a hash; neither is 0. Threads: as NodeTable.
class HashIndex {
 public:
  // 0: none.
  uint32_t find(uint32_t hash) const {
    if (slots_.empty()) return 0;
    for (size_t at = homeOf(hash);; at = next(at))
      if (slots_[at].id == 0 || slots_[at].hash == hash) return slots_[at].id;
  }
  // In place of the number that it had.
  void put(uint32_t hash, uint32_t id) {
    if ((used_ + 1) * 3 > slots_.size() * 2) grow();
    used_ += insert({hash, id}) ? 1 : 0;
  }
  void erase(uint32_t hash);
  size_t size() const { return used_; }
  size_t bytes() const { return slots_.capacity() * sizeof(Slot); }

 private:
  static constexpr size_t kFirstSlots = 1024;
  struct Slot {
    uint32_t hash = 0, id = 0;
  };
  // Hashes of the VM are random, those of the agent are in a row (PassNodes).
  size_t homeOf(uint32_t hash) const { return hash * 0x9E3779B1u >> shift_; }
  size_t next(size_t at) const { return (at + 1) & (slots_.size() - 1); }
  bool insert(const Slot& slot);
  void grow();

  std::vector<Slot> slots_;
  size_t used_ = 0;
  uint32_t shift_ = 32;
};

}  // namespace isl

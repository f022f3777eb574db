// What became of sampled allocations, summed by line and type. Bytes are estimates: a sample stands for all that was
// allocated since the one before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace isl {

struct DeathRow {
  uint32_t site = 0, classId = 0;
  uint64_t samples = 0;  // whose fate is known
  uint64_t bornBytes = 0, diedBytes = 0, diedObjects = 0;
};

// On the agent's thread.
class DeathRows {
 public:
  // So many lines and types; what comes of others is part of the sum alone, and counted.
  static constexpr size_t kMost = 10'000;

  // An object of `size` bytes that stands for `bytes`. Site 0: no line of the program allocated it.
  void add(uint32_t site, uint32_t classId, uint64_t size, uint64_t bytes, bool died);

  const std::vector<DeathRow>& rows() const { return rows_; }
  uint64_t samples() const { return samples_; }
  uint64_t allocatedBytes() const { return allocatedBytes_; }
  uint64_t refused() const { return refused_; }

 private:
  std::unordered_map<uint64_t, size_t> places_;  // by site and class
  std::vector<DeathRow> rows_;
  uint64_t samples_ = 0, allocatedBytes_ = 0, refused_ = 0;
};

}  // namespace isl

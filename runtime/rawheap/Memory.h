// Plain reads of the VM's memory by address. May fault on a bad address: run them under GuardedReads.
#pragma once

#include <cstdint>
#include <cstring>

namespace isl::rawheap {

template <typename T>
inline T load(uint64_t address) {
  T value;
  memcpy(&value, reinterpret_cast<const void*>(address), sizeof value);
  return value;
}

inline uint64_t loadWord(uint64_t address) { return load<uint64_t>(address); }

}  // namespace isl::rawheap

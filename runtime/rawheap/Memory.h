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

// The object of a JNI handle of any kind, which the low bits tell; 0: null.
inline uint64_t loadHandle(const void* handle) {
  const uint64_t slot = reinterpret_cast<uint64_t>(handle) & ~static_cast<uint64_t>(3);
  return slot == 0 ? 0 : loadWord(slot);
}

inline bool isLocalHandle(const void* handle) {
  return (reinterpret_cast<uint64_t>(handle) & 3) == 0;
}

}  // namespace isl::rawheap

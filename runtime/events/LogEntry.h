#pragma once

#include <cstdint>

namespace isl {

// One event as written by java/IslEvents.java. See EventEngine for what a, b and c hold.
struct LogEntry {
  int32_t key;
  uint32_t word;
  uint32_t a, b, c;
};
static_assert(sizeof(LogEntry) == 20, "IslEvents.ENTRY_BYTES");

}  // namespace isl

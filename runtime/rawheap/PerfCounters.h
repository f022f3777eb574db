// The performance counters of the VM in this process, which jstat shows: read where the VM keeps them. Their layout
// is that of jvmstat 2.0, the same in all releases.
#pragma once

#include <cstdint>

#include "rawheap/Reason.h"

namespace isl::rawheap {

class PerfCounters {
 public:
  PerfCounters() = default;
  // Counters in `size` readable bytes from `memory`, which must outlive this.
  PerfCounters(const char* memory, uint64_t size) : memory_(memory), size_(size) {}

  // Those of this VM, from VMInit to VMDeath. None, with the reason, where it keeps none (-XX:-UsePerfData).
  static PerfCounters ofThisVm(Reason& reason);

  // Where the VM keeps a counter that is one number; it may change at any time. Null: there is none of that name.
  const int64_t* find(const char* name) const;

 private:
  const char* memory_ = nullptr;
  uint64_t size_ = 0;
};

}  // namespace isl::rawheap

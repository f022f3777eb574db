// Flags of the running VM, through vmStructs: the tables that libjvm exports for serviceability tools.
#pragma once

#include <cstdint>
#include <optional>

namespace isl {

// Value of a boolean HotSpot flag; nullopt: no such flag, or a VM that does not export its tables. Valid from
// Agent_OnLoad on: ergonomics ran before.
std::optional<bool> vmFlag(const char* name);

// While one lives, collections do not give memory of the heap back. A full collection shrinks the heap where
// more of it is free than MaxHeapFreeRatio says, and the program makes the VM grow it again: collections that
// the program has not asked for must not do that. The flag is one of those that may change while the VM runs (jcmd
// VM.set_flag); without it nothing happens. One at a time.
class KeepHeapSize {
 public:
  KeepHeapSize();
  ~KeepHeapSize();
  KeepHeapSize(const KeepHeapSize&) = delete;
  KeepHeapSize& operator=(const KeepHeapSize&) = delete;

 private:
  uint64_t* flag_ = nullptr;
  uint64_t before_ = 0;
};

}  // namespace isl

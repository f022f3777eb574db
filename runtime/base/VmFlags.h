// Flags of the running VM, through vmStructs: the tables that libjvm exports for serviceability tools.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace isl {

// Value of a boolean HotSpot flag; nullopt: no such flag, or a VM that does not export its tables. Valid from
// Agent_OnLoad on: ergonomics ran before.
std::optional<bool> vmFlag(const char* name);

// The same of a flag whose value is a text; without one it is empty.
std::optional<std::string> vmTextFlag(const char* name);

// The VM's options as it was given them, those of argument files and of the environment among them; empty where
// they cannot be read.
std::vector<std::string> vmArguments();

// Bytes of the heap that the VM has memory for; 0: not known.
uint64_t heapCapacity();

// Bytes that the heap may grow to, as Runtime.maxMemory() says; 0: not known. On a thread of Java's, outside events of
// collections.
uint64_t largestHeap();

// How much of the heap, in per cent, may be free after a collection, so that one with so many live bytes is not
// shrunk below `capacity`; `asked`: how much may be in any case. Without a capacity: all.
uint64_t freeRatioFor(uint64_t capacity, uint64_t liveBytes, uint64_t asked);

// While one lives, collections shrink the heap to no less than `capacity`, 0: not at all. A full collection shrinks
// it where more is free than MaxHeapFreeRatio says, and the program makes the VM grow it again, page by page:
// collections that the program has not asked for must not do that. Nor may the heap only ever grow, as the time that
// they take makes G1 enlarge it. The flag is one of those that may change while the VM runs (jcmd VM.set_flag);
// without it nothing happens. One at a time.
class KeepHeapSize {
 public:
  KeepHeapSize(uint64_t capacity, uint64_t liveBytes);
  ~KeepHeapSize();
  KeepHeapSize(const KeepHeapSize&) = delete;
  KeepHeapSize& operator=(const KeepHeapSize&) = delete;

 private:
  uint64_t* flag_ = nullptr;
  uint64_t before_ = 0, during_ = 0;
};

// Until end(), walks of the heap by JVMTI leave alone the frames of objects that the compiler has taken apart. HotSpot
// puts these together before a walk, and goes over a stack from its top for each such frame: eight threads that recurse
// until their stacks overflow stood still for minutes. It asks the flag of escape analysis at the beginning of a walk, and
// so does the compiler at the beginning of a method; the walk's first callback is early enough for end(). What only an
// object holds that was taken apart is not seen meanwhile: it is younger than the call of its method.
class WithoutEscapeBarrier {
 public:
  explicit WithoutEscapeBarrier(bool wanted);
  ~WithoutEscapeBarrier() { end(); }
  WithoutEscapeBarrier(const WithoutEscapeBarrier&) = delete;
  WithoutEscapeBarrier& operator=(const WithoutEscapeBarrier&) = delete;
  void end();

 private:
  char* flag_ = nullptr;
};

}  // namespace isl

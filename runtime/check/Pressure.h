// Memory pressure: a full collection that leaves hardly any of the heap free was long and of no use, and the program is
// under pressure until a collection, of any kind, leaves more. The two shares are those of interruptible tasks (Fang,
// Nguyen, Xu, Demsky, Lu: "Interruptible Tasks", SOSP 2015), where they are called M and N.
#pragma once

#include <atomic>
#include <cstdint>

#include "rawheap/PerfCounters.h"
#include "report/Report.h"

namespace isl {

// One collection, from what the VM counts.
struct Collection {
  uint64_t startedMs = 0, endedMs = 0;  // since the run began
  bool full = false;
  uint64_t freeBytes = 0;  // right after it
};

class Pressure {
 public:
  static constexpr uint64_t kUselessPercent =
      10;  // a full collection that leaves less free is useless
  static constexpr uint64_t kRelievedPercent = 20;  // one that leaves more ends the pressure
  static constexpr uint32_t kMostTold = 100;        // useless collections that the report lists

  // Before the first collection is told; `heapBytes`: the largest size of the heap.
  void setHeap(uint64_t heapBytes) { heapBytes_ = heapBytes; }
  // Why nothing will be told.
  void setUnknown(const char* why) { unknown_ = why; }

  // With the world stopped, one at a time: neither allocates nor locks, and calls nothing of the VM.
  void onCollection(const Collection& collection);

  // Any thread, here and below.
  bool high() const { return (state_.load(std::memory_order_acquire) & 1) != 0; }
  // Changes with each useless collection and with each relief; odd while the pressure is high.
  uint32_t state() const { return state_.load(std::memory_order_acquire); }
  uint64_t heapBytes() const { return heapBytes_; }
  // Returns when the state is no longer `seen`; the new one.
  uint32_t awaitChange(uint32_t seen) const;

  report::Pressure describe(uint64_t nowMs) const;

 private:
  void change(bool high);

  struct Told {
    uint64_t atMs = 0, pauseMs = 0, freeBytes = 0;
    std::atomic<uint64_t> relievedMs{0};
  };
  uint64_t heapBytes_ = 0;
  const char* unknown_ = "";
  std::atomic<uint32_t> state_{0};
  std::atomic<uint64_t> collections_{0}, full_{0}, useless_{0}, highMs_{0}, highSinceMs_{0};
  Told told_[kMostTold];  // the first `useless_` are written
};

// The sign that nothing more fits: the collector goes to its last resort, a second full collection at once. It does so where
// what a thread wants to allocate does not fit after the first, and an OutOfMemoryError follows unless the second frees
// softly held objects. (JVMTI's ResourceExhausted would say it outright, but the VM writes a line to stdout with it.)
// Collections that somebody asks for, one behind the other, look alike; the agent knows its own, and those of a program leave
// most of the heap free.
class LastResort {
 public:
  // How many full collections there were before the first that is told.
  void begin(int64_t full) { full_ = full; }
  // Does so much free space, after a collection, leave more than an eighth of the heap in use? Where less lives, no request of the
  // program's fits that asks for more than there ever was.
  static bool isInUse(uint64_t freeBytes, uint64_t heapBytes) {
    return freeBytes <= heapBytes - heapBytes / 8;
  }

  // With the world stopped, of each collection: times since the run began, the full ones so far, whether the agent
  // asked for it, and whether the heap is in use after it. True: it was the last resort.
  bool onCollection(uint64_t startedMs, uint64_t endedMs, int64_t full, bool own,
                    bool inUse = true) {
    // Serial and Parallel make both in one pause; G1 tells of each, and nothing runs between them.
    constexpr uint64_t kAtOnceMs = 1;
    const int64_t more = full - full_;
    full_ = full;
    if (more <= 0) return false;
    const bool again = afterFull_ && startedMs <= endedMs_ + kAtOnceMs;
    afterFull_ = !own;
    endedMs_ = endedMs;
    return !own && inUse && (more >= 2 || again);
  }

 private:
  int64_t full_ = 0;
  bool afterFull_ = false;  // the last full one was none of the agent's
  uint64_t endedMs_ = 0;
};

// What the VM has counted of its collections. Reads plain memory, at any time.
class CollectionCounters {
 public:
  // In VMInit; `heapBytes`: the largest size of the heap. Empty, or why this VM does not say: it keeps no counters, or
  // its collector has no full collections.
  const char* open(const rawheap::PerfCounters& counters, uint64_t heapBytes);
  bool isOpen() const { return full_ != nullptr; }
  int64_t fullCollections() const { return *full_; }
  // What can still be allocated: the rest of eden and of the old generation, and what both may grow by. Survivors are
  // left out: nothing is allocated there, and where all else is full the VM gives up, however much of them is free.
  uint64_t freeBytes() const;

 private:
  using Counter = const volatile int64_t*;
  Counter full_ = nullptr;
  Counter used_[4] = {};                            // eden, two survivors, the old generation
  Counter eden_ = nullptr;                          // its capacity
  Counter capacity_[2] = {}, maxCapacity_[2] = {};  // of the generations
  int64_t heapBytes_ = 0;
};

}  // namespace isl

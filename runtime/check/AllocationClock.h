// Measures how much the program has allocated. The VM's own allocation sampling brings it here: one event per sampling interval
// and thread, a few per check. Each tells what its thread has allocated since (see ThreadAllocation), or where that is not
// known what a sample stands for.
#pragma once

#include <jvmti.h>

#include <atomic>
#include <cstdint>

namespace isl {

class AllocationClock {
 public:
  // Before any Java thread starts: its first sample comes as soon as those that follow. HotSpot 17 draws that distance when
  // it makes the thread, half a megabyte on average where nobody asked for less, and a short program would run unseen for so long.
  static void sampleEarly(jvmtiEnv* jvmti);

  // Next alarm after `bytes` more of allocation. Agent thread.
  void arm(jvmtiEnv* jvmti, uint64_t bytes);

  // So many bytes more were allocated; any Java thread. True when the alarm is due, once per arm().
  bool onAllocated(uint64_t bytes);
  // Likewise, but the alarm waits for others.
  void add(uint64_t bytes) {
    total_.fetch_add(bytes, std::memory_order_relaxed);
    since_.fetch_add(bytes, std::memory_order_relaxed);
  }

  // A whole step was allocated since the alarm, and nobody has armed the clock anew. Any thread.
  bool isLate() const {
    const uint64_t step = armed_.load(std::memory_order_relaxed);
    return step > 0 && step_.load(std::memory_order_relaxed) == 0 &&
           since_.load(std::memory_order_relaxed) >= 2 * step;
  }

  // How many allocated bytes a sampled object stands for on average.
  static uint64_t weight(uint64_t bytes, uint64_t interval);

  uint64_t weight(uint64_t bytes) const {
    return weight(bytes, interval_.load(std::memory_order_relaxed));
  }

  uint64_t allocatedBytes() const { return total_.load(std::memory_order_relaxed); }

 private:
  // Sampling intervals are random with the set mean, so several samples make one alarm.
  static constexpr uint64_t kSamplesPerAlarm = 32;
  // The stacks of samples that live tell by which call a leak comes: one that is a part in 250 of what the program allocates
  // has 16. At two to ten microseconds each they are less than a hundredth of the CPU time.
  static constexpr uint64_t kSamplesOfAll = 4096;
  static constexpr uint64_t kMinInterval = 16 * 1024;

  std::atomic<uint64_t> total_{0}, since_{0}, step_{0}, armed_{0};
  std::atomic<uint64_t> interval_{512 * 1024};
};

}  // namespace isl

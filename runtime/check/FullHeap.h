// A heap that gets full: the work at which nothing more fitted, and when to look who holds it.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "check/Pressure.h"
#include "java/WorkUnits.h"
#include "report/Report.h"

namespace isl {

class FullHeap {
 public:
  // There is no room for what a thread wants to allocate; the latest time counts. With the world stopped: neither
  // allocates nor locks.
  void nothingFits(uint64_t atMs, uint64_t allocatedBytes, const WorkUnits& units);
  // One at most. Any thread.
  std::vector<report::OutOfMemory> outOfMemory() const;

  // A check is due out of turn, whatever it costs: the pressure has become high, and soon nobody may hold any more what
  // fills the heap. True once each time; any Java thread. `pressure` null: never.
  bool asksForCheck(const Pressure* pressure);

  // Agent thread, at a check of so many live bytes: is it to be told how the heap is held? Where an eighth of it is
  // full or more, or half as much again lives as when the program was ready (0: it is not), and it has grown by a quarter since that
  // was told; where the pressure is high, for any growth.
  bool isFullest(uint64_t liveBytes, uint64_t readyBytes, const Pressure* pressure);

 private:
  std::atomic<uint64_t> atMs_{0}, allocatedBytes_{0}, units_{0}, tasks_{0}, groups_{0}, records_{0};
  std::atomic<bool> happened_{false};
  std::atomic<bool> asked_{false};  // since the pressure is high
  uint64_t told_ = 0;               // live bytes
};

}  // namespace isl

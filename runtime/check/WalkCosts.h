// What walks of the heap have cost so far, and from when on the next one fits into its share of the run.
#pragma once

#include <atomic>
#include <cstdint>

#include "check/WalkPolicy.h"

namespace isl {

// Written by the agent thread; the times of the next walk are read by any. All costs in ms, see CostWatch.
class WalkCosts {
 public:
  // A walk along references of so many live objects took so long, without its collection.
  void followed(double ms, uint64_t liveObjects) {
    edgeWalkMs_ = ms;
    edgeWalkObjects_ = liveObjects;
  }
  // What such a walk would take of a heap with so many.
  double followingEstimate(uint64_t liveObjects) const {
    return edgeWalkMs_ * static_cast<double>(liveObjects) /
           static_cast<double>(edgeWalkObjects_ > 0 ? edgeWalkObjects_ : 1);
  }

  // Check `n` is over at `nowMs`: all of it took `wholeMs`, without the searches for paths `checkMs`.
  void checked(uint32_t n, uint64_t nowMs, double wholeMs, double checkMs, WalkNeed need) {
    allMs_ += wholeMs;
    notBeforeMs_ = earliestNextMs(nowMs, wholeMs, allMs_, n, need);
    fitsFromMs_ = fitsFromMs(checkMs, allMs_);
  }
  double allMs() const { return allMs_; }
  WalkTimes nextTimes() const { return {notBeforeMs_, fitsFromMs_}; }

 private:
  double allMs_ = 0;  // with collections and searches
  double edgeWalkMs_ = 0;
  uint64_t edgeWalkObjects_ = 0;
  std::atomic<uint64_t> notBeforeMs_{0}, fitsFromMs_{0};
};

}  // namespace isl

// What JVMTI walks along references cost, for who has to guess what the next ones will.
#pragma once

#include <cstdint>

namespace isl {

// Agent thread. All costs in ms, see CostWatch.
class WalkCosts {
 public:
  // A walk of so many live objects took so long, without its collection.
  void followed(double ms, uint64_t liveObjects) {
    ms_ = ms;
    objects_ = liveObjects;
  }
  // What such a walk would take of a heap with so many.
  double followingEstimate(uint64_t liveObjects) const {
    return ms_ * static_cast<double>(liveObjects) /
           static_cast<double>(objects_ > 0 ? objects_ : 1);
  }

 private:
  double ms_ = 0;
  uint64_t objects_ = 0;
};

}  // namespace isl

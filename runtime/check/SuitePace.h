// Where checks of a suite of tests fall. A leak is in one class of tests, and fourteen checks have to see it grow; the steps
// that follow the length of the run see one or two in the last classes of a suite. So where the live heap begins to grow from
// check to check they fall on each test, and while it goes on at each eighth part more of the tests since: twenty of a class
// of twenty-five, 42 of a suite of three hundred. They are the less often the longer it stands. When as many have seen it as
// a verdict needs, they have no more CPU time than others.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>

#include "check/CheckStep.h"

namespace isl {

// Agent thread, but for grows().
class SuitePace {
 public:
  // Are so many bytes enough for a site to count, in a heap of so many?
  using Reaches = std::function<bool(uint64_t bytes, uint64_t liveBytes)>;
  explicit SuitePace(Reaches reaches) : reaches_(std::move(reaches)) {}

  // Did the last check find the heap grown? Any thread.
  bool grows() const { return grows_; }

  // After a check, when so many tests have run: how many later the next one comes at the latest.
  uint64_t stepAfter(uint64_t tests, uint64_t liveBytes) {
    const uint64_t ran = std::max<uint64_t>(1, tests - std::min(tests, tests_));
    const uint64_t grown = liveBytes - std::min(liveBytes, liveBytes_);
    seen_ = reaches_(kTests * (grown / ran), liveBytes) ? seen_ + 1 : 0;
    grows_ = seen_ > 0 && seen_ <= kVerdictChecks;
    if (seen_ <= 1) began_ = std::min(tests, tests_);
    step_ = seen_ > 0 ? std::max<uint64_t>(1, (tests - std::min(tests, began_)) / kParts)
                      : std::min(2 * step_, kMostStep);
    tests_ = tests;
    liveBytes_ = liveBytes;
    return step_;
  }

 private:
  static constexpr uint64_t kMostStep = 1 << 20;  // nobody waits for it
  static constexpr uint64_t kTests = 4;           // that leave so much each make a site that counts
  static constexpr uint64_t kParts = 8;  // of the tests since it began to grow: see a trend

  const Reaches reaches_;
  uint64_t tests_ = 0, liveBytes_ = 0;  // at the last check
  uint64_t step_ = 1;
  uint64_t seen_ = 0;   // checks in a row that found it grown
  uint64_t began_ = 0;  // tests before them
  std::atomic<bool> grows_{false};
};

}  // namespace isl

// Where checks of a suite of tests fall: while the live heap grows from check to check on each test, and the less often the
// longer it stands. A leak is in one class of tests, and fourteen checks have to see it grow; the steps that follow the
// length of the run see one or two in the last classes of a suite. When as many have seen it as a verdict needs, the rest
// is kept for what comes next.
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
    step_ = grows_ ? 1 : std::min(2 * step_, kMostStep);
    tests_ = tests;
    liveBytes_ = liveBytes;
    return step_;
  }

 private:
  static constexpr uint64_t kMostStep = 1 << 20;  // nobody waits for it
  static constexpr uint64_t kTests = 4;           // that leave so much each make a site that counts

  const Reaches reaches_;
  uint64_t tests_ = 0, liveBytes_ = 0;  // at the last check
  uint64_t step_ = 1;
  uint64_t seen_ = 0;  // checks in a row that found it grown
  std::atomic<bool> grows_{false};
};

}  // namespace isl

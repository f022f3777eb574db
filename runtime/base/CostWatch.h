// What a walk, a collection or a search has cost so far: wall time, or the process's CPU time where that is less.
// While one runs the program stands still, so on a machine that is busy with other programs the difference is
// time in which nothing of this process ran.
#pragma once

#include <time.h>

#include <algorithm>

namespace isl {

class CostWatch {
 public:
  double ms() const {
    return std::min(now(CLOCK_MONOTONIC) - wall_, now(CLOCK_PROCESS_CPUTIME_ID) - cpu_);
  }

 private:
  static double now(clockid_t clock) {
    timespec t{};
    clock_gettime(clock, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
  }

  double wall_ = now(CLOCK_MONOTONIC), cpu_ = now(CLOCK_PROCESS_CPUTIME_ID);
};

}  // namespace isl

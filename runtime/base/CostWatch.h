// What a walk, a collection or a search has cost so far: wall time, or the process's CPU time where that is less.
// While one runs the program stands still, so on a machine that is busy with other programs the difference is
// time in which nothing of this process ran.
#pragma once

#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <atomic>

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

// What a pass has cost that ran on this thread and on the VM's: their CPU time and nobody else's, such as the
// compiler's, which goes on meanwhile. Until the VM's thread is known, as a CostWatch.
class PassCost {
 public:
  // On the VM thread.
  static void meetVmThread() {
    clockid_t id = 0;
    if (vmClock_.load() == kUnknown && pthread_getcpuclockid(pthread_self(), &id) == 0)
      vmClock_.store(id);
  }
  double ms() const {
    return clock_ == kUnknown ? watch_.ms() : now(CLOCK_THREAD_CPUTIME_ID) + now(clock_) - begin_;
  }

 private:
  static constexpr clockid_t kUnknown = CLOCK_MONOTONIC;
  static double now(clockid_t clock) {
    timespec t{};
    clock_gettime(clock, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
  }
  static inline std::atomic<clockid_t> vmClock_{kUnknown};

  CostWatch watch_;
  const clockid_t clock_ = vmClock_.load();
  const double begin_ = clock_ == kUnknown ? 0 : now(CLOCK_THREAD_CPUTIME_ID) + now(clock_);
};

}  // namespace isl

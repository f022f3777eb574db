// Whether the agent may check again by itself. Asked checks are not its business.
//
// Checks may take a tenth of the CPU time that the process has used, so a program runs at most 1.11 times as long for
// them; the first second is free, so that in runs of up to ten seconds, and wherever checks are as cheap as they
// usually are, the allocation alone decides, at any load of the machine.
#pragma once

#include <time.h>

#include <atomic>
#include <cstdint>

namespace isl {

class CheckBudget {
 public:
  // CPU time of the process so far, in ms.
  using Clock = double (*)();
  explicit CheckBudget(Clock clock = processCpuMs) : clock_(clock) {}
  static double processCpuMs() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
  }

  // Agent thread: a check took so many ms of CPU.
  void spend(double ms) {
    spent_.store(spent_.load() + ms);
    last_.store(ms);
  }
  // Any thread: a check was due for which there was no room.
  void refuse() { refused_++; }
  uint64_t refused() const { return refused_; }
  // Any thread: is there room for one more like the last?
  bool allows() const {
    const double wanted = spent_.load() + last_.load();
    return wanted <= kFreeMs || wanted <= kShare * clock_();
  }

 private:
  static constexpr double kShare = 0.1, kFreeMs = 1000;

  const Clock clock_;
  std::atomic<double> spent_{0}, last_{0};
  std::atomic<uint64_t> refused_{0};
};

}  // namespace isl

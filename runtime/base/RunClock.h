// Time since the run began.
#pragma once

#include <chrono>
#include <cstdint>

namespace isl {

// Any thread.
class RunClock {
 public:
  uint64_t ms() const {
    const auto passed = std::chrono::steady_clock::now() - begun_;
    return static_cast<uint64_t>(
        std::chrono::duration_cast<std::chrono::milliseconds>(passed).count());
  }

 private:
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

// Wall time of one piece of work, in ms.
class Stopwatch {
 public:
  double ms() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started_)
        .count();
  }

 private:
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace isl

// How much dearer the next check will be than the last one: a pass takes as long as there are live objects, and a program
// that leaks may have many times as many by then.
//
// Two guesses that cost nothing, of which the lower counts. The objects that lived at the last checks become more as
// they did, per byte of allocation. And the VM counts the bytes of its old generation: what has outlived collections, and
// garbage until the next collection of its own, which may be many times what lives.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

#include "rawheap/PerfCounters.h"

namespace isl {

class HeapGrowth {
 public:
  // From VMInit on. Without such a counter the checks alone tell.
  void open() {
    rawheap::Reason none;
    open(rawheap::PerfCounters::ofThisVm(none));
  }
  void open(const rawheap::PerfCounters& counters) {
    old_ = counters.find("sun.gc.generation.1.space.0.used");
  }

  // Agent thread: so much lived at a check, after so much allocation.
  void note(uint64_t allocatedBytes, uint64_t liveObjects, uint64_t liveBytes) {
    std::array<double, kPoints> slopes;
    const size_t known = std::min(count_, points_.size());
    size_t found = 0;
    for (size_t i = 0; i < known; i++) {
      if (points_[i].allocated >= allocatedBytes) continue;
      slopes[found++] =
          (static_cast<double>(liveObjects) - static_cast<double>(points_[i].objects)) /
          static_cast<double>(allocatedBytes - points_[i].allocated);
    }
    std::nth_element(slopes.begin(), slopes.begin() + found / 2, slopes.begin() + found);
    points_[count_++ % points_.size()] = {allocatedBytes, liveObjects};
    slope_ = found == 0 ? kUnknown : slopes[found / 2];
    allocated_ = allocatedBytes;
    objects_ = liveObjects;
    bytes_ = liveBytes;
  }

  // Any thread, until VMDeath, when so much is allocated: 1 or more.
  double since(uint64_t allocatedBytes) const {
    const auto objects = static_cast<double>(objects_.load());
    if (objects == 0) return 1;
    const uint64_t before = allocated_;
    const uint64_t more = allocatedBytes > before ? allocatedBytes - before : 0;
    double growth = 1 + slope_ * static_cast<double>(more) / objects;
    if (old_ != nullptr)
      growth = std::min(growth, static_cast<double>(*old_) / static_cast<double>(bytes_.load()));
    return std::max(1.0, growth);
  }

 private:
  static constexpr size_t kPoints = 8;  // a peak or two among them do not decide the median
  static constexpr double kUnknown =
      1.0 / 16;  // after one check: all that comes may live, as the smallest objects
  struct Point {
    uint64_t allocated = 0, objects = 0;
  };

  const volatile int64_t* old_ = nullptr;
  std::array<Point, kPoints> points_;  // a ring of the last checks
  size_t count_ = 0;
  std::atomic<double> slope_{0};  // live objects per byte of allocation
  std::atomic<uint64_t> allocated_{0}, objects_{0}, bytes_{0};  // at the last check
};

}  // namespace isl

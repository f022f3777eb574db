// Does the live heap stand? A leak is growth of it, so where there is none checks may come half as often. It stands when it
// is no larger than at its lowest in the second half of the work so far, or by less than lets a site count. Checks at every
// eighth part more still give each of the eight parts of a trend one of its own.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>

namespace isl {

class StandingHeap {
 public:
  // Are so many bytes enough for a site to count, in a heap of so many?
  using Reaches = std::function<bool(uint64_t bytes, uint64_t liveBytes)>;
  explicit StandingHeap(Reaches reaches) : reaches_(std::move(reaches)) {}

  // Agent thread, after a check: so much lived after so much work. Where work was counted anew, what came before is forgotten.
  void note(uint64_t work, uint64_t liveBytes) {
    if (count_ > 0 && work < points_[(count_ - 1) % kPoints].work) count_ = 0;
    points_[count_++ % kPoints] = {work, liveBytes};
    stands_ = !reaches_(liveBytes - lowestSince(work / 2), liveBytes) && sees(work / 2);
  }
  // Any thread.
  bool stands() const { return stands_; }

 private:
  static constexpr size_t kPoints = 32;  // sixteenths of the work make eleven in its second half
  struct Point {
    uint64_t work = 0, bytes = 0;
  };

  size_t known() const { return std::min(count_, kPoints); }
  const Point& back(size_t i) const { return points_[(count_ - 1 - i) % kPoints]; }
  // The last one before counts as well: what lay there when the half began.
  uint64_t lowestSince(uint64_t work) const {
    uint64_t lowest = back(0).bytes;
    for (size_t i = 0; i < known(); i++) {
      lowest = std::min(lowest, back(i).bytes);
      if (back(i).work <= work) break;
    }
    return lowest;
  }
  bool sees(uint64_t work) const { return known() > 1 && back(known() - 1).work <= work; }

  const Reaches reaches_;
  std::array<Point, kPoints> points_;  // a ring
  size_t count_ = 0;
  std::atomic<bool> stands_{false};
};

}  // namespace isl

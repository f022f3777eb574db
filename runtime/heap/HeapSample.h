// A few of the objects of a pass, spread evenly over its bytes: what the heap is made of.
#pragma once

#include <array>
#include <cstdint>

namespace isl {

// Each stands for the bytes that were met since the one before, its own included: of 256 a share of a half is off by
// 3% (one standard deviation). No allocation.
class HeapSample {
 public:
  static constexpr uint32_t kMost = 256;
  struct Object {
    uint32_t number = 0;  // in the mark
    uint64_t bytes = 0;
  };

  void begin() { *this = HeapSample{}; }
  void add(uint32_t number, uint64_t bytes) {
    pending_ += bytes;
    if (pending_ >= step_) take(number);
  }
  uint32_t size() const { return count_; }
  const Object& operator[](uint32_t index) const { return objects_[index]; }

 private:
  // The heavier one of two neighbours stands for both.
  void take(uint32_t number) {
    if (count_ == kMost) {
      for (uint32_t i = 0; i < kMost / 2; i++) {
        const Object &a = objects_[2 * i], &b = objects_[2 * i + 1];
        objects_[i] = {a.bytes > b.bytes ? a.number : b.number, a.bytes + b.bytes};
      }
      count_ = kMost / 2;
      step_ *= 2;
      if (pending_ < step_) return;
    }
    objects_[count_++] = {number, pending_};
    pending_ = 0;
  }

  std::array<Object, kMost> objects_;
  uint32_t count_ = 0;
  uint64_t step_ = 1024, pending_ = 0;
};

}  // namespace isl

// A few of many, such as numbers of objects, spread evenly over the order in which they come: every k-th, where k doubles
// whenever there are too many. The first of many, which is nearer to the root than any other, is not among them.
#pragma once

#include <cstdint>

namespace isl {

template <typename T, uint32_t Most>
class EvenSampleOf {
 public:
  static constexpr uint32_t kMost = Most;

  void add(const T& one) {
    if ((++met_ & (step_ - 1)) != 0) return;
    if (count_ == kMost) {
      for (uint32_t i = 0; i < kMost / 2; i++) sample_[i] = sample_[2 * i + 1];
      count_ = kMost / 2;
      step_ *= 2;
      if ((met_ & (step_ - 1)) != 0) return;
    }
    sample_[count_++] = one;
  }
  void clear() {
    met_ = count_ = 0;
    step_ = 1;
  }
  uint32_t size() const { return count_; }
  const T& operator[](uint32_t index) const { return sample_[index]; }

 private:
  uint64_t met_ = 0, step_ = 1;
  uint32_t count_ = 0;
  T sample_[kMost] = {};
};
using EvenSample = EvenSampleOf<uint32_t, 8>;

}  // namespace isl

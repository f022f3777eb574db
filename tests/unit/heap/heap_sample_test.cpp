// Objects spread over the bytes of a heap.
#include "heap/HeapSample.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

uint64_t bytesOf(const HeapSample& sample, uint32_t from, uint32_t to) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < sample.size(); i++) {
    if (sample[i].number >= from && sample[i].number < to) sum += sample[i].bytes;
  }
  return sum;
}

TEST(HeapSample, StandsForAllBytes) {
  HeapSample sample;
  sample.begin();
  uint64_t all = 0;
  for (uint32_t n = 1; n <= 1'000'000; n++) {
    const uint64_t bytes = n <= 300'000 ? 48 : 24;
    sample.add(n, bytes);
    all += bytes;
  }
  EXPECT_GT(sample.size(), HeapSample::kMost / 2 - 1);
  EXPECT_LE(sample.size(), HeapSample::kMost);
  EXPECT_NEAR(static_cast<double>(bytesOf(sample, 0, ~0u)), static_cast<double>(all), all * 0.01);
  EXPECT_NEAR(static_cast<double>(bytesOf(sample, 1, 300'001)), 300'000 * 48.0, all * 0.02);
}

TEST(HeapSample, KnowsALargeArray) {
  HeapSample sample;
  for (uint32_t n = 1; n <= 10'000; n++) sample.add(n, n == 5000 ? 10'000'000 : 100);
  EXPECT_NEAR(static_cast<double>(bytesOf(sample, 5000, 5001)), 1e7, 1e5);
  sample.begin();
  EXPECT_EQ(sample.size(), 0u);
}

}  // namespace
}  // namespace isl

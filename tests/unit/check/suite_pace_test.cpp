// Checks between the tests of a suite.
#include "check/SuitePace.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

constexpr uint64_t kEach = 64;  // of a test that counts

SuitePace pace() {
  return SuitePace([](uint64_t bytes, uint64_t) { return bytes >= 4 * kEach; });
}

TEST(SuitePace, IsATestWhileTheHeapGrows) {
  SuitePace suite = pace();
  uint64_t test = 1;
  for (uint64_t live = 1000; live < 2000; live += kEach)
    EXPECT_EQ(suite.stepAfter(test++, live), 1u);
  EXPECT_TRUE(suite.grows());
}

TEST(SuitePace, HasSeenEnoughAfterAWhile) {
  SuitePace suite = pace();
  uint64_t live = 1000, test = 1, quick = 0;
  for (; suite.stepAfter(test, live += kEach) == 1; test++) quick++;
  EXPECT_EQ(quick, 26u);
  EXPECT_FALSE(suite.grows());
  EXPECT_EQ(suite.stepAfter(test + 1, live += kEach), 4u);
  suite.stepAfter(test + 2, live);
  EXPECT_EQ(suite.stepAfter(test + 3, live += kEach), 1u) << "something else begins";
}

TEST(SuitePace, IsTwiceAsLongEachTimeThatItStands) {
  SuitePace suite = pace();
  EXPECT_EQ(suite.stepAfter(1, 1000), 1u);
  EXPECT_EQ(suite.stepAfter(2, 1000), 2u);
  EXPECT_FALSE(suite.grows());
  EXPECT_EQ(suite.stepAfter(4, 500), 4u) << "and when it gives something back";
  EXPECT_EQ(suite.stepAfter(8, 500 + 4 * kEach - 1), 8u) << "so much is little for four tests";
  EXPECT_EQ(suite.stepAfter(16, 500 + 12 * kEach), 1u);
  for (uint64_t test = 17; test < 100; test++) suite.stepAfter(test, 0);
  EXPECT_GT(suite.stepAfter(100, 0), 1000u);
}

}  // namespace
}  // namespace isl

// Checks between the tests of a suite.
#include "check/SuitePace.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace isl {
namespace {

constexpr uint64_t kEach = 64;  // of a test that counts

SuitePace pace() {
  return SuitePace([](uint64_t bytes, uint64_t) { return bytes >= 4 * kEach; });
}

TEST(SuitePace, IsATestWhereTheHeapBeginsToGrow) {
  SuitePace suite = pace();
  uint64_t live = 1000;
  suite.stepAfter(200, live);
  for (uint64_t test = 201; test < 216; test++)
    EXPECT_EQ(suite.stepAfter(test, live += kEach), 1u) << test;
  EXPECT_TRUE(suite.grows());
}

TEST(SuitePace, IsAPartOfTheTestsSinceItBeganToGrow) {
  SuitePace suite = pace();
  suite.stepAfter(40, 1000);
  uint64_t test = 41, checks = 0, step = 1;
  for (; test < 340; test += step, checks++) {
    step = suite.stepAfter(test, 1000 + kEach * (test - 40));
    EXPECT_LE(step, std::max<uint64_t>(1, (test - 40) / 8));
  }
  EXPECT_GE(checks, 35u);
  EXPECT_LE(checks, 42u);
}

TEST(SuitePace, HasSeenEnoughAfterAWhile) {
  SuitePace suite = pace();
  uint64_t live = 1000, test = 1, seen = 0;
  do {
    test += suite.stepAfter(test, live += kEach * 40);
    seen++;
  } while (suite.grows());
  EXPECT_EQ(seen, 27u);
  suite.stepAfter(++test, live);
  EXPECT_EQ(suite.stepAfter(++test, live += kEach), 1u) << "something else begins";
  EXPECT_TRUE(suite.grows());
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

#include "verdict/StoppedLines.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

constexpr uint64_t kBegun = 400, kDone = 1000;  // a sixth of the work is 100

TEST(StoppedLines, RanInTheLastSixthOfTheWork) {
  EXPECT_TRUE(ranLately(950, kBegun, kDone));
  EXPECT_TRUE(ranLately(901, kBegun, kDone));
  EXPECT_FALSE(ranLately(899, kBegun, kDone));
  EXPECT_FALSE(ranLately(100, kBegun, kDone)) << "before the program was ready";
}

TEST(StoppedLines, MayHaveRunWhereNoStackWasSeen) { EXPECT_TRUE(ranLately(0, kBegun, kDone)); }

TEST(StoppedLines, CountNothingBeforeTheEndOfTheWork) {
  EXPECT_TRUE(ranLately(1010, kBegun, kDone)) << "seen by a thread that went on";
  EXPECT_TRUE(ranLately(5, 0, 5));
  EXPECT_FALSE(ranLately(3, 7, 5)) << "no work was done";
}

}  // namespace
}  // namespace isl

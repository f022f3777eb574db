// When start-up is over.
#include "check/Settling.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

TEST(Settling, WaitsUntilFewSitesAreNew) {
  Settling settling;
  settling.begin(50'000);
  EXPECT_FALSE(settling.settles(51'000, 100)) << "nothing to compare with";
  EXPECT_FALSE(settling.settles(51'001, 149)) << "too early to look";
  EXPECT_FALSE(settling.settles(51'200, 150)) << "a sixth is new";
  EXPECT_FALSE(settling.settles(52'000, 230));
  EXPECT_FALSE(settling.settled());
  EXPECT_TRUE(settling.settles(52'050, 345));
  EXPECT_TRUE(settling.settled());
  EXPECT_FALSE(settling.settles(52'050, 600)) << "it is still";
  EXPECT_FALSE(settling.settles(52'600, 1000)) << "a fifth is new";
  EXPECT_TRUE(settling.settled());
  EXPECT_FALSE(settling.settles(53'600, 1500)) << "half as much again: it was a pause";
  EXPECT_FALSE(settling.settled());
  EXPECT_TRUE(settling.settles(53'610, 2250));
}

TEST(Settling, ComesAtOnceToAProgramOfOneClass) {
  Settling settling;
  settling.begin(50'000);
  EXPECT_FALSE(settling.settles(50'000, 64));
  EXPECT_FALSE(settling.settles(50'000, 128)) << "the program has not begun";
  EXPECT_FALSE(settling.settles(50'003, 192));
  EXPECT_TRUE(settling.settles(50'003, 288));
}

TEST(Settling, IsToldByOthers) {
  Settling settling;
  settling.settle();
  EXPECT_FALSE(settling.settles(10, 10));
  EXPECT_FALSE(settling.settles(1000, 20));
  EXPECT_TRUE(settling.settled());
}

}  // namespace
}  // namespace isl

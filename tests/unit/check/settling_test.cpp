// When start-up is over.
#include "check/Settling.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

TEST(Settling, WaitsUntilFewSitesAreNew) {
  Settling settling;
  EXPECT_FALSE(settling.settles(1000, 100)) << "nothing to compare with";
  EXPECT_FALSE(settling.settles(1001, 149)) << "too early to look";
  EXPECT_FALSE(settling.settles(1200, 150)) << "a sixth is new";
  EXPECT_FALSE(settling.settles(2000, 230));
  EXPECT_FALSE(settling.settled());
  EXPECT_TRUE(settling.settles(2050, 345));
  EXPECT_TRUE(settling.settled());
  EXPECT_FALSE(settling.settles(2050, 600)) << "only once";
}

TEST(Settling, IsToldByOthers) {
  Settling settling;
  settling.settle();
  EXPECT_TRUE(settling.settled());
  EXPECT_FALSE(settling.settles(10, 10));
}

}  // namespace
}  // namespace isl

// When start-up is over.
#include "check/Settling.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

TEST(Settling, WaitsUntilFewSitesAreNew) {
  Settling settling;
  EXPECT_FALSE(settling.settles({50'000, false}, 10)) << "the VM's";
  EXPECT_FALSE(settling.settles({51'000, true}, 100)) << "nothing to compare with";
  EXPECT_FALSE(settling.settles({51'001, true}, 149)) << "too early to look";
  EXPECT_FALSE(settling.settles({51'200, true}, 150)) << "a sixth is new";
  EXPECT_FALSE(settling.settles({52'000, true}, 230));
  EXPECT_FALSE(settling.settled());
  EXPECT_TRUE(settling.settles({52'050, true}, 345));
  EXPECT_TRUE(settling.settled());
  EXPECT_FALSE(settling.settles({52'050, true}, 600)) << "it is still";
  EXPECT_FALSE(settling.settles({52'600, true}, 1000)) << "a fifth is new";
  EXPECT_TRUE(settling.settled());
  EXPECT_FALSE(settling.settles({53'600, true}, 1500)) << "half as much again: it was a pause";
  EXPECT_FALSE(settling.settled());
  EXPECT_TRUE(settling.settles({53'610, true}, 2250));
}

TEST(Settling, ComesAtOnceToAProgramOfOneClass) {
  Settling settling;
  EXPECT_FALSE(settling.settles({50'000, false}, 10)) << "the VM's";
  EXPECT_FALSE(settling.settles({50'000, false}, 64));
  EXPECT_FALSE(settling.settles({50'000, false}, 128)) << "the program has not begun";
  EXPECT_FALSE(settling.settles({50'003, true}, 192));
  EXPECT_TRUE(settling.settles({50'003, true}, 288));
}

TEST(Settling, IsToldByOthers) {
  Settling settling;
  settling.settle();
  EXPECT_FALSE(settling.settles({10, true}, 10));
  EXPECT_FALSE(settling.settles({1000, true}, 20));
  EXPECT_TRUE(settling.settled());
}

}  // namespace
}  // namespace isl

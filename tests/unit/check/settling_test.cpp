// When start-up is over.
#include "check/Settling.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

TEST(Settling, WaitsUntilFewSitesAreNew) {
  Settling settling;
  EXPECT_FALSE(settling.settles({5'000, 5'000}, 10)) << "the VM's";
  EXPECT_FALSE(settling.settles({6'000, 5'000}, 100)) << "nothing to compare with";
  EXPECT_FALSE(settling.settles({6'001, 5'000}, 149)) << "too early to look";
  EXPECT_FALSE(settling.settles({6'200, 5'000}, 150)) << "a sixth is new";
  EXPECT_FALSE(settling.settles({7'000, 5'000}, 230));
  EXPECT_FALSE(settling.settled());
  EXPECT_TRUE(settling.settles({7'050, 5'000}, 345));
  EXPECT_TRUE(settling.settled());
  EXPECT_FALSE(settling.settles({7'050, 5'000}, 600)) << "it is still";
  EXPECT_FALSE(settling.settles({7'600, 5'000}, 1000)) << "a fifth is new";
  EXPECT_TRUE(settling.settled());
  EXPECT_FALSE(settling.settles({8'600, 5'000}, 1500)) << "half as much again: it was a pause";
  EXPECT_FALSE(settling.settled());
  EXPECT_TRUE(settling.settles({8'610, 5'000}, 2250));
}

TEST(Settling, ComparesWithWhatTheProgramBrought) {
  Settling settling;
  EXPECT_FALSE(settling.settles({8'370, 8'200}, 1'560));
  EXPECT_FALSE(settling.settles({8'970, 8'200}, 2'040));
  EXPECT_FALSE(settling.settles({9'410, 8'200}, 3'140)) << "a twentieth of all, a third of its own";
  EXPECT_FALSE(settling.settled());
}

TEST(Settling, IsNotUndoneByAFewSites) {
  Settling settling;
  EXPECT_FALSE(settling.settles({5'020, 5'000}, 100));
  EXPECT_TRUE(settling.settles({5'020, 5'000}, 150));
  EXPECT_FALSE(settling.settles({5'030, 5'000}, 300)) << "a third of its own";
  EXPECT_TRUE(settling.settled());
  EXPECT_FALSE(settling.settles({5'400, 5'000}, 500));
  EXPECT_FALSE(settling.settled());
}

TEST(Settling, ComesAtOnceToAProgramOfOneClass) {
  Settling settling;
  EXPECT_FALSE(settling.settles({50'000, 50'000}, 10)) << "the VM's";
  EXPECT_FALSE(settling.settles({50'000, 50'000}, 64));
  EXPECT_FALSE(settling.settles({50'000, 50'000}, 128)) << "the program has not begun";
  EXPECT_FALSE(settling.settles({50'003, 50'000}, 192));
  EXPECT_TRUE(settling.settles({50'003, 50'000}, 288));
}

TEST(Settling, IsStartingWhereCodeComesForLonger) {
  Settling settling;
  EXPECT_TRUE(settling.starting());
  uint64_t at = 1000, pieces = 400;
  const auto look = [&](uint64_t more) {
    at += at / 8;
    pieces += more;
    settling.settles({pieces, 200}, at);
  };
  for (int i = 0; i < 8; i++) look(0);
  EXPECT_FALSE(settling.starting());
  look(150);
  EXPECT_FALSE(settling.settled());
  EXPECT_FALSE(settling.starting()) << "its last line has loaded a library";
  for (int i = 0; i < 4; i++) look(50);
  EXPECT_TRUE(settling.starting());
  for (int i = 0; i < 4; i++) look(8);
  EXPECT_FALSE(settling.settled());
  EXPECT_FALSE(settling.starting()) << "a few pieces now and then";
}

// Of a database that loads code for two thirds of its run.
TEST(Settling, ALongStartUpHasEndedWhenNotOnePieceComes) {
  Settling settling;
  uint64_t at = 1000, pieces = 400;
  const auto look = [&](uint64_t more) {
    at += at / 12 + 1;
    pieces += more;
    return settling.settles({pieces, 200}, at);
  };
  for (int i = 0; i < 12; i++) look(0);
  for (int i = 0; i < 20; i++) EXPECT_FALSE(look(300));
  EXPECT_TRUE(settling.starting());
  EXPECT_FALSE(look(0));
  EXPECT_FALSE(look(0));
  EXPECT_TRUE(look(0)) << "for a quarter as much again";
  EXPECT_FALSE(settling.starting());
  for (int i = 0; i < 12; i++) look(3000);
  EXPECT_FALSE(settling.settled()) << "and it goes on";
  for (int i = 0; i < 6; i++) look(3000);
  EXPECT_FALSE(look(1)) << "a piece now and then";
  EXPECT_FALSE(look(0));
  EXPECT_FALSE(look(1));
}

TEST(Settling, IsToldByOthers) {
  Settling settling;
  settling.settle();
  EXPECT_FALSE(settling.settles({10, 0}, 10));
  EXPECT_FALSE(settling.settles({1000, 0}, 20));
  EXPECT_TRUE(settling.settled());
}

}  // namespace
}  // namespace isl

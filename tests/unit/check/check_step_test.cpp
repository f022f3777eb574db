// How far apart automatic checks are, and what they may cost.
#include "check/CheckStep.h"

#include <gtest/gtest.h>

#include "check/CheckBudget.h"

namespace isl {
namespace {

TEST(Policy, StepIsAPartOfTheRun) {
  const uint64_t mb = 1 << 20;
  EXPECT_EQ(automaticStep(mb, 0), 4 * mb) << "never below 4 MB";
  EXPECT_EQ(automaticStep(50 * mb, 0), 16 * mb) << "nor, at the start, above 16 MB";
  EXPECT_EQ(automaticStep(3 * mb, 0), 6 * mb);
  EXPECT_EQ(automaticStep(mb, 1600 * mb), 100 * mb) << "the window covers a share of the run";
  EXPECT_EQ(automaticStep(900 * mb, 2400 * mb), 150 * mb) << "but not all of it";
}

TEST(Policy, ShortRunsMayHaveShorterSteps) {
  const uint64_t mb = 1 << 20;
  EXPECT_EQ(automaticStep(0, 0, mb / 16), mb / 16);
  EXPECT_EQ(automaticStep(50 * mb, 0, mb / 16), mb / 4);
  EXPECT_EQ(automaticStep(50 * mb, 96 * mb, mb / 16), 96 * mb / 16);
}

double cpuMs = 0;

TEST(CheckBudget, IsATenthUntilTheProgramIsReady) {
  CheckBudget budget([] { return cpuMs; });
  cpuMs = 100;
  EXPECT_TRUE(budget.allows()) << "what a check takes is not known yet";
  budget.spend(6);
  EXPECT_FALSE(budget.allows()) << "12 of 10";
  cpuMs = 130;
  EXPECT_TRUE(budget.allows()) << "12 of 13";
}

// As many as a verdict needs have been made, but none took anything.
void passFirst(CheckBudget& budget) {
  for (int i = 0; i < 26; i++) budget.spend(0);
}

TEST(CheckBudget, HasMoreOfTheFirstMomentsWhenItIsReady) {
  CheckBudget budget([] { return cpuMs; });
  cpuMs = 500;
  budget.spend(100);
  EXPECT_FALSE(budget.allows()) << "200 of 50";
  budget.ready();
  passFirst(budget);
  budget.spend(125);
  EXPECT_FALSE(budget.allows()) << "350 of 50 and 200";
  cpuMs = 690;
  EXPECT_FALSE(budget.allows()) << "350 of 69 and 276";
  cpuMs = 710;
  EXPECT_TRUE(budget.allows()) << "350 of 71 and 284";
  budget.spend(375);
  cpuMs = 2'000;
  EXPECT_FALSE(budget.allows()) << "975 of 200 and 667, the rest is for late ones";
  EXPECT_TRUE(budget.allows(1, true)) << "975 of 200 and 800";
  budget.spend(375);
  cpuMs = 3'490;
  EXPECT_FALSE(budget.allows(1, true)) << "1350 of 349 and 1000: the first moments are over";
  cpuMs = 3'510;
  EXPECT_TRUE(budget.allows(1, true)) << "1350 of 351 and 1000";
  cpuMs = 6'820;
  EXPECT_FALSE(budget.allows()) << "1350 of 682 and 667";
  cpuMs = 6'840;
  EXPECT_TRUE(budget.allows()) << "1350 of 684 and 667";
  budget.spend(1);
  EXPECT_TRUE(budget.allows()) << "the next is expected to be as cheap as the last";
}

TEST(CheckBudget, IsThatOfTheProgramsWorkNotOfALongStart) {
  CheckBudget budget([] { return cpuMs; });
  cpuMs = 10'000;
  budget.spend(950);
  budget.ready();
  budget.spend(50);
  EXPECT_TRUE(budget.allows()) << "1050 of 1000 and 200";
  for (int i = 0; i < 4; i++) budget.spend(50);
  EXPECT_FALSE(budget.allows()) << "1250 of 1000 and 200";
  cpuMs = 10'110;
  EXPECT_TRUE(budget.allows()) << "1250 of 1011 and 244";
}

TEST(CheckBudget, IsLargerForAsManyChecksAsAVerdictNeeds) {
  CheckBudget budget([] { return cpuMs; });
  cpuMs = 400;
  budget.spend(100);
  budget.ready();
  cpuMs = 8'000;
  for (int i = 0; i < 26; i++) budget.spend(60);
  EXPECT_TRUE(budget.allows()) << "1720 of 800 and 1560: what those took, and a tenth";
  for (int i = 0; i < 10; i++) budget.spend(60);
  EXPECT_TRUE(budget.allows()) << "2320 of 2360";
  budget.spend(60);
  EXPECT_FALSE(budget.allows()) << "2380 of 2360";
}

TEST(CheckBudget, BeginsAnewWhenTheProgramIsReadyAnew) {
  CheckBudget budget([] { return cpuMs; });
  cpuMs = 500;
  budget.ready();
  cpuMs = 6'000;
  for (int i = 0; i < 36; i++) budget.spend(60);
  EXPECT_FALSE(budget.allows()) << "2220 of 600 and 1560";
  budget.ready();
  budget.spend(60);
  EXPECT_TRUE(budget.allows()) << "2280 of 600, of 1560 that were spent before, and 200";
  for (int i = 0; i < 2; i++) budget.spend(60);
  EXPECT_FALSE(budget.allows()) << "2400 of 2360";
  cpuMs = 6'200;
  EXPECT_TRUE(budget.allows()) << "2400 of 2460";
}

TEST(CheckBudget, IsLargerWhereJvmtiWalks) {
  CheckBudget budget([] { return cpuMs; });
  cpuMs = 1'000;
  budget.ready();
  passFirst(budget);
  cpuMs = 10'000;
  budget.spend(1'400);
  EXPECT_FALSE(budget.allows(1, true)) << "2800 of 1000 and 1000";
  budget.walks();
  EXPECT_TRUE(budget.allows(1, true)) << "2800 of 1000 and 4000";
  budget.spend(500);
  budget.spend(1'600);
  EXPECT_FALSE(budget.allows(1, true)) << "5100 of 5000";
}

TEST(CheckBudget, HasRoomForTheCheckAtTheMark) {
  CheckBudget budget([] { return cpuMs; });
  cpuMs = 100;
  budget.spend(500);
  budget.ready();
  EXPECT_TRUE(budget.allows());
  budget.spend(1);
  EXPECT_FALSE(budget.allows());
}

TEST(CheckBudget, HasAQuarterForLooks) {
  CheckBudget budget([] { return cpuMs; });
  cpuMs = 1'000;
  budget.spend(200);
  EXPECT_TRUE(budget.allowsLook(4.9)) << "a quarter of 980, of 250";
  EXPECT_FALSE(budget.allowsLook(5.1));
  budget.spendLook(120, 6);
  EXPECT_TRUE(budget.allowsLook(6.4)) << "120, and 128 more: it took a tenth of a check";
  EXPECT_FALSE(budget.allowsLook(6.6));
}

TEST(CheckBudget, ExpectsALargerHeapToBeDearer) {
  CheckBudget budget([] { return cpuMs; });
  budget.spend(0);
  cpuMs = 1'000;
  budget.spend(10);
  EXPECT_TRUE(budget.allows(9)) << "100 of 100";
  EXPECT_FALSE(budget.allows(9.1));
}

TEST(CheckBudget, KnowsWhetherTheLastCheckWasRefused) {
  CheckBudget budget([] { return cpuMs; });
  EXPECT_FALSE(budget.refusedLast());
  budget.refuse();
  EXPECT_TRUE(budget.refusedLast());
  budget.spend(1);
  EXPECT_FALSE(budget.refusedLast());
  EXPECT_EQ(budget.refused(), 1u);
}

}  // namespace
}  // namespace isl

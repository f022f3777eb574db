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

// A tenth of its CPU time is a second, and the first moments are over.
void readyAndAtWork(CheckBudget& budget) {
  cpuMs = 1'000;
  budget.ready();
  passFirst(budget);
  cpuMs = 10'000;
}

TEST(CheckBudget, HasMoreOfTheFirstMomentsWhenItIsReady) {
  CheckBudget budget([] { return cpuMs; });
  cpuMs = 500;
  budget.spend(100);
  EXPECT_FALSE(budget.allows()) << "200 of 50";
  budget.ready();
  passFirst(budget);
  budget.spend(125);
  EXPECT_FALSE(budget.allows()) << "350 of 50 and 150";
  cpuMs = 870;
  EXPECT_FALSE(budget.allows()) << "350 of 87 and 261";
  cpuMs = 880;
  EXPECT_TRUE(budget.allows()) << "350 of 88 and 264";
  budget.spend(275);
  cpuMs = 2'000;
  EXPECT_FALSE(budget.allows()) << "775 of 200 and 467, the rest is for late ones";
  EXPECT_TRUE(budget.allows(1, true)) << "775 of 200 and 600";
  budget.spend(325);
  cpuMs = 4'490;
  EXPECT_FALSE(budget.allows(1, true)) << "1150 of 449 and 700: the first moments are over";
  cpuMs = 4'510;
  EXPECT_TRUE(budget.allows(1, true)) << "1150 of 451 and 700";
  cpuMs = 6'820;
  EXPECT_FALSE(budget.allows()) << "1150 of 682 and 467";
  cpuMs = 6'840;
  EXPECT_TRUE(budget.allows()) << "1150 of 684 and 467";
  budget.spend(1);
  EXPECT_TRUE(budget.allows()) << "the next is expected to be as cheap as the last";
}

TEST(CheckBudget, IsThatOfTheProgramsWorkNotOfALongStart) {
  CheckBudget budget([] { return cpuMs; });
  cpuMs = 10'000;
  budget.spend(950);
  budget.ready();
  budget.spend(50);
  EXPECT_TRUE(budget.allows()) << "1050 of 1000 and 150";
  for (int i = 0; i < 4; i++) budget.spend(50);
  EXPECT_FALSE(budget.allows()) << "1250 of 1000 and 150";
  cpuMs = 10'260;
  EXPECT_TRUE(budget.allows()) << "1250 of 1026 and 228";
}

TEST(CheckBudget, IsLargerForAsManyChecksAsAVerdictNeeds) {
  CheckBudget budget([] { return cpuMs; });
  cpuMs = 400;
  budget.spend(100);
  budget.ready();
  cpuMs = 8'000;
  for (int i = 0; i < 26; i++) budget.spend(40);
  EXPECT_TRUE(budget.allows()) << "1180 of 800 and 1040: what those took, and a tenth";
  for (int i = 0; i < 16; i++) budget.spend(40);
  EXPECT_TRUE(budget.allows()) << "1820 of 1840";
  budget.spend(40);
  EXPECT_FALSE(budget.allows()) << "1860 of 1840";
}

TEST(CheckBudget, BeginsAnewWhenTheProgramIsReadyAnew) {
  CheckBudget budget([] { return cpuMs; });
  cpuMs = 500;
  budget.ready();
  cpuMs = 6'000;
  for (int i = 0; i < 42; i++) budget.spend(40);
  EXPECT_FALSE(budget.allows()) << "1720 of 600 and 1040";
  budget.ready();
  budget.spend(40);
  EXPECT_TRUE(budget.allows()) << "1760 of 600, of 1080 that were spent before, and 150";
  for (int i = 0; i < 2; i++) budget.spend(40);
  EXPECT_FALSE(budget.allows()) << "1840 of 1830";
  cpuMs = 6'200;
  EXPECT_TRUE(budget.allows()) << "1840 of 1910";
}

TEST(CheckBudget, IsLargerWhileASuiteGrowsAndHasItAfterwards) {
  CheckBudget budget([] { return cpuMs; });
  readyAndAtWork(budget);
  budget.spend(1'600, true);
  budget.spend(100, true);
  EXPECT_FALSE(budget.allows(1, true)) << "1800 of 1000 and 700";
  EXPECT_TRUE(budget.allows(1, true, true)) << "and 950, a tenth of what it worked";
  EXPECT_FALSE(budget.allows(10, true, true)) << "2700 of 2650";
  budget.spend(900, true);
  cpuMs = 11'000;
  EXPECT_FALSE(budget.allows(1, true)) << "3500 of 1100 and 700 and 900";
  budget.spend(0);
  EXPECT_TRUE(budget.allows(1, true)) << "2600 of 1100 and 700 and 900: no debt is left";
}

TEST(CheckBudget, IsLargerWhereJvmtiWalks) {
  CheckBudget budget([] { return cpuMs; });
  readyAndAtWork(budget);
  budget.spend(1'400);
  EXPECT_FALSE(budget.allows(1, true)) << "2800 of 1000 and 700";
  budget.walks();
  EXPECT_TRUE(budget.allows(1, true)) << "2800 of 1000 and 2800";
  budget.spend(500);
  budget.spend(1'600);
  EXPECT_FALSE(budget.allows(1, true)) << "5100 of 3800";
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

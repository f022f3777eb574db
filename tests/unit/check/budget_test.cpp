// How long searches for paths by JVMTI may take.
#include <gtest/gtest.h>

#include "check/SearchBudget.h"
#include "check/WalkCosts.h"

namespace isl {
namespace {

TEST(WalkCosts, GrowWithTheHeap) {
  WalkCosts costs;
  EXPECT_EQ(costs.followingEstimate(1000), 0);
  costs.followed(20, 50'000);
  EXPECT_DOUBLE_EQ(costs.followingEstimate(100'000), 40);
}

class Budget : public ::testing::Test {
 protected:
  Budget() : budget(costs, [this] { return nowMs; }) {
    costs.followed(100, 100'000);
    budget.begin(100'000);
  }
  PathState state() {
    PathState state;
    budget.fill(state);
    return state;
  }
  uint64_t nowMs = 5000;
  WalkCosts costs;
  SearchBudget budget;
};

TEST_F(Budget, IsASecondOrATenthOfTheRun) {
  EXPECT_DOUBLE_EQ(budget.left(), 1000);
  nowMs = 60'000;
  EXPECT_DOUBLE_EQ(budget.left(), 6000);
  budget.spend(5000);
  EXPECT_DOUBLE_EQ(budget.left(), 1000);
}

TEST_F(Budget, TellsWhatFits) {
  EXPECT_TRUE(state().allInTime) << "six walks of 100 ms";
  budget.spend(500);
  EXPECT_FALSE(state().allInTime);
  EXPECT_TRUE(state().inTime) << "four";
  budget.spend(200);
  EXPECT_FALSE(state().inTime);
  EXPECT_TRUE(state().anyTime);
  budget.spend(400);
  EXPECT_FALSE(state().anyTime);
}

TEST_F(Budget, AFewSearchesMayBeLate) {
  const PathChoice late{PathWork::Missing, true};
  budget.chosen(late);  // the first search of all is not counted
  budget.spend(900);
  EXPECT_TRUE(state().mayBeLate);
  budget.chosen(late);
  EXPECT_FALSE(state().mayBeLate) << "over the share of the run";
  nowMs = 60'000;
  EXPECT_TRUE(state().mayBeLate);
  budget.chosen(late);
  budget.chosen(late);
  EXPECT_FALSE(state().mayBeLate) << "three in all";
}

TEST_F(Budget, ASearchOnceBegunHasALeastTime) {
  budget.spend(5000);
  EXPECT_DOUBLE_EQ(budget.forSearch(false), 300);
  EXPECT_DOUBLE_EQ(budget.forSearch(true), 1000) << "no more than searches may take in all";
  nowMs = 300'000;
  EXPECT_DOUBLE_EQ(budget.forSearch(true), 25'000);
  budget.spend(40'000);
  EXPECT_DOUBLE_EQ(budget.forSearch(true), 2000);
}

}  // namespace
}  // namespace isl

// What the walk of a check does, what it may cost, and how long searches for paths may take.
#include <gtest/gtest.h>

#include "check/SearchBudget.h"
#include "check/WalkCosts.h"
#include "check/WalkPlanner.h"

namespace isl {
namespace {

WalkFacts facts(uint32_t check) {
  WalkFacts facts;
  facts.check = check;
  facts.automatic = true;
  facts.knowsArrays = true;
  facts.liveObjects = 10'000'000;  // not small
  return facts;
}

TEST(WalkPlanner, TheFirstWalkFollowsReferences) {
  const WalkCosts costs;
  WalkPlanner planner(costs, 10);
  WalkFacts first = facts(1);
  first.knowsArrays = false;
  const WalkPlan plan = planner.plan(first);
  EXPECT_TRUE(plan.edges);
  EXPECT_FALSE(plan.collects) << "it meets live objects only";
}

TEST(WalkPlanner, InALargeHeapOneInThreeFollowsReferences) {
  const WalkCosts costs;
  WalkPlanner planner(costs, 10);
  std::string edges;
  for (uint32_t n = 10; n < 19; n++) {
    const WalkPlan plan = planner.plan(facts(n));
    edges += plan.edges ? 'e' : '.';
    EXPECT_EQ(plan.collects, !plan.edges) << n;
    if (plan.edges) planner.followed(n);
  }
  EXPECT_EQ(edges, "..e..e..e");
}

TEST(WalkPlanner, InASmallHeapEachDoes) {
  const WalkCosts costs;
  WalkPlanner planner(costs, 10);
  WalkFacts small = facts(12);
  small.liveObjects = 1000;
  EXPECT_TRUE(planner.plan(small).edges);
  small.collection.asked = true;
  EXPECT_FALSE(planner.plan(small).edges) << "the collection costs more, then the cheap walk";
}

TEST(WalkPlanner, WhatOnlyWeakReferencesHoldIsCollectedAtLast) {
  const WalkCosts costs;
  WalkPlanner planner(costs, 10);
  WalkFacts records = facts(12);
  records.needsEdges = true;
  EXPECT_FALSE(planner.plan(records).collects);
  planner.unseen(kMostUnseen + 1);
  EXPECT_TRUE(planner.plan(records).collects);
}

TEST(WalkPlanner, ASecondWalkIsWorthItForASizeableNewPart) {
  EXPECT_TRUE(WalkPlanner::isWorthEdges(100, 1000, 1'000'000, false));
  EXPECT_FALSE(WalkPlanner::isWorthEdges(99, 1000, 1'000'000, false));
  EXPECT_FALSE(WalkPlanner::isWorthEdges(100, 1000, 1'000'000, true))
      << "a trifle while all is quiet";
  EXPECT_TRUE(WalkPlanner::isWorthEdges(50'000, 1000, 1'000'000, true));
}

TEST(WalkCosts, GrowWithTheHeap) {
  WalkCosts costs;
  EXPECT_EQ(costs.followingEstimate(1000), 0);
  costs.followed(20, 50'000);
  EXPECT_DOUBLE_EQ(costs.followingEstimate(100'000), 40);
}

TEST(WalkCosts, TheNextWalkWaitsUntilItFits) {
  WalkCosts costs;
  costs.checked(5, 1000, 100, 90, WalkNeed::Some);
  EXPECT_DOUBLE_EQ(costs.allMs(), 100);
  EXPECT_EQ(costs.nextTimes().notBeforeMs, earliestNextMs(1000, 100, 100, 5, WalkNeed::Some));
  EXPECT_EQ(costs.nextTimes().fitsFromMs, fitsFromMs(90, 100));
  costs.checked(6, 3000, 2000, 1500, WalkNeed::Some);
  EXPECT_DOUBLE_EQ(costs.allMs(), 2100);
  EXPECT_GT(costs.nextTimes().fitsFromMs, 3000u);
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

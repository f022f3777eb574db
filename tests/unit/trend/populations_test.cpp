// Which classes grow in number with the work.
#include "trend/Populations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace isl {
namespace {

// Checks at equal steps of work; class 1 stays, 2 grows, 3 grows and is given back, 4 comes late and grows.
Populations populationsOf(uint32_t checks) {
  Populations out;
  for (uint32_t n = 1; n <= checks; n++) {
    const uint32_t late = n > checks / 4 ? 5 * (n - checks / 4) : 0;
    out.add({n, uint64_t{10} * n, uint64_t{1000} * n}, {0, 500, 40 + 3 * n, 7 * (n % 10), late});
  }
  return out;
}

TEST(Populations, TellWhatGrowsInNumber) {
  for (const uint32_t checks : {10u, 16u, 33u, 500u}) {
    const Populations populations = populationsOf(checks);
    for (const Axis axis : {Axis::Units, Axis::Allocation, Axis::Checks}) {
      EXPECT_FALSE(populations.grows(1, axis, ~0u)) << checks;
      EXPECT_TRUE(populations.grows(2, axis, ~0u)) << checks;
      EXPECT_TRUE(populations.grows(4, axis, ~0u)) << checks;
    }
    EXPECT_EQ(populations.growing(Axis::Checks, ~0u), (std::vector<uint32_t>{2, 4})) << checks;
  }
  EXPECT_FALSE(populationsOf(500).grows(3, Axis::Checks, ~0u));
  Populations ended = populationsOf(100);
  ended.add({101, 1010, 101'000}, {0, 500, 0});
  EXPECT_FALSE(ended.grows(2, Axis::Checks, 101));
  EXPECT_TRUE(ended.grows(2, Axis::Checks, 100)) << "all was let go at the end";
  EXPECT_FALSE(populationsOf(500).grows(99, Axis::Checks, ~0u)) << "no such class";
}

TEST(Populations, MayLeaveOutWhatIsFew) {
  Populations some(32);
  some.add({1, 0, 0}, {31, 32, 0, 33});
  EXPECT_EQ(some.objectsAt(0, 1), 0u);
  EXPECT_EQ(some.objectsAt(1, 1), 32u);
  EXPECT_EQ(some.objectsAt(2, 1), 0u);
  EXPECT_EQ(some.objectsAt(3, 1), 33u);
  EXPECT_EQ(some.objectsAt(4, 1), 0u);
}

TEST(Populations, TellObjectsAtTheChecks) {
  const Populations populations = populationsOf(100);  // at first every second check has a row
  EXPECT_EQ(populations.objectsAt(2, 50), 40u + 3 * 49);
  EXPECT_EQ(populations.objectsAt(2, 51), 40u + 3 * 51);
  EXPECT_EQ(populations.objectsAt(2, 0), 0u);
  EXPECT_EQ(populations.objectsAt(99, 50), 0u);
  EXPECT_EQ(populations.objectsBy(2, 51), 40u + 3 * 51);
  EXPECT_EQ(populations.objectsBy(2, 50), 40u + 3 * 51) << "the next that has a row";
  EXPECT_EQ(populations.objectsBy(2, 200), 40u + 3 * 100);
  EXPECT_EQ(populations.objectsBy(99, 50), 0u);
  for (const uint32_t latest : {93u, 94u, 99u, 100u}) {
    EXPECT_EQ(populations.objectsAt(2, latest), 40u + 3 * latest) << "the last eight are kept";
    EXPECT_EQ(populations.objectsBy(2, latest), 40u + 3 * latest);
  }
  EXPECT_EQ(populationsOf(128).objectsAt(2, 92), 40u + 3 * 91);
  const std::vector<WorkSample> late = populations.samples(4, Axis::Units, 60);
  EXPECT_DOUBLE_EQ(late.front().work, 270) << "the first after a quarter that has a row";
  EXPECT_DOUBLE_EQ(late.front().bytes, 5 * 2);
  EXPECT_DOUBLE_EQ(late.back().work, 590);
}

// The tables were filled in transactions, and requests follow.
TEST(Populations, GrowByTheUnitsOfTheLastClock) {
  Populations out;
  for (uint32_t n = 1; n <= 10; n++) out.add({n, uint64_t{100} * n, 0}, {0, 50 * n});
  for (uint32_t n = 11; n <= 20; n++) out.add({n, n - 10, 0}, {0, 500});
  EXPECT_FALSE(out.grows(1, Axis::Units, ~0u));
}

// Of 33 checks half are start-up, and were every second one left, so would be half of the rest.
TEST(Populations, SeeWhatComesAfterTheStartUp) {
  Populations out;
  for (uint32_t n = 1; n <= 33; n++) out.add({n, 0, 0}, {0, n > 18 ? 10 * (n - 18) : 0});
  EXPECT_TRUE(out.grows(1, Axis::Checks, 31));
}

// Checks may all lie in the first part of the work, and looks in the rest of it.
TEST(Populations, AreAlsoSeenBetweenTwoChecks) {
  Populations out;
  for (uint32_t n = 1; n <= 20; n++) out.add({n, 0, n}, {0, 9});
  for (uint32_t n = 1; n < 8; n++) out.addBefore({21, 0, uint64_t{50} * n}, {0, 50 * n});
  EXPECT_FALSE(out.grows(1, Axis::Allocation, 20)) << "that was later";
  out.add({21, 0, 400}, {0, 400});
  EXPECT_TRUE(out.grows(1, Axis::Allocation, 21));
  EXPECT_EQ(out.samples(1, Axis::Allocation, 21).size(), 28u);
  EXPECT_EQ(out.objectsAt(1, 20), 9u);
  EXPECT_EQ(out.objectsAt(1, 21), 400u) << "the check's own";
  EXPECT_EQ(out.objectsBy(1, 21), 400u);
  out.addBefore({22, 0, 450}, {0, 450});
  out.add({22, 0, 460}, {0, 1});
  EXPECT_FALSE(out.grows(1, Axis::Allocation, 22));
  EXPECT_TRUE(out.grows(1, Axis::Allocation, 22, true)) << "all was let go at the end";
  EXPECT_EQ(out.samples(1, Axis::Allocation, 22, true).back().bytes, 450);
  EXPECT_EQ(out.mostSince(1, 21), 450u);
  EXPECT_EQ(out.mostSince(1, 22), 0u);
}

// Most checks lie in the first hundredth of the work: what is seen in the rest of it stays.
TEST(Populations, KeepWhatIsSeenFarApart) {
  Populations out;
  for (uint32_t n = 1; n <= 90; n++) out.add({n, 0, n}, {0, n});
  for (uint32_t n = 1; n < 9; n++) out.addBefore({91, 0, uint64_t{1000} * n}, {0, 1000 * n});
  out.add({91, 0, 9000}, {0, 9000});
  const std::vector<WorkSample> seen = out.samples(1, Axis::Allocation, 91);
  EXPECT_EQ(seen.size(), Populations::kMostRows);
  EXPECT_EQ(std::count_if(seen.begin(), seen.end(),
                          [](const WorkSample& each) { return each.work >= 1000; }),
            9);
  EXPECT_LE(seen[1].work, 3) << "nor are checks far apart, as where the program became ready";
}

// One pass over all says what is said of each.
TEST(Populations, TellAllThatGrowAtOnce) {
  std::mt19937 random(7);
  for (int run = 0; run < 40; run++) {
    Populations out(run % 3);
    std::vector<uint32_t> byId(30);
    for (uint32_t n = 1; n <= 50; n++) {
      for (size_t id = 1; id < byId.size(); id++) {
        const uint32_t step = random() % 8;
        const bool falls = id % 3 == 0 && random() % 9 == 0;
        byId[id] = falls ? 0 : id % 5 == 0 ? byId[id] : byId[id] + step;
      }
      if (n % 7 == 0) out.addBefore({n, n, uint64_t{100} * n - 50}, byId);
      out.add({n, n, uint64_t{100} * n}, byId);
    }
    for (const bool ended : {false, true}) {
      for (const uint32_t last : {3u, 20u, 49u, 50u, 99u}) {
        std::vector<uint32_t> each;
        for (uint32_t id = 0; id < byId.size(); id++)
          if (out.grows(id, Axis::Allocation, last, ended)) each.push_back(id);
        EXPECT_EQ(out.growing(Axis::Allocation, last, ended), each) << run << " " << last;
      }
    }
    EXPECT_FALSE(out.growing(Axis::Allocation, 50).empty());
  }
  EXPECT_TRUE(Populations().growing(Axis::Checks, 9).empty());
}

TEST(Populations, SayNothingOfAFewChecksOrObjects) {
  EXPECT_FALSE(populationsOf(4).grows(2, Axis::Checks, ~0u));
  Populations few;
  for (uint32_t n = 1; n <= 8; n++) few.add({n, 0, 0}, {0, n});
  EXPECT_FALSE(few.grows(1, Axis::Checks, ~0u)) << "seven more in all";
}

}  // namespace
}  // namespace isl

// A heap that gets full: when to look who holds it.
#include "check/FullHeap.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

constexpr uint64_t kHeap = 1000;

TEST(FullHeap, AsksForOneCheckEachTimeThatThePressureBecomesHigh) {
  Pressure pressure;
  pressure.setHeap(kHeap);
  FullHeap full;
  EXPECT_FALSE(full.asksForCheck(nullptr));
  EXPECT_FALSE(full.asksForCheck(&pressure));
  pressure.onCollection({10, 11, true, 50});
  EXPECT_TRUE(full.asksForCheck(&pressure));
  pressure.onCollection({20, 21, true, 50});
  EXPECT_FALSE(full.asksForCheck(&pressure)) << "it is high still";
  pressure.onCollection({30, 31, true, 500});
  EXPECT_FALSE(full.asksForCheck(&pressure));
  pressure.onCollection({40, 41, true, 50});
  EXPECT_TRUE(full.asksForCheck(&pressure));
}

TEST(FullHeap, IsToldFromAnEighthOnAndAgainWhenItHasGrownByAQuarter) {
  Pressure pressure;
  pressure.setHeap(kHeap);
  FullHeap full;
  EXPECT_FALSE(full.isFullest(900, 0, nullptr));
  EXPECT_FALSE(full.isFullest(124, 0, &pressure));
  EXPECT_TRUE(full.isFullest(720, 0, &pressure));
  EXPECT_FALSE(full.isFullest(900, 0, &pressure));
  EXPECT_TRUE(full.isFullest(901, 0, &pressure));
  EXPECT_FALSE(full.isFullest(910, 0, &pressure));
  pressure.onCollection({10, 11, true, 50});
  EXPECT_TRUE(full.isFullest(910, 0, &pressure))
      << "who holds the last of it is known to no later check";
  EXPECT_FALSE(full.isFullest(910, 0, &pressure));
}

TEST(FullHeap, IsToldAsWellWhenHalfAsMuchAgainLivesAsWhenTheProgramWasReady) {
  Pressure pressure;
  pressure.setHeap(kHeap);
  FullHeap full;
  EXPECT_FALSE(full.isFullest(59, 40, &pressure));
  EXPECT_TRUE(full.isFullest(60, 40, &pressure));
  EXPECT_FALSE(full.isFullest(75, 40, &pressure));
  EXPECT_TRUE(full.isFullest(76, 40, nullptr)) << "however large the heap may get";
}

TEST(FullHeap, TellsTheWorkByThen) {
  FullHeap full;
  EXPECT_TRUE(full.outOfMemory().empty());
  const WorkUnits units("", "");
  full.nothingFits(7, 100, units);
  full.nothingFits(9, 120, units);
  ASSERT_EQ(full.outOfMemory().size(), 1u);
  EXPECT_EQ(full.outOfMemory()[0].atMs, 9u);
  EXPECT_EQ(full.outOfMemory()[0].allocatedBytes, 120u);
}

}  // namespace
}  // namespace isl

// What the number of all objects of a type tells of those that are idle.
#include "check/AllOfType.h"

#include <gtest/gtest.h>

#include "check/old_objects.h"

namespace isl {
namespace {

// Ten more at each check, from which ten checks later they are known to be idle.
Populations tenMore(uint32_t until) {
  Populations out;
  for (uint32_t n = 1; n <= until; n++) out.add({n, 0, n * 1'000u}, {10 * n});
  return out;
}

SeriesTable windows(uint32_t until) {
  SeriesTable out;
  for (uint32_t n = 11; n <= until; n++)
    out.begin({{n, 0, n * 1'000u}, 1000, {n - 10, 0, (n - 10) * 1'000u}});
  return out;
}

TEST(AllOfType, TellsOfTheSitesWhereNearlyAllAreIdleThere) {
  const Populations populations = tenMore(14);
  const SeriesTable series = windows(14);
  const AllOfType all(populations, series, 14, 0, 40, 40 * 32);
  EXPECT_EQ(all.then, 40u);
  EXPECT_EQ(all.now, 140u);
  EXPECT_TRUE(all.areThese());
  EXPECT_FALSE(all.standInNumber());
  const auto samples = all.samples(populations, Axis::Allocation);
  ASSERT_EQ(samples.size(), 14u);
  EXPECT_DOUBLE_EQ(samples.back().bytes, 140 * 32);
  EXPECT_DOUBLE_EQ(all.bytesOf(140), 140 * 32) << "those of a window ago, and the others";
  EXPECT_EQ(AllOfType(populations, series, 14, 0, 0, 0).bytesOf(140), 0) << "none is idle";
  EXPECT_FALSE(AllOfType(populations, series, 14, 0, 29, 29 * 32).areThese())
      << "another site has some, or they are in use";
  EXPECT_FALSE(AllOfType(populations, windows(12), 12, 0, 7, 7 * 32).standInNumber());
}

// Six checks since a server has its first requests, and its objects are idle ten later.
TEST(SpecRun, CountsWhatGrowsInNumberBeforeItHasAHistory) {
  IslSpec spec = test::leakSpec();
  spec.defect = ISL_DEFECT_GROWTH;
  const Populations populations = tenMore(14);
  for (const bool known : {false, true}) {
    test::OneObject one(spec, {320, 0.5});
    if (known) one.run.setPopulations(&populations);
    for (uint32_t n = 1; n <= 14; n++)
      one.check(n, n > 10 ? 7 : 0, n * 1'000u, 10 * (static_cast<int>(n) - 10), 100'000);
    EXPECT_EQ(one.run.growing(), known ? 1u : 0u);
  }
}

}  // namespace
}  // namespace isl

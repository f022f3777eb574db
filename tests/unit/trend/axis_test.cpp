// Along which axis series are told, and sums of series that start at different checks.
#include "trend/Axis.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace isl {
namespace {

SeriesTable table(bool units, bool bytes, uint32_t checks = 6) {
  SeriesTable out;
  for (uint32_t check = 1; check <= checks; check++) {
    out.begin({{check, units ? 10 * check : 0, bytes ? 1000ull * check : 0}, 100 * check});
    out.put(1, {0, check});
    if (check >= 3) out.put(2, {0, 50});
  }
  return out;
}

TEST(Axis, IsTheBestThatIsMeasured) {
  EXPECT_EQ(axisOf(table(true, true)), Axis::Units);
  EXPECT_EQ(axisOf(table(false, true)), Axis::Allocation);
  EXPECT_EQ(axisOf(table(false, false)), Axis::Checks);
  EXPECT_EQ(axisOf(SeriesTable{}), Axis::Checks);
  EXPECT_EQ(axisOf(table(true, true, 1)), Axis::Checks) << "one row has no extent";
}

TEST(Axis, FewUnitsOfMuchWorkAreNone) {
  const auto axisAt = [](uint32_t last) {
    SeriesTable series;
    for (uint32_t check = 1; check <= last; check++)
      series.begin({{check, check < 10 ? 0 : 1 + check / 20, 1000ull * check}, 100});
    return axisOf(series);
  };
  EXPECT_EQ(axisAt(40), Axis::Allocation) << "31 checks lie in three units";
  EXPECT_EQ(axisAt(11), Axis::Allocation) << "one unit has no extent";
}

// Forty batches fill a table, and ten thousand queries follow.
TEST(Axis, UnitsThatHaveLongEndedAreNone) {
  const auto axisAt = [](uint32_t last) {
    SeriesTable series;
    for (uint32_t check = 1; check <= last; check++)
      series.begin({{check, std::min(check, 40U), 1000ull * check}, 100});
    return axisOf(series);
  };
  EXPECT_EQ(axisAt(40), Axis::Units);
  EXPECT_EQ(axisAt(79), Axis::Units) << "39,000 of 78,000 came since";
  EXPECT_EQ(axisAt(80), Axis::Allocation);
}

TEST(Axis, SumsStartWithTheFirstOfTheirSeries) {
  const SeriesTable both = table(true, true);
  const auto sum = samplesOf(both, {2, 1}, Axis::Units, 4);
  ASSERT_EQ(sum.size(), 4u);
  EXPECT_DOUBLE_EQ(sum[0].work, 10);
  EXPECT_DOUBLE_EQ(sum[1].bytes, 2);
  EXPECT_DOUBLE_EQ(sum[2].bytes, 53);
  const auto late = samplesOf(both, {2}, Axis::Allocation, 6);
  ASSERT_EQ(late.size(), 4u);
  EXPECT_DOUBLE_EQ(late[0].work, 3000);
  EXPECT_TRUE(samplesOf(both, {99}, Axis::Units, 6).empty());
  EXPECT_EQ(liveSamples(both, Axis::Checks, 5).back().bytes, 500);
  EXPECT_EQ(liveSamples(both, Axis::Checks, 4).back().bytes, 400);
}

// A leak of a byte for each of work that is seen two checks later, while the steps between checks become longer.
TEST(Axis, LongerStepsDoNotMakeALeakSlower) {
  SeriesTable series;
  const std::vector<uint64_t> work = {10, 11, 12, 13, 14, 16, 18, 21, 25, 30, 36, 44, 54};
  for (uint32_t i = 0; i < work.size(); i++) {
    const uint64_t used = work[i < 2 ? 0 : i - 2];
    series.begin({{i + 1, work[i], 0}, 1000, {i - 1, used, 0}});
    series.put(1, {0, used});
  }
  const auto samples = samplesOf(series, {1}, Axis::Units, 13);
  for (const WorkSample& sample : samples) EXPECT_DOUBLE_EQ(sample.work, sample.bytes);
  const Trend trend = trendOf(samples, 1);
  EXPECT_EQ(trend.shape, Shape::Growing);
  EXPECT_NEAR(trend.slope, 1, 0.15) << "the least of a part lies before its middle";
}

}  // namespace
}  // namespace isl

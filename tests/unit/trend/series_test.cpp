// Series over the checks: the rows that stay, and that all series keep to them.
#include "trend/Series.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

SeriesRow rowOf(uint32_t check) { return {{check, 0, 1000ull * check}, 5000}; }

TEST(Series, StartWithTheirFirstValueAndFallToZero) {
  SeriesTable table;
  table.begin(rowOf(1));
  table.begin(rowOf(2));
  table.put(7, {30, 20});
  table.begin(rowOf(3));
  EXPECT_EQ(table.firstRow(7), 1u);
  ASSERT_EQ(table.values(7).size(), 2u);
  EXPECT_EQ(table.values(7)[0].penalty, 30u);
  EXPECT_EQ(table.values(7)[1].bytes, 0u) << "the objects died";
  EXPECT_TRUE(table.values(8).empty());
}

TEST(Series, HaveNoneOfTheUnitsOfAClockThatWasReplaced) {
  SeriesTable table;
  const auto begin = [&table](uint32_t check, uint64_t units) {
    const WorkPosition at{check, units, 1000ull * check};
    table.begin({at, 5000, at});
  };
  begin(1, 200);
  begin(2, 400);
  begin(3, 1);
  begin(4, 2);
  const auto& rows = table.rows();
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0].at.units, 0u);
  EXPECT_EQ(rows[1].usedUntil.units, 0u);
  EXPECT_EQ(rows[1].at.allocatedBytes, 2000u);
  EXPECT_EQ(rows[2].at.units, 1u);
  EXPECT_EQ(rows[3].usedUntil.units, 2u);
}

TEST(Series, LieEquallyDenseOverTheWholeRun) {
  SeriesTable table;
  for (uint32_t check = 1; check <= 5000; check++) {
    table.begin(rowOf(check));
    if (check >= 777) table.put(7, {0, check});
    table.put(8, {0, 2 * check});
  }
  const auto& rows = table.rows();
  ASSERT_LE(rows.size(), SeriesTable::kMostRows);
  ASSERT_GE(rows.size(), SeriesTable::kMostRows / 2);
  EXPECT_EQ(rows.front().at.check, 1u);
  EXPECT_EQ(rows.back().at.check, 5000u) << "the latest is always there";
  const uint32_t step = rows[1].at.check - rows[0].at.check;
  for (size_t i = 1; i + 1 < rows.size(); i++) {
    EXPECT_EQ(rows[i].at.check - rows[i - 1].at.check, step) << i;
  }
  for (const uint64_t key : {7, 8}) {
    const size_t first = table.firstRow(key);
    const auto& values = table.values(key);
    ASSERT_EQ(first + values.size(), rows.size());
    for (size_t i = 0; i < values.size(); i++) {
      EXPECT_EQ(values[i].bytes, (key - 6) * rows[first + i].at.check) << key << ", " << i;
    }
  }
  EXPECT_GE(rows[table.firstRow(7)].at.check, 777u);
  EXPECT_LT(rows[table.firstRow(7)].at.check, 777u + step);
}

TEST(Series, OneThatStartsInARowThatGoesStartsInTheNext) {
  SeriesTable table;
  for (uint32_t check = 1; check <= SeriesTable::kMostRows + 2; check++) {
    table.begin(rowOf(check));
    if (check >= SeriesTable::kMostRows + 2) table.put(9, {0, check});
  }
  table.begin(rowOf(1000));
  EXPECT_EQ(table.firstRow(9) + table.values(9).size(), table.rows().size());
  table.put(9, {0, 5});
  EXPECT_EQ(table.values(9).back().bytes, 5u);
}

}  // namespace
}  // namespace isl

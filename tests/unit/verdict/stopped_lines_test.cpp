#include "verdict/StoppedLines.h"

#include <gtest/gtest.h>

#include "verdict/held_sites.h"

namespace isl {
namespace {

using test::edge;

constexpr uint64_t kBegun = 400, kDone = 1000;  // a sixth of the work is 100

TEST(StoppedLines, RanInTheLastSixthOfTheWork) {
  EXPECT_TRUE(ranLately(950, kBegun, kDone));
  EXPECT_TRUE(ranLately(901, kBegun, kDone));
  EXPECT_FALSE(ranLately(899, kBegun, kDone));
  EXPECT_FALSE(ranLately(100, kBegun, kDone)) << "before the program was ready";
}

TEST(StoppedLines, MayHaveRunWhereNoStackWasSeen) { EXPECT_TRUE(ranLately(0, kBegun, kDone)); }

TEST(StoppedLines, CountNothingBeforeTheEndOfTheWork) {
  EXPECT_TRUE(ranLately(1010, kBegun, kDone)) << "seen by a thread that went on";
  EXPECT_TRUE(ranLately(5, 0, 5));
  EXPECT_FALSE(ranLately(3, 7, 5)) << "no work was done";
}

TEST(StoppedLines, HaveOneEachByFieldsOfTheirOwn) {
  report::Path path;
  path.edges = {edge("java.math.BigDecimal", "intVal"), edge("shop.Price", "value"),
                edge("shop.Row", "price"), edge("java.lang.Object[]", "[*]"),
                edge("shop.Table", "rows")};
  EXPECT_EQ(havingOneEach(path), (std::vector<std::string>{"shop.Price", "shop.Row"}));
}

TEST(StoppedLines, HaveManyByNodesOfAList) {
  report::Path path;
  path.edges = {edge("shop.Price", "value"), edge("shop.Link", "next"),
                edge("shop.Table", "first")};
  path.edges[1].repeats = 7;
  EXPECT_EQ(havingOneEach(path), std::vector<std::string>{"shop.Price"});
}

}  // namespace
}  // namespace isl

#include "verdict/StoppedLines.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

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

report::PathEdge heldBy(const char* type, const char* field, uint32_t repeats = 1) {
  report::PathEdge edge;
  edge.holderType = type;
  edge.field = field;
  edge.repeats = repeats;
  return edge;
}

TEST(StoppedLines, HaveOneEachByFieldsOfTheirOwn) {
  report::Path path;
  path.edges = {heldBy("java.math.BigDecimal", "intVal"), heldBy("shop.Price", "value"),
                heldBy("shop.Row", "price"), heldBy("java.lang.Object[]", "[*]"),
                heldBy("shop.Table", "rows")};
  EXPECT_EQ(havingOneEach(path), (std::vector<std::string>{"shop.Price", "shop.Row"}));
}

TEST(StoppedLines, HaveManyByNodesOfAList) {
  report::Path path;
  path.edges = {heldBy("shop.Price", "value"), heldBy("shop.Link", "next", 7),
                heldBy("shop.Table", "first")};
  EXPECT_EQ(havingOneEach(path), std::vector<std::string>{"shop.Price"});
}

}  // namespace
}  // namespace isl

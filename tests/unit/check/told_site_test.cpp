// What is remembered of a site between two tellings of its paths.
#include "check/ToldSite.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

std::vector<report::Path> heldBy(const char* holder, uint64_t retained = 0) {
  report::PathEdge edge;
  edge.holderType = holder;
  edge.field = "all";
  report::Path path;
  path.edges = {edge};
  path.retainedBytes = retained;
  return {path};
}

TEST(ToldSite, IsMeasuredWhenItHasHalfAsMuchAgain) {
  ToldSite site;
  EXPECT_TRUE(site.isToBeMeasured(1000, false));
  EXPECT_FALSE(site.isToBeMeasured(1500, false));
  EXPECT_TRUE(site.isToBeMeasured(1501, false));
  EXPECT_FALSE(site.isToBeMeasured(1501, true));
  EXPECT_TRUE(site.isToBeMeasured(1502, true)) << "the program ends";
}

// The figures of one telling are those that the next goes by, not those of the measurement: a table was told with 4,000 TiB.
TEST(ToldSite, FiguresGoAlongWithItsBytes) {
  ToldSite site;
  ASSERT_TRUE(site.isToBeMeasured(1000, false));
  site.isMeasured(1000);
  std::vector<report::Path> told = heldBy("shop.Shop", 3000);
  for (uint64_t bytes = 1010; bytes <= 1500; bytes += 10) {
    EXPECT_FALSE(site.isToBeMeasured(bytes, false));
    std::vector<report::Path> now = heldBy("shop.Shop");
    site.carryRetained(told, now, bytes);
    told = now;
  }
  EXPECT_NEAR(static_cast<double>(told[0].retainedBytes), 4500, 50) << "each is rounded down";
  for (const uint64_t bytes : {700, 1500}) {
    std::vector<report::Path> now = heldBy("shop.Shop");
    site.carryRetained(told, now, bytes);
    EXPECT_EQ(now[0].retainedBytes, told[0].retainedBytes) << "there were as many before";
    told = now;
  }
}

TEST(ToldSite, IsMeasuredAgainWhereItsWayIsAnother) {
  ToldSite site;
  ASSERT_TRUE(site.isToBeMeasured(1000, false));
  site.isMeasured(1000);
  std::vector<report::Path> now = heldBy("shop.Queue");
  site.carryRetained(heldBy("shop.Shop", 3000), now, 1100);
  EXPECT_EQ(now[0].retainedBytes, 0u);
  EXPECT_TRUE(site.isToBeMeasured(1100, false));
}

}  // namespace
}  // namespace isl

// Sites whose objects lie on the way of another one's.
#include "verdict/SharedWays.h"

#include <gtest/gtest.h>

#include "verdict/held_sites.h"

namespace isl {
namespace {

using test::edge;
using test::pathOf;
using test::siteOf;

report::PathEdge through(const char* type, const char* field, uint32_t id) {
  report::PathEdge out = edge(type, field);
  out.holderId = id;
  return out;
}

TEST(SharedWays, AreTheRestOfAWayThroughTheSitesObjects) {
  std::vector<report::Site> sites = {siteOf("java.util.HashMap$Node", 100, {}, "growing"),
                                     siteOf("java.lang.String", 200,
                                            pathOf({through("java.util.HashMap$Node", "key", 7),
                                                    through("java.util.HashMap$Node", "next", 7),
                                                    through("java.util.HashMap$Node[]", "[*]", 0),
                                                    through("java.util.HashMap", "table", 8)},
                                                   "static", "shop.Visits.all"),
                                            "growing")};
  sites[0].paths.clear();
  sites[0].id = 6;
  sites[1].id = 9;
  addSharedWays(sites);
  EXPECT_TRUE(sites[0].paths.empty()) << "nodes of another site";
  sites[0].id = 7;
  sites[1].paths[0].truncated = true;
  addSharedWays(sites);
  EXPECT_TRUE(sites[0].paths.empty()) << "the root was not reached";
  sites[1].paths[0].truncated = false;
  addSharedWays(sites);
  ASSERT_EQ(sites[0].paths.size(), 1u);
  ASSERT_EQ(sites[0].paths[0].edges.size(), 2u) << "from the last of them on";
  EXPECT_EQ(sites[0].paths[0].edges[0].holderType, "java.util.HashMap$Node[]");
  EXPECT_EQ(sites[0].paths[0].root.name, "shop.Visits.all");
  EXPECT_EQ(sites[1].paths[0].edges.size(), 4u);
}

}  // namespace
}  // namespace isl

// The climb from objects to their roots, in a generated heap.
#include "paths/PathSearch.h"

#include "paths/chain_heap.h"

namespace isl {
namespace {

constexpr uint32_t kCheck = 20;

class Climb : public test::ChainHeap {
 protected:
  uint32_t nodeOf(uint32_t object) {
    bool fresh = false;
    const uint32_t node = nodes.ensure(&heap.objects[object].tag, kCheck, fresh);
    nodes[node].classId = heap.objects[object].classId;
    return node;
  }
  size_t climb(uint64_t budgetMs, bool scouting) {
    size_t walks = 0;
    search.climb(nullptr, kCheck, {nodeOf(0)}, budgetMs, scouting, ways, walks);
    return walks;
  }
  size_t edges() { return ways.wayFrom(nodeOf(0), nodes).edges.size(); }
  bool rooted() { return ways.reachOf(nodeOf(0)) == Ways::Reach::Root; }

  PathSearch search{heap.env(), classes, nodes};
  Ways ways;
};

TEST_F(Climb, AWalkForEachEdge) {
  buildChain(9);
  EXPECT_EQ(climb(60000, false), 10u) << "the last one meets the root";
  EXPECT_EQ(edges(), 9u);
  EXPECT_TRUE(rooted());
}

TEST_F(Climb, TheScoutKnowsAllInTwo) {
  buildChain(9);
  EXPECT_EQ(climb(60000, true), PathScout::kWalks + 1) << "and one for the roots";
  EXPECT_EQ(edges(), 9u);
  EXPECT_TRUE(rooted());
}

TEST_F(Climb, EndsWithItsTimeAndGoesOn) {
  buildChain(9);
  for (size_t walks = 1; walks <= 9; walks++) {
    EXPECT_EQ(climb(0, false), 1u);
    EXPECT_EQ(edges(), walks);
    EXPECT_FALSE(rooted());
  }
  EXPECT_EQ(climb(0, false), 1u);
  EXPECT_TRUE(rooted());
  EXPECT_EQ(climb(0, false), 0u) << "nothing is open";
}

TEST_F(Climb, NotesWhatNoWalkComesTo) {
  buildChain(3);
  climb(60000, false);
  heap.objects[1].refs.clear();
  ways.forget(nodeOf(0));
  EXPECT_EQ(climb(60000, false), 1u);
  EXPECT_TRUE(ways.isLost(nodeOf(0)));
  heap.objects[1].refs = {{1, 0}};
  climb(60000, false);
  EXPECT_FALSE(ways.isLost(nodeOf(0)));
  EXPECT_TRUE(rooted());
}

// A list of forty cells: some edges, then a leap to its head.
TEST_F(Climb, LeapsAlongRuns) {
  add(1, test::kSuspiciousSite);
  for (uint32_t i = 1; i <= 40; i++) heap.objects[add(4)].refs = {{1, i - 1}};
  heap.roots = {40};
  heap.collect();
  nodeOf(40);  // known, as the generated heap cannot be asked by tag
  const size_t walks = climb(60000, false);
  EXPECT_LT(walks, 12u);
  EXPECT_TRUE(rooted());
  uint32_t length = 0;
  for (const WayEdge& edge : ways.wayFrom(nodeOf(0), nodes).edges) length += edge.repeats;
  EXPECT_EQ(length, 40u);
}

}  // namespace
}  // namespace isl

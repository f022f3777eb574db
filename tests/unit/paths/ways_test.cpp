// Ways as values: followed from step to step, without a heap.
#include "paths/Ways.h"

#include <gtest/gtest.h>

#include "store/Site.h"

namespace isl {
namespace {

using Reach = Ways::Reach;

// Nodes 1, 2, 3, ... are held by the next one each.
Ways chain(uint32_t length) {
  Ways ways;
  for (uint32_t node = 1; node <= length; node++) {
    ways[node].parent = node + 1;
    ways[node].parentClass = node + 1;
  }
  return ways;
}

void addRoot(Ways& ways, uint32_t node, jvmtiHeapReferenceKind kind) {
  ways[node].hasRoot = true;
  ways[node].root.kind = kind;
}

void addStackRoot(Ways& ways, uint32_t node) {
  ways[node].hasStackRoot = true;
  ways[node].stackRoot.kind = JVMTI_HEAP_REFERENCE_STACK_LOCAL;
}

TEST(Ways, EndOpenWhereNobodyHasLooked) {
  Ways ways = chain(3);
  EXPECT_EQ(ways.openEnds({1, 2}), std::vector<uint32_t>{4}) << "an end once";
  EXPECT_EQ(ways.openEnds({1, 9}), (std::vector<uint32_t>{4, 9}));
  addRoot(ways, 2, JVMTI_HEAP_REFERENCE_JNI_GLOBAL);
  EXPECT_TRUE(ways.openEnds({1}).empty());
  ways[5];  // looked for, and nothing holds it
  EXPECT_TRUE(ways.openEnds({5}).empty());
}

TEST(Ways, BeyondAStackTheyGoOnForAFewEdges) {
  Ways ways = chain(3);
  addStackRoot(ways, 1);
  EXPECT_EQ(ways.openEnds({1}), std::vector<uint32_t>{4});
  ways = chain(9);
  addStackRoot(ways, 1);
  EXPECT_TRUE(ways.openEnds({1}).empty());
}

TEST(Ways, ReachRootsOfAKnownKindBest) {
  Ways ways = chain(3);
  EXPECT_EQ(ways.reachOf(1), Reach::Open);
  addStackRoot(ways, 2);
  EXPECT_EQ(ways.reachOf(1), Reach::Root) << "where nothing lasting is known";
  addRoot(ways, 3, JVMTI_HEAP_REFERENCE_OTHER);
  EXPECT_EQ(ways.reachOf(1), Reach::UnknownRoot);
  addRoot(ways, 3, JVMTI_HEAP_REFERENCE_STATIC_FIELD);
  EXPECT_EQ(ways.reachOf(1), Reach::Root);
}

TEST(Ways, KnowWhoseWayLeadsToAnObject) {
  Ways ways = chain(3);
  EXPECT_TRUE(ways.circles(1, 1));
  EXPECT_TRUE(ways.circles(1, 4));
  EXPECT_FALSE(ways.circles(1, 5));
  EXPECT_FALSE(ways.circles(3, 1)) << "upwards only";
  ways[4].circles = true;  // all its holders lie below it
  EXPECT_TRUE(ways.circles(1, 9));
  addRoot(ways, 2, JVMTI_HEAP_REFERENCE_JNI_GLOBAL);
  EXPECT_FALSE(ways.circles(1, 9));
}

TEST(Ways, FollowedAreNotForEver) {
  Ways ways = chain(2);
  ways[3].parent = 1;
  EXPECT_TRUE(ways.circles(1, 9));
  EXPECT_EQ(ways.reachOf(1), Reach::Open);
  EXPECT_TRUE(ways.openEnds({1}).empty());
  EXPECT_FALSE(ways.isLost(1));
  NodeTable nodes(10);
  for (int i = 0; i < 4; i++) {
    jlong tag = 0;
    bool fresh = false;
    nodes.ensure(&tag, 1, fresh);
  }
  EXPECT_EQ(ways.wayFrom(1, nodes).edges.size(), 3u);
}

TEST(Ways, ForgetWhatLeadsToAHolder) {
  Ways ways = chain(2);
  ways[7].parent = 2;
  addRoot(ways, 7, JVMTI_HEAP_REFERENCE_JNI_GLOBAL);
  EXPECT_EQ(ways.forgetBelow(2), std::vector<uint32_t>{1});
  EXPECT_FALSE(ways.knows(1));
  EXPECT_TRUE(ways.knows(7)) << "its own root holds it";
  ways.keepOnly({7});
  EXPECT_EQ(ways.all().size(), 1u);
}

TEST(Ways, AreLostWhereASearchFoundNothing) {
  Ways ways = chain(2);
  EXPECT_FALSE(ways.isLost(1)) << "nobody has looked for 3";
  ways.noteUnreached(3);
  EXPECT_TRUE(ways.isLost(1));
  ways.freed(3);
  EXPECT_FALSE(ways.isLost(1));
  ways.noteUnreached(3);
  ways.clearUnreached();
  EXPECT_FALSE(ways.isLost(1));
  ways[3].circles = true;
  EXPECT_TRUE(ways.isLost(1));
  addRoot(ways, 3, JVMTI_HEAP_REFERENCE_JNI_GLOBAL);
  EXPECT_FALSE(ways.isLost(1));
}

// What is told of a way.
class Told : public testing::Test {
 protected:
  void SetUp() override {
    for (uint32_t node = 1; node <= 5; node++) {
      jlong tag = 0;
      bool fresh = false;
      ASSERT_EQ(nodes.ensure(&tag, 1, fresh), node);
      nodes[node].classId = 10 + node;
    }
  }
  NodeTable nodes{10};
};

TEST_F(Told, EdgesKnowBothClassesAndTheHoldersSite) {
  Ways ways = chain(2);
  ways[2].element = true;
  ways[2].index = 5;
  nodes[2].word = 77u << kEpochBits | 3;
  nodes[2].hasWord = 1;
  const Way way = ways.wayFrom(1, nodes);
  ASSERT_EQ(way.edges.size(), 2u);
  EXPECT_EQ(way.edges[0].heldClass, 11u);
  EXPECT_EQ(way.edges[0].holderClass, 2u);
  EXPECT_EQ(way.edges[0].holderSite, 77u);
  EXPECT_FALSE(way.edges[0].element);
  EXPECT_EQ(way.edges[1].heldClass, 12u);
  EXPECT_EQ(way.edges[1].holderSite, kSiteUnknown) << "its word is not known";
  EXPECT_TRUE(way.edges[1].element);
  EXPECT_EQ(way.edges[1].index, 5);
  EXPECT_FALSE(way.atRoot);
}

TEST_F(Told, ALastingRootComesBeforeAStack) {
  Ways ways = chain(3);
  addStackRoot(ways, 2);
  Way way = ways.wayFrom(1, nodes);
  EXPECT_TRUE(way.atRoot);
  EXPECT_EQ(way.root.kind, JVMTI_HEAP_REFERENCE_STACK_LOCAL);
  EXPECT_EQ(way.edges.size(), 1u) << "what lies beyond the stack is left out";
  addRoot(ways, 3, JVMTI_HEAP_REFERENCE_STATIC_FIELD);
  way = ways.wayFrom(1, nodes);
  EXPECT_EQ(way.root.kind, JVMTI_HEAP_REFERENCE_STATIC_FIELD);
  EXPECT_EQ(way.edges.size(), 2u);
}

TEST_F(Told, FieldsOfReferencesWhereNothingElseHolds) {
  Ways ways = chain(1);
  ways[2].links = {{4, 1}};
  Way way = ways.wayFrom(1, nodes);
  EXPECT_FALSE(way.atRoot);
  ASSERT_EQ(way.links.size(), 1u);
  EXPECT_EQ(way.links[0].classId, 4u);
  addStackRoot(ways, 1);
  way = ways.wayFrom(1, nodes);
  EXPECT_TRUE(way.atRoot);
  EXPECT_TRUE(way.links.empty());
}

}  // namespace
}  // namespace isl

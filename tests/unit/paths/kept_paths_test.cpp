// What is known of paths from check to check, without a search.
#include "paths/KeptPaths.h"

#include <gtest/gtest.h>

#include "paths/scripted_reader.h"

namespace isl {
namespace {

class Kept : public testing::Test {
 protected:
  // Sample 1, held by 2, held by 3, which is at a root.
  void SetUp() override {
    target.site = 7;
    kept.samples().reset({target});
    kept.samples().take(0, {{1, nodes.tag(1), 1}});
    for (uint32_t node = 1; node <= 2; node++) {
      Step& step = kept.ways()[node];
      step.parent = node + 1;
      step.parentTag = nodes.tag(node + 1);
      step.index = 4;
      edges.fields.insert({nodes.tag(node + 1), 4, nodes.tag(node)});
    }
    kept.ways()[3].hasRoot = true;
    kept.ways()[3].root.kind = JVMTI_HEAP_REFERENCE_JNI_GLOBAL;
    for (uint32_t node = 1; node <= 3; node++) edges.words[nodes.tag(node)] = 50;
  }

  KeptPaths::Verified verify() {
    return kept.verify(nullptr, reader, [](uint32_t, uint32_t word) { return word / 10.0; });
  }

  test::Nodes nodes{5};
  test::ScriptedReader edges;
  WayReader reader{edges, nodes.classes, nodes.table};
  PathTarget target;
  KeptPaths kept;
};

TEST_F(Kept, WhatHoldsStays) {
  kept.ways()[5].parent = 3;  // nobody's way
  const KeptPaths::Verified verified = verify();
  EXPECT_EQ(verified.edges, 3u);
  EXPECT_EQ(verified.cut, 0u);
  EXPECT_EQ(verified.open, 0u);
  EXPECT_FALSE(verified.spent);
  EXPECT_EQ(kept.samples().of(0)[0].weight, 5) << "as it is now";
  EXPECT_EQ(kept.ways().all().size(), 3u);
}

TEST_F(Kept, WhatIsGoneIsCutWithAllBehindIt) {
  edges.fields.erase({nodes.tag(3), 4, nodes.tag(2)});
  const KeptPaths::Verified verified = verify();
  EXPECT_EQ(verified.cut, 1u);
  EXPECT_EQ(verified.open, 1u);
  EXPECT_TRUE(kept.ways().knows(1));
  EXPECT_FALSE(kept.ways().knows(2));
  EXPECT_FALSE(kept.ways().knows(3));
}

TEST_F(Kept, DeadSamplesSpendTheirTarget) {
  edges.words.erase(nodes.tag(1));
  const KeptPaths::Verified verified = verify();
  EXPECT_TRUE(verified.spent);
  EXPECT_EQ(verified.edges, 0u);
  EXPECT_TRUE(kept.ways().all().empty());
  EXPECT_TRUE(kept.letGo(target));
}

TEST_F(Kept, UsedSamplesSpendTheirTarget) {
  edges.words[nodes.tag(1)] = 0;
  EXPECT_TRUE(verify().spent);
}

TEST_F(Kept, ASearchThatFoundLessIsTakenBack) {
  const KeptPaths known = kept;
  kept.ways().clear();
  kept.samples().reset({target});
  kept.samples().take(0, {{4, nodes.tag(4), 1}});
  kept.putBack(known);
  EXPECT_TRUE(kept.wasPutBack(target));
  EXPECT_EQ(kept.samples().nodes(), std::vector<uint32_t>{1});
  EXPECT_EQ(kept.ways().reachOf(1), Ways::Reach::Root);
  verify();
  EXPECT_FALSE(kept.wasPutBack(target)) << "from here on they are as any other";
}

TEST_F(Kept, ASearchThatFoundAsMuchStands) {
  const KeptPaths known = kept;
  kept.samples().reset({target});
  kept.samples().take(0, {{3, nodes.tag(3), 1}});
  kept.putBack(known);
  EXPECT_FALSE(kept.wasPutBack(target));
  EXPECT_EQ(kept.samples().nodes(), std::vector<uint32_t>{3});
  PathTarget other;
  other.site = 8;
  EXPECT_FALSE(kept.wasPutBack(other));
}

TEST_F(Kept, ARootOfAnUnknownKindIsLessThanAnother) {
  const KeptPaths known = kept;
  kept.ways()[3].root.kind = JVMTI_HEAP_REFERENCE_OTHER;
  kept.putBack(known);
  EXPECT_TRUE(kept.wasPutBack(target));
  EXPECT_EQ(kept.ways().reachOf(1), Ways::Reach::Root);
}

TEST_F(Kept, LetGoIsWhatNothingLeadsTo) {
  EXPECT_FALSE(kept.letGo(target));
  kept.ways().forget(3);
  EXPECT_FALSE(kept.letGo(target));
  kept.ways().noteUnreached(3);
  EXPECT_TRUE(kept.letGo(target));
  kept.freed(3);
  EXPECT_FALSE(kept.letGo(target));
  PathTarget other;
  other.site = 8;
  EXPECT_FALSE(kept.letGo(other)) << "nothing is known of it";
}

TEST_F(Kept, AFreedNodeIsForgotten) {
  kept.freed(1);
  EXPECT_TRUE(kept.samples().of(0).empty());
  EXPECT_FALSE(kept.ways().knows(1));
  EXPECT_TRUE(kept.ways().knows(2));
}

}  // namespace
}  // namespace isl

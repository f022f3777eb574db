// Labels and path conditions: of which contexts an object is.
#include "heap/PathConditions.h"
#include "heap/record_parts.h"

namespace isl {
namespace {

using Labels = test::RecordParts;

TEST_F(Labels, ContextsAreSortedByTheirPath) {
  const ContextSets plain(spec_, {-1, -1, 0});
  EXPECT_EQ(plain.withPath, 1u << kM);
  EXPECT_EQ(plain.certainHeads, 1u << kL | 1u << kH);
  EXPECT_EQ(plain.askingHeads, 0u);
  EXPECT_EQ(plain.unownedHeads, 1u << kL) << "H has a sequence";
  EXPECT_EQ(plain.owned, 1u << kM);
  EXPECT_TRUE(plain.pathOnMain);
  spec_.rules = ISL_RULE_HEADS_FROM_NONE;
  const ContextSets printed(spec_, {-1, -1, 0});
  EXPECT_EQ(printed.certainHeads, 0u);
  EXPECT_EQ(printed.askingHeads, 1u << kL | 1u << kH);
}

TEST_F(Labels, LabelsHoldByClassSequenceAndOwner) {
  sequences_ = {0, 0, 0, 2, 0};  // site 3 is under sequence 1, site 4 is not
  const ContextLabels all = labels({-1, -1, 1});
  const auto at = [](uint32_t site) { return site << kEpochBits; };
  EXPECT_TRUE(all.holds(kH, ids_[3], at(3), true));
  EXPECT_FALSE(all.holds(kH, ids_[3], at(4), true));
  EXPECT_FALSE(all.holds(kH, ids_[3], at(99), true)) << "newer than the walk";
  EXPECT_FALSE(all.holds(kH, ids_[1], at(3), true));
  EXPECT_TRUE(all.holds(kH, ids_[3], at(kSiteInitializer), true));
  EXPECT_FALSE(all.holds(kL, ids_[1], at(kSiteUnknown), true)) << "not of the program";
  EXPECT_TRUE(all.holds(kL, ids_[4], at(kSiteUnknown), true)) << "arrays need no owner";
  EXPECT_TRUE(all.holds(kL, ids_[1], 0, false));
  EXPECT_FALSE(all.holds(kM, ids_[2], 0, false)) << "what is tracked is known";
  EXPECT_TRUE(all.any(ids_[3], at(3), true));
  EXPECT_FALSE(all.any(ids_[0], at(3), true));
  EXPECT_TRUE(all.isMain(ids_[2]));
  EXPECT_FALSE(all.isMain(ids_[1]));
}

class Paths : public test::RecordParts {
 protected:
  struct Met {
    uint32_t classId;
    jlong tag = 0;
  };
  // The burst of `from`, whose word is `word`; 0: unknown.
  void refer(PathConditions& paths, Met& from, Met& to, uint32_t word, bool root = false) {
    Burst burst;
    burst.classId = ids_[from.classId];
    burst.node = nodes_.find(from.tag);
    burst.tag = &from.tag;
    Edge edge;
    edge.classId = ids_[to.classId];
    edge.tag = &to.tag;
    edge.field.isRoot = root;
    uint32_t node = nodes_.find(to.tag);
    ASSERT_TRUE(paths.edge(burst, edge, classes_[edge.classId].contexts[0], node));
    paths.object(burst, word, word != 0);
    if (node == 0) return;
    nodes_[node].word = kWord;
    nodes_[node].hasWord = true;
  }
  uint64_t of(PathConditions& paths, const Met& met) {
    const uint32_t node = nodes_.find(met.tag);
    return node == 0 ? 0 : paths.of(node);
  }
};

TEST_F(Paths, LeadFromAnObjectWithTheLabel) {
  const ContextLabels all = labels();
  PathConditions paths(&spec_, all, walk_, nodes_);
  paths.begin();
  Met list{1}, stranger{1}, other{3}, behind{2}, notBehind{2}, ignored{2};
  refer(paths, list, behind, kWord);
  refer(paths, stranger, notBehind, kSiteUnknown << kEpochBits | 7);
  refer(paths, other, ignored, kWord);
  paths.settle();
  EXPECT_EQ(of(paths, behind), 1u << kM);
  EXPECT_EQ(of(paths, notBehind), 0u);
  EXPECT_EQ(ignored.tag, 0) << "no identity for what cannot be on the path";
  std::vector<uint32_t> met;
  paths.collect(kM, met);
  EXPECT_EQ(met, std::vector<uint32_t>{nodes_.find(behind.tag)});
  paths.begin();
  paths.settle();
  EXPECT_EQ(of(paths, behind), 0u) << "each walk begins anew";
}

TEST_F(Paths, BeginAtAReferrerOfNoContext) {
  spec_.rules = ISL_RULE_HEADS_FROM_NONE;
  const ContextLabels all = labels();
  PathConditions paths(&spec_, all, walk_, nodes_);
  paths.begin();
  Met plain{0}, head{1}, inner{1}, root{0}, rooted{3};
  refer(paths, plain, head, kWord);
  refer(paths, head, inner, kWord);
  refer(paths, root, rooted, 0, true);
  paths.settle();
  EXPECT_EQ(of(paths, head), 1u << kL);
  EXPECT_EQ(of(paths, inner), 0u) << "an L refers to it";
  EXPECT_EQ(of(paths, rooted), 1u << kH);
}

// Arrays are decided by their owner's word, which is known at the end.
TEST_F(Paths, OverArraysWaitForTheirOwner) {
  contexts_[kL].sequence = "a.A.m,*";
  const ContextLabels all = labels({1, -1, -1});
  sequences_ = {0, 0, 0, 2, 0};
  for (const bool holds : {true, false}) {
    PathConditions paths(&spec_, all, walk_, nodes_);
    paths.begin();
    Met array{4}, element{2};
    bool fresh;
    const uint32_t node = nodes_.ensure(&array.tag, 7, fresh);
    nodes_[node].classId = ids_[4];
    refer(paths, array, element, 0);
    nodes_[node].word = (holds ? 3u : 4u) << kEpochBits;
    nodes_[node].hasWord = true;
    paths.settle();
    EXPECT_EQ(of(paths, element), holds ? 1u << kM : 0u);
  }
}

}  // namespace
}  // namespace isl

// Which objects are followed, from one list of targets to the next.
#include "paths/PathSamples.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

PathTarget target(uint32_t site, uint32_t scope = 0) {
  PathTarget target;
  target.site = site;
  target.classId = 1;
  target.scope = scope;
  return target;
}

class Samples : public testing::Test {
 protected:
  // Two targets, the first with four samples.
  void SetUp() override {
    samples.reset({target(7), target(8)});
    for (uint32_t node = 1; node <= 4; node++) samples.of(0).push_back({node, jlong{node}, 1});
    samples.weighDrawn([](const PathSample& sample) { return sample.node == 2 ? 0 : 10.0; });
  }
  PathSamples samples;
};

TEST_F(Samples, AreWeighedOnce) {
  EXPECT_EQ(samples.of(0)[0].weight, 10);
  EXPECT_EQ(samples.of(0)[1].weight, 1) << "it was suspicious when it was drawn";
  samples.weighDrawn([](const PathSample&) { return 99.0; });
  EXPECT_EQ(samples.of(0)[0].weight, 10);
  EXPECT_EQ(samples.nodes(), (std::vector<uint32_t>{1, 2, 3, 4}));
}

TEST_F(Samples, AreSpentWhenOverHalfAreGone) {
  samples.freed(1);
  samples.of(0)[0].weight = 0;
  samples.dropWeightless(0);
  EXPECT_EQ(samples.nodes(), (std::vector<uint32_t>{3, 4}));
  EXPECT_FALSE(samples.isSpent(0));
  EXPECT_TRUE(samples.follows(target(7)));
  samples.freed(4);
  EXPECT_TRUE(samples.isSpent(0));
  EXPECT_FALSE(samples.follows(target(7)));
}

TEST_F(Samples, AreKeptForTargetsThatAreFollowed) {
  samples.change({target(9), target(7)});
  ASSERT_EQ(samples.size(), 2u);
  EXPECT_TRUE(samples.of(0).empty());
  EXPECT_EQ(samples.of(1).size(), 4u);
  samples.freed(1);
  samples.freed(2);
  samples.freed(3);
  EXPECT_TRUE(samples.isSpent(1)) << "how many there were goes with them";
  samples.change({target(7)});
  EXPECT_TRUE(samples.of(0).empty()) << "the target was not followed any more";
}

TEST_F(Samples, OfAnotherScopeAreOthers) {
  EXPECT_EQ(samples.positionOf(target(8)), 1u);
  EXPECT_EQ(samples.positionOf(target(8, 3)), samples.size());
  EXPECT_FALSE(samples.follows(target(7, 3)));
}

TEST_F(Samples, TakenOverCountAsDrawnNow) {
  samples.take(1, {{9, 9, 5.0}});
  EXPECT_EQ(samples.of(1)[0].weight, 5);
  samples.weighDrawn([](const PathSample&) { return 99.0; });
  EXPECT_EQ(samples.of(1)[0].weight, 5);
  samples.freed(9);
  EXPECT_TRUE(samples.isSpent(1));
}

}  // namespace
}  // namespace isl

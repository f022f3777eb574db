// Objects drawn from a generated heap.
#include "paths/Sampler.h"

#include <set>

#include "paths/NodeWords.h"
#include "paths/chain_heap.h"

namespace isl {
namespace {

using test::kSuspiciousSite;

constexpr uint32_t kCheck = 20;

class Drawn : public test::ChainHeap {
 protected:
  // `count` suspicious objects, all at roots.
  void build(uint32_t count) {
    for (uint32_t i = 0; i < count; i++) heap.roots.push_back(add(1, kSuspiciousSite));
    heap.collect();
  }
  PathTarget target(uint64_t objects) {
    PathTarget target;
    target.site = kSuspiciousSite;
    target.classId = classes.typeOf(1);
    target.objects = objects;
    return target;
  }
  const std::vector<PathSample>& draw(const PathTarget& target, size_t wanted = 8) {
    samples.reset({target});
    sampler.draw(nullptr, kCheck, wanted, samples, walks);
    return samples.of(0);
  }

  Sampler sampler{heap.env(), classes, nodes};
  PathSamples samples;
  size_t walks = 0;
};

TEST_F(Drawn, AllOfAFewAndSomeOfMany) {
  build(5);
  EXPECT_EQ(draw(target(5)).size(), 5u);
  EXPECT_EQ(walks, 1u);
  std::set<uint32_t> distinct;
  for (const PathSample& sample : samples.of(0)) {
    distinct.insert(sample.node);
    EXPECT_EQ(nodes.find(sample.tag), sample.node);
    EXPECT_EQ(nodes[sample.node].classId, 1u);
  }
  EXPECT_EQ(distinct.size(), 5u);
  EXPECT_EQ(draw(target(5), 2).size(), 2u);
}

TEST_F(Drawn, EvenlySpread) {
  build(80);
  EXPECT_EQ(draw(target(80)).size(), 8u);
  EXPECT_EQ(draw(target(800)).size(), 1u) << "one of a hundred, where there were so many";
}

TEST_F(Drawn, OnlySuspiciousOnes) {
  build(4);
  heap.objects[0].word = kSuspiciousSite << kEpochBits | kCheck;
  heap.objects[1].word = kFirstSite << kEpochBits | 1;
  heap.objects[2].classId = 2;
  EXPECT_EQ(draw(target(1)).size(), 1u);
  PathTarget old = target(1);
  old.minAge = kCheck;
  EXPECT_TRUE(draw(old).empty());
}

TEST_F(Drawn, OfTheScopeThatIsMeant) {
  build(2);
  heap.objects[1].word = (kSuspiciousSite + 1) << kEpochBits | 1;  // the same site in scope 3
  SiteScopes scopes;
  for (uint32_t site = 0; site <= kSuspiciousSite; site++) scopes.plain.push_back(site);
  scopes.plain.push_back(kSuspiciousSite);
  scopes.scope.assign(kSuspiciousSite + 1, 0);
  scopes.scope.push_back(3);
  EXPECT_EQ(draw(target(1)).size(), 1u) << "without scopes they are two sites";
  sampler.setScopes(&scopes);
  EXPECT_EQ(draw(target(2)).size(), 2u);
  PathTarget scoped = target(1);
  scoped.scope = 3;
  EXPECT_EQ(draw(scoped).size(), 1u);
}

TEST_F(Drawn, GivenObjectsNeedNoWalk) {
  build(3);
  draw(target(3));
  PathTarget given = target(3);
  given.nodes = samples.nodes();
  walks = 0;
  EXPECT_EQ(draw(given, 2).size(), 2u);
  EXPECT_EQ(walks, 0u);
}

TEST_F(Drawn, TargetsThatHaveSamplesKeepThem) {
  build(3);
  draw(target(3));
  const std::vector<uint32_t> before = samples.nodes();
  walks = 0;
  sampler.draw(nullptr, kCheck, 8, samples, walks);
  EXPECT_EQ(samples.nodes(), before);
  EXPECT_EQ(walks, 0u);
}

TEST_F(Drawn, NodesGetTheirWords) {
  build(2);
  draw(target(2));
  for (uint32_t node : samples.nodes()) EXPECT_FALSE(nodes[node].hasWord);
  readNodeWords(heap.env(), classes, nodes);
  for (uint32_t node : samples.nodes()) {
    EXPECT_TRUE(nodes[node].hasWord);
    EXPECT_EQ(siteOf(nodes[node].word), kSuspiciousSite);
  }
}

}  // namespace
}  // namespace isl

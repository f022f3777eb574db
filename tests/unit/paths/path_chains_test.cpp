// Paths by the printed algorithm: an edge at each check, verified before they grow, against the heap itself.
#include "paths/PathChains.h"

#include <gtest/gtest.h>

#include <memory>

#include "paths/PathTracer.h"
#include "paths/chain_heap.h"

namespace isl {
namespace {

using test::kClasses;
using test::kSuspiciousSite;

constexpr uint32_t kWindow = 10, kFirstCheck = 20;

class Chains : public test::ChainHeap {
 protected:
  // One check: the paths of the suspicious objects afterwards.
  std::vector<report::Path> check() {
    PathTarget target;
    target.site = kSuspiciousSite;
    target.classId = classes.typeOf(1);
    target.minAge = kWindow;
    target.objects = 1;
    return chains->grow(nullptr, now++, {target}, nullptr)[0];
  }

  // The types of holders 1 to `length`.
  static std::vector<std::string> types(uint32_t length) {
    std::vector<std::string> out;
    for (uint32_t i = 1; i <= length; i++) out.push_back("C" + std::to_string(holderClass(i) - 1));
    return out;
  }
  static bool atRoot(const report::Path& path) { return path.root.kind != "unknown"; }

  // A new heap, with nothing known of it.
  void restart(uint32_t length) {
    heap.objects.clear();
    nodes = NodeTable(1000);
    chains = std::make_unique<PathChains>(heap.env(), classes, nodes, tracer.sampler(),
                                          tracer.wording());
    buildChain(length);
  }

  uint32_t now = kFirstCheck;
  PathTracer tracer{heap.env(), classes, nodes, sites, nullptr};
  std::unique_ptr<PathChains> chains;
};

TEST_F(Chains, GrowByOneEdgeAtEachCheckUpToTheRoot) {
  restart(12);
  for (uint32_t edges = 0; edges <= 12; edges++) {
    const auto paths = check();
    ASSERT_EQ(paths.size(), 1u) << edges;
    EXPECT_EQ(holders(paths[0]), types(edges));
    EXPECT_FALSE(atRoot(paths[0])) << edges;
  }
  for (int more = 0; more < 3; more++) {
    const auto paths = check();
    ASSERT_EQ(paths.size(), 1u);
    EXPECT_EQ(holders(paths[0]), types(12)) << "a path that has its root stays";
    EXPECT_TRUE(atRoot(paths[0]));
  }
}

TEST_F(Chains, AreCutWhereTheHeapChangedAndGrowAgainFromThere) {
  for (uint32_t cut = 0; cut < 6; cut++) {
    restart(6);
    for (int i = 0; i < 8; i++) check();
    // Another holder takes object `cut` over, the old one lets go.
    const uint32_t other = add(2 + (cut + 5) % (kClasses - 2));
    heap.objects[cut + 1].refs.clear();
    heap.objects[other].refs = {{3, cut}};
    heap.roots = {other};
    heap.collect();
    auto paths = check();
    ASSERT_EQ(paths.size(), 1u) << cut;
    EXPECT_EQ(holders(paths[0]), types(cut)) << "what lies below the cut stays";
    EXPECT_FALSE(atRoot(paths[0])) << cut;
    paths = check();
    auto expected = types(cut);
    expected.push_back("C" + std::to_string(1 + (cut + 5) % (kClasses - 2)));
    EXPECT_EQ(holders(paths[0]), expected) << cut;
    EXPECT_TRUE(atRoot(check()[0])) << cut;
  }
}

TEST_F(Chains, NeverTakeAHolderTwice) {
  for (uint32_t seed = 0; seed < 100; seed++) {
    heap.random.seed(seed);
    restart(5);
    // Every holder is also held by the one below it: circles everywhere.
    for (uint32_t i = 1; i < 5; i++) heap.objects[i].refs.push_back({2, i + 1});
    heap.collect();
    std::vector<report::Path> paths;
    for (int i = 0; i < 12; i++) paths = check();
    ASSERT_EQ(paths.size(), 1u);
    EXPECT_EQ(holders(paths[0]), types(5)) << seed;
    EXPECT_TRUE(atRoot(paths[0])) << seed;
  }
}

TEST_F(Chains, OfAnObjectThatIsUsedAgainAreForgotten) {
  restart(4);
  for (int i = 0; i < 4; i++) check();
  const uint32_t stale = heap.objects[0].word;
  heap.objects[0].word = kSuspiciousSite << kEpochBits | now;
  EXPECT_TRUE(check().empty());
  now += kWindow;
  heap.objects[0].word = stale;
  const auto paths = check();
  ASSERT_EQ(paths.size(), 1u);
  EXPECT_TRUE(paths[0].edges.empty()) << "it begins anew";
}

TEST_F(Chains, OfADeadObjectMakeRoomForAnother) {
  restart(4);
  for (int i = 0; i < 3; i++) check();
  const uint32_t other = add(1, kSuspiciousSite);
  const uint32_t holder = add(9);
  heap.objects[holder].refs = {{1, other}};
  heap.roots = {holder};
  heap.collect();
  // As the checker does after a walk: what was not met is dead.
  for (uint32_t id = 1; id < nodes.size(); id++) nodes[id].lastSeen = now - 1;
  nodes.sweep(now, [](uint32_t) {});
  EXPECT_EQ(check().size(), 1u);
  const auto paths = check();
  ASSERT_EQ(paths.size(), 1u);
  EXPECT_EQ(holders(paths[0]), std::vector<std::string>{"C8"});
}

TEST_F(Chains, ShareThePenaltyByTheWaysThatHoldTheObjects) {
  restart(0);
  heap.objects.clear();
  for (int i = 0; i < 4; i++) add(1, kSuspiciousSite);
  const uint32_t a = add(3), b = add(4);
  heap.objects[a].refs = {{1, 0}, {1, 1}, {1, 2}};
  heap.objects[b].refs = {{1, 3}};
  heap.roots = {a, b};
  heap.collect();
  check();
  const auto paths = check();
  ASSERT_EQ(paths.size(), 2u) << "those that agree in types and fields are one";
  EXPECT_EQ(holders(paths[0]), std::vector<std::string>{"C2"});
  EXPECT_DOUBLE_EQ(paths[0].share, 0.75);
  EXPECT_DOUBLE_EQ(paths[1].share, 0.25);
}

}  // namespace
}  // namespace isl

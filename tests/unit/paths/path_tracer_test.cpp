// Paths that are kept while the heap changes under them, against the heap itself.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "paths/PathTracer.h"
#include "paths/chain_heap.h"

namespace isl {
namespace {

using test::FakeHeap;
using test::FakeObject;
using test::kClasses;
using test::kSuspiciousSite;

// Reads the references of the fake heap; tags that nobody watches are dead, as in the real one.
class FakeReader final : public EdgeReader {
 public:
  explicit FakeReader(FakeHeap& heap) : heap_(heap) {}

  void watch(JNIEnv*, const std::vector<jlong>& tags) override {
    watched_ = std::set<jlong>(tags.begin(), tags.end());
  }
  bool fieldHolds(JNIEnv*, jlong holder, uint32_t, int32_t index, bool isStatic,
                  jlong object) override {
    const FakeObject* to = find(object);
    if (to == nullptr) return false;
    if (isStatic) return std::count(heap_.roots.begin(), heap_.roots.end(), indexOf(*to)) > 0;
    const FakeObject* from = find(holder);
    if (from == nullptr) return false;
    for (const auto& [field, target] : from->refs) {
      if (field == index && target == indexOf(*to)) return true;
    }
    return false;
  }
  int32_t elementHolding(JNIEnv*, jlong, int32_t, jlong) override { return -1; }
  bool runHolds(JNIEnv*, jlong, uint32_t, int32_t, uint32_t, jlong) override { return false; }
  bool wordOf(JNIEnv*, jlong object, uint32_t, uint32_t& word) override {
    const FakeObject* self = find(object);
    if (self != nullptr) word = self->word;
    return self != nullptr;
  }

 private:
  const FakeObject* find(jlong tag) const {
    if (watched_.count(tag) == 0) return nullptr;
    for (const FakeObject& o : heap_.objects) {
      if (o.live && o.tag == tag) return &o;
    }
    return nullptr;
  }
  uint32_t indexOf(const FakeObject& o) const {
    return static_cast<uint32_t>(&o - heap_.objects.data());
  }

  FakeHeap& heap_;
  std::set<jlong> watched_;
};

class TracedPaths : public test::ChainHeap {
 protected:
  PathTarget target() {
    PathTarget target;
    target.site = kSuspiciousSite;
    target.classId = classes.typeOf(1);
    target.objects = 1;
    return target;
  }

  std::vector<report::Path> trace() {
    return tracer.trace(nullptr, kCheck, {target()}, 60000, weigh, {})[0];
  }

  // What HotSpot does with tags of dead objects, and the checker after a walk.
  void collect() {
    heap.collect();
    std::set<jlong> alive;
    for (const FakeObject& o : heap.objects) alive.insert(o.tag);
    for (uint32_t id = 1; id < nodes.size(); id++) {
      if (nodes[id].lastSeen != 0)
        nodes[id].lastSeen = alive.count(nodes.tagOf(id)) != 0 ? ++now : 1;
    }
    nodes.sweep(2, [this](uint32_t node) { tracer.freed(node); });
  }

  // Holder types of the path as the heap has them, from object 0 along the only referrers.
  std::vector<std::string> holdersInHeap() const {
    std::vector<std::string> types;
    std::set<uint32_t> met;
    for (uint32_t at = 0; met.insert(at).second;) {
      for (uint32_t i = 0; i < heap.objects.size(); i++) {
        if (!heap.objects[i].live) continue;
        for (const auto& [field, to] : heap.objects[i].refs) {
          if (to != at || met.count(i) != 0) continue;
          types.push_back("C" + std::to_string(heap.objects[i].classId - 1));
          at = i;
        }
      }
    }
    return types;
  }

  static constexpr uint32_t kCheck = 20;
  uint32_t now = 100;
  FakeReader reader{heap};
  PathTracer tracer{heap.env(), classes, nodes, sites, &reader};
  PathTracer::Weigh weigh = [](uint32_t, uint32_t word) { return epochOf(word) == 1 ? 1.0 : 0.0; };
};

TEST_F(TracedPaths, AnUnchangedHeapCutsNothing) {
  buildChain(14);
  const auto before = trace();
  ASSERT_EQ(before.size(), 1u);
  EXPECT_EQ(holders(before[0]), holdersInHeap());
  EXPECT_EQ(before[0].edges.size(), 14u);
  EXPECT_FALSE(before[0].truncated);
  const auto verified = tracer.verify(nullptr, weigh);
  EXPECT_EQ(verified.cut, 0u);
  EXPECT_EQ(verified.open, 0u);
  EXPECT_GE(verified.edges, 14u);
  EXPECT_EQ(holders(tracer.paths(nullptr)[0][0]), holders(before[0]));
}

TEST_F(TracedPaths, EachPossibleCutIsSeenAndHealed) {
  for (uint32_t cut = 0; cut < 14; cut++) {
    heap.objects.clear();
    nodes = NodeTable(1000);
    buildChain(14);
    trace();
    // A new holder takes object `cut` over and the old one lets go.
    const uint32_t fresh = add(2 + (cut + 5) % (kClasses - 2));
    heap.objects[cut + 1].refs.clear();
    heap.objects[fresh].refs = {{3, cut}};
    heap.roots.push_back(fresh);
    collect();
    const auto verified = tracer.verify(nullptr, weigh);
    EXPECT_EQ(verified.cut, 1u) << cut;
    EXPECT_EQ(verified.open, 1u) << cut;
    const auto open = tracer.paths(nullptr)[0];
    ASSERT_EQ(open.size(), 1u);
    EXPECT_TRUE(open[0].truncated);
    EXPECT_EQ(open[0].edges.size(), cut) << "the part below the cut stays";
    tracer.resume(nullptr, kCheck, 60000);
    const auto healed = tracer.paths(nullptr)[0];
    ASSERT_EQ(healed.size(), 1u);
    EXPECT_FALSE(healed[0].truncated);
    EXPECT_EQ(holders(healed[0]), holdersInHeap()) << cut;
    heap.roots.clear();
  }
}

TEST_F(TracedPaths, APathNeverRunsInACircle) {
  for (uint32_t seed = 0; seed < 200; seed++) {
    heap.objects.clear();
    heap.random.seed(seed);
    nodes = NodeTable(1000);
    buildChain(8);
    trace();
    // Every holder is also held by the one below it, and the way out moves from the last to the fourth.
    for (uint32_t i = 1; i < 8; i++) heap.objects[i].refs.push_back({2, i + 1});
    heap.roots = {4};
    heap.collect();
    for (int round = 0; round < 3; round++) {
      tracer.verify(nullptr, weigh);
      tracer.resume(nullptr, kCheck, 60000);
    }
    const auto paths = tracer.paths(nullptr)[0];
    ASSERT_EQ(paths.size(), 1u);
    EXPECT_LE(paths[0].edges.size(), 8u) << seed;
    EXPECT_FALSE(paths[0].truncated) << seed;
    heap.roots.clear();
  }
}

// The program goes on between the collection of a check and the reading of the edges: the old holder
// still lives and refers to the object, but nothing leads to it any more.
TEST_F(TracedPaths, AHolderThatDiesMeanwhileIsLeftOut) {
  buildChain(6);
  trace();
  const uint32_t fresh = add(7);
  heap.objects[fresh].live = true;
  heap.objects[fresh].refs = {{3, 0}};
  heap.objects[3].refs.clear();  // 1 and 2 are garbage now that is not collected yet
  heap.roots.push_back(fresh);
  EXPECT_EQ(tracer.verify(nullptr, weigh).cut, 1u);
  tracer.resume(nullptr, kCheck, 60000);
  const auto paths = tracer.paths(nullptr)[0];
  ASSERT_EQ(paths.size(), 1u);
  EXPECT_EQ(holders(paths[0]), std::vector<std::string>{"C6"});
  EXPECT_FALSE(paths[0].truncated);
}

TEST_F(TracedPaths, DeadAndUsedSamplesAreLeftOut) {
  buildChain(3);
  trace();
  heap.objects[0].word = kSuspiciousSite << kEpochBits | (kCheck + 1);  // used again
  const auto verified = tracer.verify(nullptr, weigh);
  EXPECT_TRUE(verified.spent);
  EXPECT_TRUE(tracer.paths(nullptr)[0].empty());
}

// Between the walks of a search the program may let go of the objects, before it reads them or not.
TEST_F(TracedPaths, WhatIsDroppedDuringASearchKeepsThePathItHad) {
  for (const bool used : {false, true}) {
    size_t putBack = 0;
    for (size_t walk = 1; walk < 6; walk++) {
      heap.objects.clear();
      nodes = NodeTable(1000);
      buildChain(5);
      const auto before = trace();
      ASSERT_FALSE(before[0].truncated);
      ASSERT_EQ(tracer.verify(nullptr, weigh).cut, 0u);
      size_t walks = 0;
      heap.afterWalk = [&] {
        if (++walks != walk) return;
        heap.objects[1].refs.clear();
        if (used) heap.objects[0].word = kSuspiciousSite << kEpochBits | (kCheck + 1);
      };
      const auto after = trace();
      heap.afterWalk = nullptr;
      ASSERT_EQ(after.size(), 1u) << walk;
      EXPECT_FALSE(after[0].truncated) << walk;
      EXPECT_EQ(holders(after[0]), holders(before[0])) << walk;
      EXPECT_DOUBLE_EQ(after[0].share, 1.0);
      if (walks < walk) break;
      putBack += tracer.wasPutBack(target()) ? 1 : 0;
      // They are verified like any other.
      const auto verified = tracer.verify(nullptr, weigh);
      EXPECT_EQ(verified.cut, used ? 0u : 1u) << walk;
      EXPECT_FALSE(tracer.wasPutBack(target()));
    }
    EXPECT_GE(putBack, 1u);
  }
}

TEST_F(TracedPaths, ASearchThatRunsOutOfTimeKeepsThePathThatWasKnown) {
  buildChain(14);
  const auto before = trace();
  ASSERT_EQ(tracer.verify(nullptr, weigh).cut, 0u);
  const auto after = tracer.trace(nullptr, kCheck, {target()}, 0, weigh, {true, false})[0];
  ASSERT_EQ(after.size(), 1u);
  EXPECT_TRUE(tracer.wasPutBack(target()));
  EXPECT_EQ(holders(after[0]), holders(before[0]));
  EXPECT_EQ(tracer.verify(nullptr, weigh).open, 0u);
}

// But a path that was cut before the search is not that of the objects any more.
TEST_F(TracedPaths, ACutPathIsNotPutBack) {
  buildChain(14);
  trace();
  heap.objects[4].refs.clear();
  const uint32_t fresh = add(9);
  heap.objects[fresh].live = true;
  heap.objects[fresh].refs = {{3, 3}};
  heap.roots.push_back(fresh);
  EXPECT_EQ(tracer.verify(nullptr, weigh).cut, 1u);
  const auto cut = tracer.trace(nullptr, kCheck, {target()}, 0, weigh, {true, false})[0];
  EXPECT_TRUE(cut[0].truncated);
  EXPECT_FALSE(tracer.wasPutBack(target()));
  tracer.resume(nullptr, kCheck, 60000);
  EXPECT_EQ(holders(tracer.paths(nullptr)[0][0]), holdersInHeap());
}

TEST_F(TracedPaths, LetGoIsWhatNothingLeadsTo) {
  buildChain(6);
  trace();
  EXPECT_FALSE(tracer.letGo(target()));
  heap.objects[3].refs.clear();
  tracer.verify(nullptr, weigh);
  EXPECT_FALSE(tracer.letGo(target())) << "it may be held otherwise: nobody has looked";
  tracer.resume(nullptr, kCheck, 60000);
  EXPECT_TRUE(tracer.letGo(target()));
  // Held again, which a later search finds.
  const uint32_t fresh = add(7);
  heap.objects[fresh].live = true;
  heap.objects[fresh].refs = {{3, 0}};
  heap.roots.push_back(fresh);
  tracer.verify(nullptr, weigh);
  EXPECT_FALSE(tracer.letGo(target()));
  tracer.resume(nullptr, kCheck, 60000);
  EXPECT_FALSE(tracer.letGo(target()));
  heap.objects[0].word = kSuspiciousSite << kEpochBits | (kCheck + 1);  // used again
  tracer.verify(nullptr, weigh);
  EXPECT_TRUE(tracer.letGo(target()));
}

// In a large heap a search is only for the sites that are new; it joins the paths of the others.
TEST_F(TracedPaths, ASearchForMissingPathsKeepsTheOthers) {
  constexpr uint32_t kNewSite = kSuspiciousSite + 1;
  buildChain(14);
  const auto before = trace();
  const uint32_t fresh = add(1, kNewSite);
  heap.objects[3].refs.push_back({2, fresh});
  heap.collect();
  std::vector<PathTarget> targets(2);
  for (PathTarget& target : targets) {
    target.classId = classes.typeOf(1);
    target.objects = 1;
  }
  targets[0].site = kNewSite;
  targets[1].site = kSuspiciousSite;
  EXPECT_FALSE(tracer.follows(targets[0]));
  EXPECT_TRUE(tracer.follows(targets[1]));
  const auto paths = tracer.trace(nullptr, kCheck, targets, 60000, weigh, {false, false});
  ASSERT_EQ(paths[0].size(), 1u);
  ASSERT_EQ(paths[1].size(), 1u);
  EXPECT_EQ(holders(paths[1][0]), holders(before[0]));
  std::vector<std::string> above = holders(before[0]);
  above.erase(above.begin(), above.begin() + 2);  // object 3 is the third holder of object 0
  EXPECT_EQ(holders(paths[0][0]), above);
  EXPECT_FALSE(paths[0][0].truncated);
  EXPECT_EQ(tracer.walks(), 2u) << "one for samples, one for the edge to what is known";
  EXPECT_TRUE(tracer.follows(targets[0]));
}

// What is out of time goes on later, from where it ended.
TEST_F(TracedPaths, ASearchThatRanOutOfTimeGoesOn) {
  buildChain(14);
  PathTarget target;
  target.site = kSuspiciousSite;
  target.classId = classes.typeOf(1);
  target.objects = 1;
  const auto cut = tracer.trace(nullptr, kCheck, {target}, 0, weigh, {false, false})[0];
  ASSERT_EQ(cut.size(), 1u);
  EXPECT_TRUE(cut[0].truncated);
  for (size_t edges = cut[0].edges.size(); edges < 14; edges++) {
    EXPECT_EQ(tracer.verify(nullptr, weigh).open, 1u);
    tracer.resume(nullptr, kCheck, 0);
    EXPECT_EQ(tracer.paths(nullptr)[0][0].edges.size(), edges + 1);
  }
  tracer.resume(nullptr, kCheck, 0);
  EXPECT_EQ(holders(tracer.paths(nullptr)[0][0]), holdersInHeap());
  EXPECT_FALSE(tracer.paths(nullptr)[0][0].truncated);
}

TEST_F(TracedPaths, SharesAreThoseOfThePenalty) {
  add(1, kSuspiciousSite);
  add(1, kSuspiciousSite);
  const uint32_t a = add(3), b = add(4);
  heap.objects[a].refs = {{1, 0}};
  heap.objects[b].refs = {{1, 1}};
  heap.roots = {a, b};
  heap.objects[1].word = kSuspiciousSite << kEpochBits | 2;
  heap.collect();
  weigh = [](uint32_t, uint32_t word) { return epochOf(word) == 1 ? 3.0 : 1.0; };
  PathTarget target;
  target.site = kSuspiciousSite;
  target.classId = classes.typeOf(1);
  target.objects = 2;
  const auto groups = tracer.trace(nullptr, kCheck, {target}, 60000, weigh, {})[0];
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_DOUBLE_EQ(groups[0].share, 0.75);
  EXPECT_EQ(groups[0].edges[0].holderType, "C2");
  EXPECT_DOUBLE_EQ(groups[1].share, 0.25);
}

TEST_F(TracedPaths, AnOnlyWayHasTheWholePenalty) {
  const uint32_t array = add(3);
  heap.objects[array].isArray = true;
  heap.objects[array].length = 6;
  for (int32_t i = 0; i < 6; i++) {
    const uint32_t object = add(1, kSuspiciousSite);
    heap.objects[array].refs.push_back({i, object});
  }
  heap.roots = {array};
  heap.collect();
  // Six times 0.1 / 0.6 are not 1 in doubles.
  weigh = [](uint32_t, uint32_t) { return 0.1; };
  PathTarget target;
  target.site = kSuspiciousSite;
  target.classId = classes.typeOf(1);
  target.objects = 6;
  const auto groups = tracer.trace(nullptr, kCheck, {target}, 60000, weigh, {})[0];
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].share, 1.0);
}

}  // namespace
}  // namespace isl

// A pass over a made-up heap, told to engines: objects, owners of arrays, identities, what is live.
#include "heap/DirectWalk.h"

#include <gtest/gtest.h>

#include "check/leak_spec.h"
#include "heap/StaleEngine.h"
#include "heap/direct_access_of.h"

namespace isl {
namespace {

using rawheap::test::FakeVm;

constexpr uint32_t kSite = 7;
constexpr uint32_t word(uint32_t site, uint32_t epoch) { return site << kEpochBits | epoch; }

// As RecordEngine, but that it only writes down what it is told.
class Recorder final : public Engine {
 public:
  explicit Recorder(const IslSpec* spec) : Engine(spec, 0) {}
  void begin(const WalkState& walk) override { walk_ = walk; }
  void edge(const Burst& burst, const Edge& edge) override {
    edges.emplace_back(burst.address, edge.address);
    if (edge.address == wanted) node = walk_.nodes == nullptr ? 0 : ensure(edge);
  }
  void object(const Burst& burst, uint32_t, bool hasWord) override {
    if (hasWord) arrayBytes[burst.address] = burst.arrayBytes;
  }
  void ownedArray(uint32_t, uint32_t, uint64_t) override {}
  void primitiveArray(uint32_t, uint32_t of, int32_t length, const void* elements) override {
    if (of != 0 && length > 0) firstElement = static_cast<const int32_t*>(elements)[0];
  }
  void end() override {}
  void beginTrial() override {}
  void endTrial() override {}
  void freed(uint32_t) override {}
  double amplified(uint32_t, uint32_t) const override { return 0; }
  bool wantsEdges() const override { return true; }
  uint64_t amplifiedObjects() const override { return 0; }
  uint64_t clearedObjects() const override { return 0; }
  const SiteSet& amplifiedSites() const override { return none_; }
  const SiteSet& clearedSites() const override { return none_; }
  RecordEngine* records() override { return reinterpret_cast<RecordEngine*>(this); }

  std::vector<std::pair<uint64_t, uint64_t>> edges;
  std::map<uint64_t, uint64_t> arrayBytes;
  uint64_t wanted = 0;
  uint32_t node = 0;
  int32_t firstElement = 0;

 private:
  uint32_t ensure(const Edge& edge) {
    bool fresh = false;
    const uint32_t id = walk_.pass->ensure(edge.address, edge.length >= 0, walk_.check, fresh);
    (*walk_.nodes)[id].length = edge.length;
    return id;
  }
  SiteSet none_;
};

class DirectWalkOf : public testing::Test {
 protected:
  DirectWalkOf() {
    FakeVm& vm = heap.vm;
    test::describeHeaders(vm);
    node = vm.klass("Node", 32, {{16, 2}});
    bytes = vm.arrayKlass("[B", false, 0);
    ints = vm.arrayKlass("[I", false, 2);
    objects = vm.objectArrayKlass();
  }
  uint64_t object(uint32_t site, uint32_t epoch) {
    const uint64_t at = heap.vm.object(node);
    FakeVm::store<uint32_t>(at + WordLayout::offset(), word(site, epoch));
    roots.push_back(at);
    return at;
  }
  uint64_t heldBy(uint64_t holder, uint32_t offset, uint64_t held) {
    heap.vm.set(holder, offset, held);
    return held;
  }
  bool run(std::vector<Engine*> engines, uint32_t check) {
    if (walk == nullptr) {
      access = test::directAccessOf(heap, jvm, classes);
      walk = std::make_unique<DirectWalk>(*access, classes, nodes, std::move(engines));
    }
    jvm.roots.clear();
    for (const uint64_t root : roots) jvm.roots.push_back({root, JVMTI_HEAP_REFERENCE_OTHER});
    rawheap::Reason reason;
    const auto after = [this](const WalkTotals& seen, rawheap::Stopped&, rawheap::Reason&) {
      totals = seen;
      return true;
    };
    const bool done = walk->run(jvm.jni(), check, 1, sequences, after, reason);
    EXPECT_TRUE(done) << reason.text;
    return done;
  }

  rawheap::test::FakeHeap heap;
  rawheap::test::FakeWalk jvm{heap};
  const IslSpec spec = test::leakSpec();
  ClassTable classes{{&spec}};
  NodeTable nodes{1000};
  SiteSequences sequences;
  std::unique_ptr<DirectAccess> access;
  std::unique_ptr<DirectWalk> walk;
  WalkTotals totals;
  std::vector<uint64_t> roots;
  uint64_t node = 0, bytes = 0, ints = 0, objects = 0;
};

TEST_F(DirectWalkOf, ChargesStaleObjectsWithTheirArrays) {
  StaleEngine engine(&spec, 0, {});
  const uint64_t stale = object(kSite, 1), used = object(kSite, 20);
  const uint64_t outer = heldBy(stale, 16, heap.vm.array(objects, 3));
  heap.vm.setElement(outer, 1, heap.vm.array(bytes, 100));
  heldBy(used, 16, heap.vm.array(bytes, 50));
  ASSERT_TRUE(run({&engine}, 20));
  const SiteStat* stat = engine.stats().find(kSite, 0);
  ASSERT_NE(stat, nullptr);
  EXPECT_EQ(stat->objects, 1u);
  EXPECT_EQ(stat->arrayBytes, 32u + 120) << "the inner one by the owner of the outer";
  EXPECT_EQ(stat->samples.size(), 1u);
  EXPECT_EQ(totals.liveObjects, 5u);
}

TEST_F(DirectWalkOf, CountsTheObjectsOfEachSite) {
  StaleEngine engine(&spec, 0, {});
  object(kSite, 1);
  const uint64_t used = object(kSite, 20);
  object(kSite + 1, 20);
  heldBy(used, 16, heap.vm.array(bytes, 100));
  ASSERT_TRUE(run({&engine}, 20));
  ASSERT_GT(totals.bySite.size(), kSite + 1);
  EXPECT_EQ(totals.bySite[kSite], 2u) << "idle or not, without their arrays";
  EXPECT_EQ(totals.bySite[kSite + 1], 1u);
  ASSERT_TRUE(run({&engine}, 21));
  EXPECT_EQ(totals.bySite[kSite], 2u) << "of one pass";
}

TEST_F(DirectWalkOf, CountsWhatWasAllocatedInScopesWithItsSite) {
  StaleEngine engine(&spec, 0, {});
  object(kSite, 1);
  object(kSite + 1, 1);
  object(kSite + 1, 20);
  SiteScopes scopes;
  for (uint32_t site = 0; site <= kSite + 1; site++) scopes.plain.push_back(site);
  scopes.plain[kSite + 1] = kSite;
  ASSERT_TRUE(run({&engine}, 19));
  walk->setScopes(&scopes);
  ASSERT_TRUE(run({&engine}, 20));
  EXPECT_EQ(totals.bySite[kSite], 3u);
  EXPECT_EQ(totals.bySite[kSite + 1], 0u);
}

TEST_F(DirectWalkOf, ALargeArrayBelongsToWhoUsedItLast) {
  StaleEngine engine(&spec, 0, {});
  object(kSite, 1);
  ASSERT_TRUE(run({&engine}, 12));  // how much is live
  const uint64_t stale = object(kSite, 1), used = object(kSite + 1, 20);
  const uint64_t shared = heldBy(stale, 16, heap.vm.array(bytes, 4000));
  heap.vm.set(used, 16, shared);
  ASSERT_TRUE(run({&engine}, 20));
  EXPECT_EQ(engine.stats().find(kSite, 0)->arrayBytes, 0u) << "somebody uses it";
}

TEST_F(DirectWalkOf, FollowsASampleByItsWord) {
  StaleEngine engine(&spec, 0, {});
  const uint64_t one = object(kSite, 1), other = object(kSite, 1);
  ASSERT_TRUE(run({&engine}, 11));
  EXPECT_EQ(engine.amplifiedObjects(), 2u);
  const auto named = rawheap::load<uint32_t>(one + WordLayout::offset());
  EXPECT_NE(named & kRecordBit, 0u);
  EXPECT_EQ(nodes.plainWord(named), word(kSite, 1)) << "the site is where it was";
  // A touch writes the epoch and nothing else; the other one dies.
  FakeVm::store<uint32_t>(one + WordLayout::offset(), (named & ~kEpochMask) | 13);
  roots.pop_back();
  ASSERT_TRUE(run({&engine}, 13));
  EXPECT_EQ(engine.clearedObjects(), 1u);
  EXPECT_EQ(engine.amplifiedObjects(), 2u);
  const uint32_t dead = recordIdOf(rawheap::load<uint32_t>(other + WordLayout::offset()));
  std::vector<uint32_t> freed;
  nodes.sweep(13, [&](uint32_t id) { freed.push_back(id); });
  EXPECT_EQ(freed, std::vector<uint32_t>{dead});
  EXPECT_DOUBLE_EQ(engine.diedOf(kSite), 0) << "of those that are known to be suspicious no more";
  engine.freed(dead);
  EXPECT_DOUBLE_EQ(engine.diedOf(kSite), 0.5);
  EXPECT_DOUBLE_EQ(engine.diedOf(kSite + 1), 1) << "nothing speaks against it";
}

// A node is freed when two passes that followed every reference did not meet its object.
TEST_F(DirectWalkOf, KeepsTheIdentityOfWhatOnlyWeakReferencesHold) {
  StaleEngine engine(&spec, 0, {});
  const uint64_t reference = heap.vm.klass("java/lang/ref/WeakReference", 32, {{20, 2}},
                                           heap.vm.klass("java/lang/ref/Reference", 32, {{20, 2}}));
  FakeVm::store<uint8_t>(reference + heap.layout.referenceType, 1);
  const uint64_t held = object(kSite, 1), dead = object(kSite, 1);
  ASSERT_TRUE(run({&engine}, 11));
  walk->forgetUnmet();
  const auto nodeOf = [](uint64_t object) {
    return recordIdOf(rawheap::load<uint32_t>(object + WordLayout::offset()));
  };
  const uint32_t weakly = nodeOf(held), gone = nodeOf(dead);
  roots = {heap.vm.object(reference)};
  heap.vm.set(roots.front(), 16, held);
  for (uint32_t check = 12; check < 18; check++) {
    ASSERT_TRUE(run({&engine}, check));
    EXPECT_EQ(totals.liveObjects, 1u);
    walk->forgetUnmet();
    EXPECT_NE(nodes[weakly].lastSeen, 0u);
    EXPECT_LT(nodes[weakly].lastSeen, check) << "it is not live";
  }
  EXPECT_EQ(nodes[gone].lastSeen, 0u);
  EXPECT_EQ(nodes.inUse(), 1u);
}

TEST_F(DirectWalkOf, ReadsAndNamesWordsThatAreOrderedByEpoch) {
  WordLayout::orderByEpoch();
  StaleEngine engine(&spec, 0, {});
  const uint64_t one = object(kSite, 1);
  FakeVm::store<uint32_t>(one + WordLayout::offset(), 1u << kSiteBits | kSite);
  ASSERT_TRUE(run({&engine}, 11));
  EXPECT_EQ(engine.stats().find(kSite, 0)->objects, 1u);
  const auto named = rawheap::load<uint32_t>(one + WordLayout::offset());
  EXPECT_NE(named & kRecordBit, 0u);
  EXPECT_EQ(named >> kSiteBits & kEpochMask, 1u);
  EXPECT_EQ(nodes.plainWord(named), word(kSite, 1));
  // As IslAges.touch does it.
  FakeVm::store<uint32_t>(one + WordLayout::offset(),
                          (named & ~(kEpochMask << kSiteBits)) | 13u << kSiteBits);
  ASSERT_TRUE(run({&engine}, 13));
  EXPECT_EQ(engine.clearedObjects(), 1u);
  WordLayout::orderByEpoch(false);
}

TEST_F(DirectWalkOf, TellsRecordsEdgesRootsAndContents) {
  Recorder engine(&spec);
  const uint64_t holder = object(kSite, 1);
  const uint64_t array = heldBy(holder, 16, heap.vm.array(ints, 4));
  FakeVm::store<int32_t>(array + 16, 42);
  engine.wanted = array;
  ASSERT_TRUE(run({&engine}, 5));
  using E = std::pair<uint64_t, uint64_t>;
  EXPECT_NE(std::find(engine.edges.begin(), engine.edges.end(), E(0, holder)), engine.edges.end());
  EXPECT_NE(std::find(engine.edges.begin(), engine.edges.end(), E(holder, array)),
            engine.edges.end());
  EXPECT_EQ(engine.arrayBytes[holder], 32u);
  EXPECT_EQ(engine.firstElement, 42);
  ASSERT_NE(engine.node, 0u);
  EXPECT_EQ(nodes[engine.node].word, word(kSite, 1)) << "its owner's";
  EXPECT_EQ(nodes[engine.node].lastSeen, 5u);
  const uint32_t first = engine.node;
  ASSERT_TRUE(run({&engine}, 6));
  EXPECT_EQ(engine.node, first) << "told by the hash in its header";
}

TEST(EvenSample, IsSpreadAndLeavesTheFirstOut) {
  EvenSample sample;
  for (uint32_t i = 1; i <= 8; i++) sample.add(i);
  EXPECT_EQ(sample.size(), 8u);
  for (uint32_t i = 9; i <= 1000; i++) sample.add(i);
  ASSERT_GE(sample.size(), 4u);
  ASSERT_LE(sample.size(), 8u);
  const uint32_t step = sample[0];
  EXPECT_GT(step, 1u);
  for (uint32_t i = 0; i < sample.size(); i++) EXPECT_EQ(sample[i], (i + 1) * step);
}

}  // namespace
}  // namespace isl

// RecordEngine on generated object graphs, without a VM: path conditions must not depend on the order
// in which a traversal reports objects, and must equal a plain reference implementation.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "heap/RecordEngine.h"

namespace isl {
namespace {

// Contexts A <- B <- C by path, C is the main one; classes 1, 2, 3 match A, B, C; class 4 matches B and C.
uint32_t one() { return 1; }
std::set<uint64_t>* reachedNow = nullptr;

// Steps that a handler without end was given, one number an event.
std::vector<uint64_t> stepsGiven;

void onReachedOnce(IslEnv* env, IslObject* o) {
  if (env->check >= 2000) {
    stepsGiven.push_back(env->steps);
    env->fault(env, ISL_FAULT_STEPS, 8);
  }
  if (env->check == 999) env->fault(env, ISL_FAULT_DIVIDE, 7);
  reachedNow->insert(o->identity);
  isl_amplify(o);
}

const IslContext kContexts[] = {
    {"A", "a.A", nullptr, -1}, {"B", "a.B", nullptr, 0}, {"C", "a.C", nullptr, 1}};

IslSpec chainSpec() {
  IslSpec spec{};
  spec.abiVersion = ISL_ABI_VERSION;
  spec.name = "chain";
  spec.source = "chain.isl";
  spec.contextCount = 3;
  spec.contexts = kContexts;
  spec.mainContext = 2;
  spec.partition = ISL_PARTITION_ALL;
  spec.window = one;
  spec.onReachedOnce = onReachedOnce;
  return spec;
}

struct Object {
  uint32_t classId = 0;
  std::vector<uint32_t> refs;
  jlong tag = 0;
};

class Graph : public ::testing::Test {
 protected:
  Graph() : spec_(chainSpec()), classes_({&spec_}) {
    for (uint32_t c = 0; c < 5; c++) {
      ClassRecord record;
      record.kind = ClassKind::Instance;
      record.contexts = {bitsOf(c)};
      ids_[c] = classes_.add(std::move(record));
    }
  }

  // The bits that ClassTable would find, for five classes.
  uint64_t bitsOf(uint32_t classId) const {
    static const uint64_t bits[] = {0, 1, 2, 4, 6};
    return bits[classId];
  }

  WalkState state(uint32_t check, NodeTable& nodes) {
    WalkState w;
    w.classes = &classes_;
    w.nodes = &nodes;
    w.sequences = &sequences_;
    w.check = check;
    return w;
  }

  // Walks the graph in a random order until late discoveries have settled; returns what the last
  // check reached.
  std::set<size_t> run(std::vector<Object>& objects, std::mt19937& random) {
    NodeTable nodes(1000);
    RecordEngine engine(&spec_, 0, {-1, -1, -1}, nodes);
    for (Object& o : objects) o.tag = 0;
    std::set<uint64_t> reached;
    reachedNow = &reached;
    for (uint32_t check = 1; check <= 5; check++) {
      reached.clear();
      engine.begin(state(check, nodes));
      std::vector<uint32_t> order(objects.size());
      for (uint32_t i = 0; i < order.size(); i++) order[i] = i;
      std::shuffle(order.begin(), order.end(), random);
      for (uint32_t i : order) report(engine, nodes, objects, i, check);
      engine.end();
    }
    std::set<size_t> indices;
    for (size_t i = 0; i < objects.size(); i++) {
      if (uint32_t node = nodes.find(objects[i].tag)) {
        if (reached.count(node) != 0) indices.insert(i);
      }
    }
    return indices;
  }

  // One burst, as HeapWalk delivers it.
  void report(RecordEngine& engine, NodeTable& nodes, std::vector<Object>& objects, uint32_t index,
              uint32_t check) {
    Object& self = objects[index];
    Burst burst;
    burst.classId = ids_[self.classId];
    burst.node = nodes.find(self.tag);
    burst.tag = &self.tag;
    for (uint32_t to : self.refs) {
      Edge edge;
      edge.classId = ids_[objects[to].classId];
      edge.bytes = 32;
      edge.tag = &objects[to].tag;
      if (!lengths_.empty()) edge.length = lengths_[to];
      engine.edge(burst, edge);
    }
    const uint32_t word = kFirstSite << kEpochBits | 1;
    if (uint32_t node = nodes.find(self.tag)) {
      nodes[node].word = word;
      nodes[node].hasWord = true;
      nodes[node].lastSeen = check;
      burst.node = node;
    }
    engine.object(burst, word, true);
  }

  SiteSequences sequences_;
  IslSpec spec_;
  ClassTable classes_;
  uint32_t ids_[5];
  std::vector<int32_t> lengths_;  // of objects that are arrays, else -1; empty: none is
};

TEST_F(Graph, ATrialGivesTheRecordsBack) {
  NodeTable nodes(1000);
  RecordEngine engine(&spec_, 0, {-1, -1, -1}, nodes);
  std::vector<Object> objects(3);
  for (uint32_t i = 0; i < 3; i++) objects[i].classId = i + 1;  // A -> B -> C
  objects[0].refs = {1};
  objects[1].refs = {2};
  std::set<uint64_t> reached;
  reachedNow = &reached;
  const auto check = [&](uint32_t number) {
    engine.begin(state(number, nodes));
    for (uint32_t i = 0; i < 3; i++) report(engine, nodes, objects, i, number);
    engine.end();
    return engine.stats().all().empty() ? 0 : engine.stats().all()[0].penalty;
  };
  check(1);
  const uint64_t second = check(2);
  ASSERT_GT(second, 0u);
  engine.beginTrial();
  const uint64_t tried = check(3);
  EXPECT_GT(tried, second);
  EXPECT_GT(check(4), tried);
  engine.endTrial();
  nodes.forgetAfter(2);
  const uint64_t amplified = engine.amplifiedObjects();
  const uint64_t third = check(3);
  EXPECT_EQ(third, tried) << "one amplification more than at the second check, not three";
  EXPECT_EQ(engine.amplifiedObjects(), amplified);
}

TEST_F(Graph, OnPathIsTheLeastFixpointInAnyOrder) {
  std::mt19937 random(20261121);
  for (int round = 0; round < 300; round++) {
    std::vector<Object> objects(2 + random() % 12);
    for (Object& o : objects) {
      o.classId = random() % 5;
      for (uint32_t r = random() % 4; r-- > 0;) {
        o.refs.push_back(static_cast<uint32_t>(random() % objects.size()));
      }
    }
    // Reference: iterate the rule until nothing changes.
    std::vector<uint64_t> on(objects.size(), 0);
    for (bool changed = true; changed;) {
      changed = false;
      for (const Object& from : objects) {
        const auto self = static_cast<size_t>(&from - objects.data());
        const uint64_t fromBits = on[self] | (bitsOf(from.classId) & 1);
        for (uint32_t to : from.refs) {
          const uint64_t gain = bitsOf(objects[to].classId) & (fromBits << 1) & ~on[to] & 6;
          if (gain != 0) on[to] |= gain, changed = true;
        }
      }
    }
    std::set<size_t> expected;
    for (size_t i = 0; i < on.size(); i++) {
      if ((on[i] & 4) != 0) expected.insert(i);
    }
    for (int order = 0; order < 3; order++) {
      EXPECT_EQ(run(objects, random), expected) << "round " << round;
    }
  }
}

int32_t sixteen() { return 16; }

// B owns two arrays of class C, of which one is too short to matter.
TEST_F(Graph, AnArrayThatIsTooShortGetsNoIdentity) {
  spec_.leastLength = sixteen;
  NodeTable nodes(1000);
  RecordEngine engine(&spec_, 0, {-1, -1, -1}, nodes);
  std::vector<Object> objects(4);
  objects[0].classId = 1;
  objects[1].classId = 2;
  objects[2].classId = objects[3].classId = 3;
  objects[0].refs = {1};
  objects[1].refs = {2, 3};
  lengths_ = {-1, -1, 15, 16};
  std::set<uint64_t> reached;
  reachedNow = &reached;
  engine.begin(state(1, nodes));
  for (uint32_t i = 0; i < 4; i++) report(engine, nodes, objects, i, 1);
  engine.end();
  EXPECT_EQ(objects[2].tag, 0);
  ASSERT_NE(objects[3].tag, 0);
  EXPECT_EQ(reached, std::set<uint64_t>{nodes.find(objects[3].tag)});
}

TEST_F(Graph, MeasuresTheObjectsOfAClass) {
  NodeTable nodes(10);
  EXPECT_FALSE(RecordEngine(&spec_, 0, {-1, -1, -1}, nodes).measuresTracked()) << "met by paths";
  const IslContext plain{"A", "a.A", nullptr, -1};
  spec_.contexts = &plain;
  spec_.contextCount = 1;
  spec_.mainContext = 0;
  classes_[ids_[1]].instanceBytes = 24;
  classes_[ids_[3]].instanceBytes = 1000;
  RecordEngine engine(&spec_, 0, {-1}, nodes);
  EXPECT_TRUE(engine.measuresTracked());
  std::vector<Object> objects(3);
  objects[0].classId = objects[1].classId = 1;
  objects[2].classId = 3;
  std::set<uint64_t> reached;
  reachedNow = &reached;
  engine.begin(state(1, nodes));
  for (uint32_t i = 0; i < 3; i++) report(engine, nodes, objects, i, 1);
  engine.end();
  EXPECT_EQ(engine.sums().trackedBytes, 48u);
}

TEST_F(Graph, FaultsAreCountedAndAbandonTheHandler) {
  NodeTable nodes(10);
  RecordEngine engine(&spec_, 0, {-1, -1, -1}, nodes);
  std::vector<Object> objects(3);
  objects[0] = {1, {1}, 0};
  objects[1] = {2, {2}, 0};
  objects[2] = {3, {}, 0};
  std::set<uint64_t> reached;
  reachedNow = &reached;
  for (uint32_t check = 997; check <= 999; check++) {
    engine.begin(state(check, nodes));
    for (uint32_t i = 0; i < 3; i++) report(engine, nodes, objects, i, check);
    engine.end();
  }
  EXPECT_EQ(engine.faults(ISL_ON_REACHED_ONCE).count, 1u);
  EXPECT_EQ(engine.faults(ISL_ON_REACHED_ONCE).first, "integer division by zero at chain.isl:7");
  EXPECT_GT(engine.amplifiedObjects(), 0u);
}

TEST_F(Graph, AHandlerWithoutEndIsGivenFewerSteps) {
  NodeTable nodes(10);
  RecordEngine engine(&spec_, 0, {-1, -1, -1}, nodes);
  std::vector<Object> objects(3);
  objects[0] = {1, {1}, 0};
  objects[1] = {2, {2}, 0};
  objects[2] = {3, {}, 0};
  std::set<uint64_t> reached;
  reachedNow = &reached;
  stepsGiven.clear();
  for (uint32_t check = 1997; check <= 2030; check++) {
    engine.begin(state(check, nodes));
    for (uint32_t i = 0; i < 3; i++) report(engine, nodes, objects, i, check);
    engine.end();
  }
  ASSERT_GT(stepsGiven.size(), 20u);
  EXPECT_EQ(stepsGiven[0], 10'000'000u);
  EXPECT_EQ(stepsGiven[1], 5'000'000u);
  EXPECT_EQ(stepsGiven.back(), 1000u);
  EXPECT_EQ(engine.faults(ISL_ON_REACHED_ONCE).count, stepsGiven.size());
}

TEST_F(Graph, DeadObjectsLeaveTheSum) {
  NodeTable nodes(10);
  RecordEngine engine(&spec_, 0, {-1, -1, -1}, nodes);
  std::vector<Object> objects(3);
  objects[0] = {1, {1}, 0};
  objects[1] = {2, {2}, 0};
  objects[2] = {3, {}, 0};
  std::set<uint64_t> reached;
  reachedNow = &reached;
  for (uint32_t check = 1; check <= 3; check++) {
    engine.begin(state(check, nodes));
    for (uint32_t i = 0; i < 3; i++) report(engine, nodes, objects, i, check);
    engine.end();
  }
  ASSERT_EQ(engine.stats().all().size(), 1u);
  EXPECT_GE(engine.stats().all()[0].penalty, 64u);
  const uint32_t type = classes_.typeOf(ids_[3]);
  EXPECT_EQ(engine.culprits(kFirstSite, type, 5).size(), 1u);
  engine.begin(state(4, nodes));  // nothing is alive any more
  engine.end();
  EXPECT_TRUE(engine.stats().all().empty());
  EXPECT_TRUE(engine.culprits(kFirstSite, type, 5).empty()) << "its record is still there";
  nodes.sweep(4, [&](uint32_t node) { engine.freed(node); });
  EXPECT_TRUE(engine.culprits(kFirstSite, type, 5).empty());
}

}  // namespace
}  // namespace isl

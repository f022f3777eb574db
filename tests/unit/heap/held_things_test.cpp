// What a holder holds, in made-up graphs: tables, tables in tables, chains, and what two holders share.
#include "heap/HeldThings.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace isl {
namespace {

constexpr uint32_t kHolder = 1, kTable = 2, kNode = 3, kValue = 4, kNumbers = 5;

class Graph : public ObjectReferences {
 public:
  uint64_t add(uint32_t classId, std::vector<uint64_t> to = {}) {
    const uint64_t address = 16 * (++last_);
    classes_[address] = classId;
    edges_[address] = std::move(to);
    return address;
  }
  void refer(uint64_t from, uint64_t to) { edges_[from].push_back(to); }
  void of(const uint64_t* objects, size_t count, std::vector<ReferredObject>& into) override {
    for (uint32_t from = 0; from < count; from++) {
      for (const uint64_t to : edges_[objects[from]])
        into.push_back({to, 10 * classes_[to], classes_[to], from, placesOf(to), 1,
                        expired.count(to) + dead.count(to) != 0, dead.count(to) != 0,
                        classes_[to] == kNumbers});
    }
  }
  void expect(uint64_t, Step) override {}
  Filled filled(const ReferredObject& array) override { return {array.bytes, 8 * array.bytes}; }

  std::set<uint64_t> expired, dead;   // soft references, and others
  std::map<uint64_t, uint32_t> room;  // free places of tables

 private:
  uint32_t placesOf(uint64_t object) {
    if (classes_[object] != kTable) return 0;
    return static_cast<uint32_t>(edges_[object].size()) + room[object];
  }
  uint64_t last_ = 0;
  std::map<uint64_t, uint32_t> classes_;
  std::map<uint64_t, std::vector<uint64_t>> edges_;
};

class HeldThingsOf : public testing::Test {
 protected:
  HeldThingsOf() { held.begin(graph); }
  uint64_t things(uint64_t holder) { return held.of(holder, kHolder).things; }
  Graph graph;
  HeldThings held;
};

TEST_F(HeldThingsOf, ATableCountsWithItsElements) {
  const uint64_t a = graph.add(kValue), b = graph.add(kValue);
  const uint64_t holder = graph.add(kHolder, {graph.add(kTable, {a, b, a})});
  const HeldThings::Sum sum = held.of(holder, kHolder);
  EXPECT_EQ(sum.things, 3u);
  EXPECT_EQ(sum.bytes, 10 * kTable + 2 * 10 * kValue) << "an element that is there twice";
  const uint64_t other = graph.add(kHolder, {graph.add(kTable, {a})});
  EXPECT_EQ(held.of(other, kHolder).bytes, 10 * kTable) << "and one that another holder has";
}

// A list doubles its table, the last time long before the end of the work or just there.
TEST_F(HeldThingsOf, OfATableThePlacesCountThatAreTaken) {
  const uint64_t a = graph.add(kValue);
  const uint64_t table = graph.add(kTable, {a, a, a, a, a});
  graph.room[table] = 5;
  const HeldThings::Sum sum = held.of(graph.add(kHolder, {table}), kHolder);
  EXPECT_EQ(sum.things, 5u);
  EXPECT_EQ(sum.bytes, 10 * kTable / 2 + 10 * kValue);
}

// A weak map between two collections: entries that wait to be taken out, in the table and behind each other.
TEST_F(HeldThingsOf, AnEntryWhoseKeyIsGoneDoesNotCount) {
  held.noteLink(kNode);
  const uint64_t last = graph.add(kNode, {graph.add(kValue)});
  const uint64_t middle = graph.add(kNode, {last, graph.add(kValue)});
  const uint64_t first = graph.add(kNode, {middle});
  const uint64_t holder = graph.add(kHolder, {graph.add(kTable, {first, graph.add(kNode)})});
  graph.expired = {middle, first};
  const HeldThings::Sum sum = held.of(holder, kHolder);
  EXPECT_EQ(sum.things, 2u) << "what is chained to such an entry counts";
  EXPECT_EQ(sum.bytes, 10u * (kTable + 2 * kNode + kValue));
}

// A map whose values are weak references: the map drops those nodes when it comes by. Of soft ones the keys stay.
TEST_F(HeldThingsOf, ANodeWhoseReferenceIsDeadDoesNotCount) {
  held.noteLink(kNode);
  const uint64_t key = graph.add(kValue), weak = graph.add(kValue), soft = graph.add(kValue);
  const uint64_t live = graph.add(kNode, {key}), cached = graph.add(kNode, {soft});
  const uint64_t gone = graph.add(kNode, {graph.add(kValue), weak, live});
  graph.expired = {soft};
  graph.dead = {weak};
  const uint64_t holder = graph.add(kHolder, {graph.add(kTable, {gone, cached})});
  const HeldThings::Sum sum = held.of(holder, kHolder);
  EXPECT_EQ(sum.things, 2u) << "what is chained behind it does";
  EXPECT_EQ(sum.bytes, 10 * kTable + 2 * 10 * kNode + 2 * 10 * kValue);
}

TEST_F(HeldThingsOf, ALargeArrayOfAFieldCountsByWhatIsInIt) {
  const uint64_t numbers = graph.add(kNumbers);
  const HeldThings::Sum sum = held.of(graph.add(kHolder, {numbers, numbers}), kHolder);
  EXPECT_EQ(sum.things, 10u * kNumbers);
  EXPECT_EQ(sum.bytes, 80u * kNumbers);
  EXPECT_EQ(things(graph.add(kHolder, {numbers})), 0u) << "another one has it";
  EXPECT_EQ(things(graph.add(kHolder, {graph.add(kTable, {graph.add(kNumbers)})})), 1u)
      << "an element is one thing";
}

TEST_F(HeldThingsOf, TablesInTablesBelongToTheHolder) {
  const uint64_t inner = graph.add(kTable, {graph.add(kValue), graph.add(kValue)});
  EXPECT_EQ(things(graph.add(kHolder, {graph.add(kTable, {inner, inner})})), 2u);
}

TEST_F(HeldThingsOf, FieldsThatAreNeitherTablesNorChainsAreNotHeld) {
  held.noteLink(kNode);
  EXPECT_EQ(things(graph.add(kHolder, {graph.add(kValue)})), 0u);
}

TEST_F(HeldThingsOf, AChainCountsWithWhatItsNodesReferTo) {
  held.noteLink(kNode);
  const uint64_t value = graph.add(kValue);
  const uint64_t tail = graph.add(kNode, {value}), head = graph.add(kNode, {value, tail});
  graph.refer(tail, head);
  const HeldThings::Sum sum = held.of(graph.add(kHolder, {head, tail}), kHolder);
  EXPECT_EQ(sum.things, 2u);
  EXPECT_EQ(sum.bytes, 2 * 10 * kNode + 10 * kValue);  // the shared value once
}

TEST_F(HeldThingsOf, ANodeInATableAndInAChainCountsOnce) {
  held.noteLink(kNode);
  const uint64_t second = graph.add(kNode), first = graph.add(kNode, {second});
  const uint64_t inBucket = graph.add(kNode);
  graph.refer(second, inBucket);
  EXPECT_EQ(things(graph.add(kHolder, {graph.add(kTable, {first, second})})), 3u);
}

TEST_F(HeldThingsOf, AChainBelongsToWhoAsksFirstAndElementsCountForAll) {
  held.noteLink(kNode);
  const uint64_t value = graph.add(kValue), node = graph.add(kNode, {graph.add(kNode)});
  const uint64_t one = graph.add(kHolder, {node, graph.add(kTable, {value})});
  const uint64_t other = graph.add(kHolder, {node, graph.add(kTable, {value})});
  EXPECT_EQ(things(one), 3u);
  EXPECT_EQ(things(other), 1u);
  held.begin(graph);
  EXPECT_EQ(things(other), 3u);
}

// Behind compact headers an object without fields has 8 bytes.
TEST(Claims, TellNeighboursOfEightBytesApart) {
  Claims claims;
  claims.clear();
  for (const uint64_t address : {0x10000, 0x10008, 0x1fff8, 0x20000}) {
    EXPECT_TRUE(claims.claim(address, Claims::Counted));
    EXPECT_TRUE(claims.claim(address, Claims::Part)) << "another role";
    EXPECT_FALSE(claims.claim(address, Claims::Counted));
  }
  claims.clear();
  EXPECT_TRUE(claims.claim(0x10008, Claims::Counted));
}

TEST_F(HeldThingsOf, ManyMoreThanTheFirstClaims) {
  held.noteLink(kNode);
  uint64_t head = graph.add(kNode);
  for (int i = 1; i < 20'000; i++) head = graph.add(kNode, {head});
  EXPECT_EQ(things(graph.add(kHolder, {head})), 20'000u);
}

}  // namespace
}  // namespace isl

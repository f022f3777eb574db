// Which objects of a walk may hold others, and who of them is asked first.
#include "heap/Holders.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

// Two holders of the same chain of nodes of one class.
class SharedChain : public ObjectReferences {
 public:
  void of(const uint64_t* objects, size_t count, std::vector<ReferredObject>& into) override {
    for (uint32_t from = 0; from < count; from++) {
      if (objects[from] == 16 || objects[from] == 32) into.push_back({48, 32, 2, from, false});
      if (objects[from] == 48) into.push_back({64, 32, 2, from, false});
    }
  }
  void expect(uint64_t, Step) override {}
  Filled filled(const ReferredObject&) override { return {}; }
};

Burst burstOf(uint64_t address, uint32_t classId) {
  Burst burst;
  burst.address = address;
  burst.classId = classId;
  return burst;
}

Edge edgeTo(uint32_t classId) {
  Edge edge;
  edge.classId = classId;
  return edge;
}

TEST(Holders, OneThatWasKnownBeforeIsAskedFirst) {
  SharedChain heap;
  WalkState walk;
  walk.references = &heap;
  Holders holders;
  holders.begin(walk);
  const Burst node = burstOf(48, 2), fresh = burstOf(16, 1), known = burstOf(32, 1);
  holders.edge(fresh, edgeTo(2));
  EXPECT_FALSE(holders.mayHold(fresh));  // nobody has seen yet that such nodes make chains
  holders.edge(node, edgeTo(2));
  EXPECT_FALSE(holders.mayHold(node));
  for (const Burst& burst : {fresh, known}) {
    holders.edge(burst, edgeTo(2));
    EXPECT_TRUE(holders.mayHold(burst));
  }
  holders.add(fresh, 0, 0);
  holders.add(known, 0, 7);
  std::vector<std::pair<uint64_t, uint64_t>> held;
  holders.forEach(
      [&](const Holders::Holder& holder, const HeldThings::Sum& sum, const HeldThings::Sample&) {
        held.emplace_back(holder.burst.address, sum.things);
      });
  const std::vector<std::pair<uint64_t, uint64_t>> expected = {{32, 2}, {16, 0}};
  EXPECT_EQ(held, expected);
}

}  // namespace
}  // namespace isl

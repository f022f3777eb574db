// A walk along references needs no collection before it: what only weak references hold is dead to it, as it is to a
// collection, and keeps its identity, as the program may take it up again.
#include <gtest/gtest.h>

#include <string>

#include "heap/HeapWalk.h"
#include "heap/StaleEngine.h"
#include "heap/fake_heap.h"

namespace isl {
namespace {

constexpr uint32_t kPlain = 1, kWeak = 2, kSoft = 3;
constexpr int32_t kReferent = 1, kOther = 2;

uint32_t one() { return 1; }

class WeakReferences : public ::testing::Test {
 protected:
  WeakReferences()
      : classes_({&spec_}), nodes_(100), engine_(&spec_, 0, {}),
        walk_(classes_, nodes_, {&engine_}) {
    spec_.window = one;
    spec_.mainContext = -1;
    while (classes_.size() <= kSoft) {
      ClassRecord record;
      record.signature = "LC" + std::to_string(classes_.size()) + ";";
      record.kind = ClassKind::Instance;
      record.islIndex = 0;
      record.weakReference = classes_.size() != kPlain;
      record.softReference = classes_.size() == kSoft;
      record.weakReferent = classes_.size() == kWeak ? kReferent : -1;
      classes_.add(std::move(record));
    }
    // 0: a root that holds a reference object, 1; 2: what that refers to; 3: what 2 holds
    heap_.objects.resize(4);
    for (test::FakeObject& object : heap_.objects) {
      object.classId = kPlain;
      object.word = kFirstSite << kEpochBits | 1;
    }
    heap_.roots = {0};
    heap_.objects[0].refs = {{1, 1}};
    heap_.objects[2].refs = {{1, 3}};
    heap_.collect();
  }

  // How many objects the walk takes for live.
  uint64_t liveWith(uint32_t referenceClass, int32_t field) {
    for (test::FakeObject& object : heap_.objects) object.live = true;
    heap_.objects[1].classId = referenceClass;
    heap_.objects[1].refs = {{field, 2}};
    heap_.objects[2].classId = heap_.objects[3].classId = kPlain;
    heap_.objects[2].refs = {{1, 3}};
    return walk_.run(heap_.env(), ++check_, 1, {}).liveObjects;
  }

  IslSpec spec_{};
  test::FakeHeap heap_;
  ClassTable classes_;
  NodeTable nodes_;
  StaleEngine engine_;
  HeapWalk walk_;
  uint32_t check_ = 1;
};

TEST_F(WeakReferences, HoldNothing) {
  EXPECT_EQ(liveWith(kPlain, kReferent), 4u);
  EXPECT_EQ(liveWith(kWeak, kReferent), 2u);
  EXPECT_EQ(liveWith(kWeak, kOther), 4u) << "queues and links are fields like others";
  EXPECT_EQ(liveWith(kSoft, kReferent), 4u);
}

TEST_F(WeakReferences, AnotherHolderCounts) {
  for (int i = 0; i < 50; i++) {
    heap_.objects[0].refs = {{1, 1}, {2, 3}};  // before or after the weak way
    EXPECT_EQ(liveWith(kWeak, kReferent), 3u);
  }
}

TEST(NodesThatNoWalkMet, AreCountedUntilTheyAreSwept) {
  NodeTable nodes(10);
  bool fresh = false;
  jlong tags[3] = {};
  for (jlong& tag : tags) nodes.ensure(&tag, 1, fresh);
  EXPECT_EQ(nodes.unseen(1), 0u);
  nodes[nodes.find(tags[1])].lastSeen = 2;
  EXPECT_EQ(nodes.unseen(2), 2u);
  nodes.sweep(2, [](uint32_t) {});
  EXPECT_EQ(nodes.unseen(2), 0u) << "a free node is nobody's";
  EXPECT_EQ(nodes.find(tags[0]), 0u);
}

}  // namespace
}  // namespace isl

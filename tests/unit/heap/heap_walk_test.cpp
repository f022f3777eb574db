// Walks by JVMTI after passes over the heap itself, which gave up in the middle of a run.
#include "heap/HeapWalk.h"

#include <gtest/gtest.h>

#include "heap/StaleEngine.h"
#include "heap/fake_heap.h"

namespace isl {
namespace {

uint32_t one() { return 1; }

TEST(HeapWalk, KeepsTheNodesThatWordsName) {
  constexpr uint32_t kEpoch = 3, kSite = kFirstSite + 5;
  IslSpec spec{};
  spec.window = one;
  spec.mainContext = -1;
  ClassTable classes({&spec});
  ClassRecord record;
  record.signature = "LHolder;";
  record.kind = ClassKind::Instance;
  record.islIndex = 0;
  const uint32_t holder = classes.add(std::move(record));
  NodeTable nodes(100);
  const uint32_t id = nodes.take(1), gone = nodes.take(1);
  nodes[id].homeSite = nodes[gone].homeSite = kSite;
  StaleEngine engine(&spec, 0, {});
  HeapWalk walk(classes, nodes, {&engine});
  test::FakeHeap heap;
  heap.objects.resize(2);
  heap.roots = {0, 1};
  for (test::FakeObject& object : heap.objects) {
    object.classId = holder;
    object.word = kSite << kEpochBits | kEpoch;
  }
  heap.objects[0].word = WordLayout::stored(nodes.wordNaming(id, heap.objects[0].word));
  for (uint32_t check = 2; check < 5; check++) {
    heap.collect();
    walk.run(heap.env(), check, 1, {});
    nodes.sweep(check, [](uint32_t) {});
    EXPECT_EQ(nodes.find(heap.objects[0].tag), id);
    EXPECT_EQ(nodes[id].lastSeen, check);
    EXPECT_EQ(nodes[id].word, kSite << kEpochBits | kEpoch);
    EXPECT_NE(nodes.find(heap.objects[1].tag), id) << "its word names none";
    if (check == 2) EXPECT_EQ(nodes[gone].lastSeen, 0u) << "free for others";
  }
}

}  // namespace
}  // namespace isl

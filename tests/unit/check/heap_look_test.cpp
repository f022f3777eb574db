// What lives between two checks, by a look at a made-up heap.
#include "check/HeapLook.h"

#include <gtest/gtest.h>

#include "check/leak_spec.h"
#include "heap/direct_access_of.h"

namespace isl {
namespace {

using rawheap::test::FakeVm;

constexpr uint32_t kSite = 7;

class HeapLookOf : public testing::Test {
 protected:
  HeapLookOf() {
    FakeVm& vm = heap.vm;
    test::describeHeaders(vm);
    node = vm.klass("Node", 32, {{16, 2}});
    bytes = vm.arrayKlass("[B", false, 0);
  }
  uint64_t object(uint32_t site) {
    const uint64_t at = heap.vm.object(node);
    FakeVm::store<uint32_t>(at + WordLayout::offset(), site << kEpochBits | 3);
    return at;
  }
  WalkTotals look(const std::vector<uint64_t>& roots, const SiteScopes* scopes = nullptr) {
    if (look_ == nullptr) {
      access = test::directAccessOf(heap, jvm, classes);
      look_ = std::make_unique<HeapLook>(*access, classes, nodes);
    }
    jvm.roots.clear();
    for (const uint64_t root : roots) jvm.roots.push_back({root, JVMTI_HEAP_REFERENCE_OTHER});
    WalkTotals totals;
    EXPECT_TRUE(look_->run(jvm.jni(), scopes, totals, [this] { stopped(); }));
    return totals;
  }

  rawheap::test::FakeHeap heap;
  rawheap::test::FakeWalk jvm{heap};
  const IslSpec spec = test::leakSpec();
  ClassTable classes{{&spec}};
  NodeTable nodes{1000};
  std::unique_ptr<DirectAccess> access;
  std::unique_ptr<HeapLook> look_;
  std::function<void()> stopped = [] {};
  uint64_t node = 0, bytes = 0;
};

// What the program does until the world stands still is part of what is seen.
TEST_F(HeapLookOf, TellsWhenTheWorldStandsStill) {
  const uint64_t holder = object(kSite), late = object(kSite);
  uint32_t times = 0;
  stopped = [&] {
    times++;
    heap.vm.set(holder, 16, late);
  };
  EXPECT_EQ(look({holder}).liveObjects, 2u) << "it is told before anything is read";
  EXPECT_EQ(times, 1u);
}

TEST_F(HeapLookOf, CountsWhatLives) {
  const uint64_t held = object(kSite), holder = object(kSite + 1);
  heap.vm.set(holder, 16, held);
  heap.vm.set(holder, 20, heap.vm.array(bytes, 100));
  object(kSite);  // nobody has it
  const WalkTotals totals = look({holder});
  EXPECT_EQ(totals.liveObjects, 3u);
  EXPECT_EQ(totals.liveBytes, 32u + 32 + 120);
  EXPECT_EQ(totals.bySite[kSite], 1u);
  EXPECT_EQ(totals.bySite[kSite + 1], 1u) << "its array is none of its objects";
}

TEST_F(HeapLookOf, BeginsAnewEachTime) {
  const uint64_t first = object(kSite), second = object(kSite);
  EXPECT_EQ(look({first, second}).bySite[kSite], 2u);
  const WalkTotals less = look({first});
  EXPECT_EQ(less.bySite[kSite], 1u);
  EXPECT_EQ(less.liveObjects, 1u);
}

TEST_F(HeapLookOf, CountsWhatWasAllocatedInScopesWithItsSite) {
  SiteScopes scopes;
  for (uint32_t site = 0; site <= kSite + 1; site++) scopes.plain.push_back(site);
  scopes.plain[kSite] = kSite + 1;
  const WalkTotals totals = look({object(kSite), object(kSite + 1)}, &scopes);
  EXPECT_EQ(totals.bySite[kSite], 0u);
  EXPECT_EQ(totals.bySite[kSite + 1], 2u);
}

}  // namespace
}  // namespace isl

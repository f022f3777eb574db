// What tables refer to in a heap that is read directly: what counts of places that hold the same thing.
#include "heap/LiveReferences.h"

#include <gtest/gtest.h>

#include <map>

#include "rawheap/fake_vm.h"

namespace isl {
namespace {

struct NoWalk {
  uint32_t classMet(uint32_t klass) const { return klass; }
  bool isDead(uint64_t) const { return false; }
  bool takesOut() const { return false; }
};

class Live : public testing::Test {
 protected:
  // Elements by their place, 0: null.
  std::vector<ReferredObject> of(const std::vector<uint64_t>& elements) {
    const uint64_t table =
        heap_.vm.array(heap_.vm.objectArrayKlass(), static_cast<uint32_t>(elements.size()));
    for (size_t i = 0; i < elements.size(); i++)
      heap_.vm.set(table, 16 + 4 * static_cast<uint32_t>(i), elements[i]);
    LiveReferences<NoWalk> references(walk_, heap_.layout, heap_.klasses);
    std::vector<ReferredObject> out;
    references.of(&table, 1, out);
    return out;
  }
  uint32_t things(const std::vector<uint64_t>& elements) {
    uint32_t sum = 0;
    for (const ReferredObject& each : of(elements)) sum += each.count;
    return sum;
  }

  rawheap::test::FakeHeap heap_;
  NoWalk walk_;
  const uint64_t node_ = heap_.vm.klass("Node", 24, {{16, 1}});
  const uint64_t a_ = heap_.vm.object(node_), b_ = heap_.vm.object(node_);
};

TEST_F(Live, ElementsCountForEachPlaceBesideNulls) {
  EXPECT_EQ(things({a_, a_, a_, 0}), 3u) << "a list of one thing again and again";
  EXPECT_EQ(of({a_, a_, a_, 0}).size(), 1u) << "which is told once";
  EXPECT_EQ(things({a_, b_, a_, 0, 0}), 3u);
  EXPECT_EQ(things({0, 0}), 0u);
}

TEST_F(Live, TheSameOneInARowMayMarkFreePlaces) {
  EXPECT_EQ(things({a_, a_, b_, a_, a_, a_}), 3u);
  EXPECT_FALSE(of({a_, a_, b_, a_}).front().fills);
  EXPECT_TRUE(of({a_, a_, a_}).front().fills) << "all free, or all taken";
  EXPECT_FALSE(of({a_}).front().fills);
  EXPECT_FALSE(of({a_, a_, 0}).front().fills);
}

}  // namespace
}  // namespace isl

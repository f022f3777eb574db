// Retained bytes in made-up heaps, against what is left when an object is taken away.
#include "rawheap/Retained.h"

#include <random>
#include <set>

#include "fake_vm.h"

namespace isl::rawheap::test {
namespace {

class RetainedOf : public testing::TestWithParam<bool> {
 protected:
  static FakeVmOptions options() {
    FakeVmOptions options;
    options.compressedOops = GetParam();
    return options;
  }
  uint64_t make() { return heap.vm.object(node); }
  void left(uint64_t holder, uint64_t held) { heap.vm.set(holder, 16, held); }
  void right(uint64_t holder, uint64_t held) {
    heap.vm.set(holder, 16 + heap.layout.oopBytes, held);
  }

  std::vector<uint64_t> measure(const std::vector<uint64_t>& roots,
                                const std::vector<uint64_t>& way, uint64_t liveBytes = 0,
                                uint64_t mostBehind = Retained::kMostBehind) {
    Roots all;
    MappedArray<uint64_t> others;
    all.reserve(roots.size() + 1);
    others.reserve(roots.size() + 1);
    for (const uint64_t address : roots) {
      if (all.size() > others.size()) {
        others.push(address);
        continue;
      }
      Root root;
      root.address = address;
      all.push(root);
    }
    Root referent;  // what is looked for is not live because of it
    referent.address = way.back();
    all.push(referent, {way.back(), 0, nullptr});
    heap.klasses.begin();
    Path path;
    for (const uint64_t hop : way) {
      path.hops[path.count].klass = heap.klasses.indexOfObject(hop);
      path.hops[path.count++].address = hop;
    }
    uint64_t bytes[Path::kMostHops];
    Retained retained(heap.layout, heap.klasses, heap.spaces, all, others, liveBytes, mostBehind);
    EXPECT_TRUE(retained.measure(path, bytes, heap.reason)) << heap.reason.text;
    return {bytes, bytes + path.count};
  }

  // Live bytes if `without` were not there; `seen`: the objects.
  uint64_t liveWithout(const std::vector<uint64_t>& roots, uint64_t without,
                       std::set<uint64_t>& seen) {
    const ObjectReader reader = heap.reader();
    seen.clear();
    std::vector<uint64_t> unread;
    uint64_t sum = 0;
    const auto meet = [&](uint64_t object) {
      if (object != without && seen.insert(object).second) unread.push_back(object);
    };
    for (const uint64_t root : roots) meet(root);
    while (!unread.empty()) {
      const uint64_t at = unread.back();
      unread.pop_back();
      const KlassInfo& info = heap.klasses[heap.klasses.indexOfObject(at)];
      sum += reader.bytesOf(at, info);
      reader.references(at, info, false, [&](uint64_t target, Edge, uint32_t) { meet(target); });
    }
    return sum;
  }

  FakeHeap heap{options()};
  uint64_t node = heap.vm.klass("Node", 40, {{16, 2}});
  uint64_t table = heap.vm.objectArrayKlass(), bytes = heap.vm.arrayKlass("[B", false, 0);
};

using Bytes = std::vector<uint64_t>;

INSTANTIATE_TEST_SUITE_P(CompressedOops, RetainedOf, testing::Bool());

TEST_P(RetainedOf, AddsUpAChain) {
  const uint64_t a = make(), b = make(), c = make();
  left(a, b);
  left(b, c);
  EXPECT_EQ(measure({a}, {a, b, c}), (Bytes{120, 80, 40}));
}

TEST_P(RetainedOf, PassesByTheSidesOfADiamond) {
  const uint64_t top = make(), one = make(), other = make(), foot = make();
  left(top, one);
  right(top, other);
  left(one, foot);
  left(other, foot);
  EXPECT_EQ(measure({top}, {top, one, foot}), (Bytes{160, 0, 40}));
}

TEST_P(RetainedOf, CountsACycleOnce) {
  const uint64_t a = make(), b = make(), c = make();
  left(a, b);
  left(b, c);
  left(c, a);
  right(c, b);
  EXPECT_EQ(measure({a}, {a, b, c}), (Bytes{120, 80, 40}));
}

// Of a table that holds very much, the table and its holders are measured, its elements are not.
TEST_P(RetainedOf, DoesNotGoOnBehindAHolderOfVeryMuch) {
  const uint64_t holder = make(), all = heap.vm.array(table, 50), other = make();
  left(holder, all);
  std::vector<uint64_t> elements;
  for (uint32_t i = 0; i < 50; ++i) {
    elements.push_back(make());
    heap.vm.setElement(all, i, elements[i]);
  }
  const std::vector<uint64_t> whole =
      measure({holder, other}, {holder, all, elements[7]}, 1, Retained::kMostBehind);
  EXPECT_EQ(whole, (Bytes{whole[1] + 40, whole[0] - 40, 40}));
  const uint64_t live = whole[0] + 40;
  EXPECT_EQ(measure({holder, other}, {holder, all, elements[7]}, live, 51), whole);
  EXPECT_EQ(measure({holder, other}, {holder, all, elements[7]}, live, 20),
            (Bytes{whole[0], whole[1], 0}));
}

TEST_P(RetainedOf, LeavesOutWhatOthersHold) {
  const uint64_t holder = make(), own = make(), shared = make(), stranger = make();
  left(holder, own);
  right(holder, shared);
  left(stranger, shared);
  EXPECT_EQ(measure({holder, stranger}, {holder, own}), (Bytes{80, 40}));
  EXPECT_EQ(measure({holder, stranger}, {holder, shared}), (Bytes{0, 40}));
}

TEST_P(RetainedOf, CountsARootThatIsHeldTooAsARoot) {
  const uint64_t holder = make(), local = make();
  left(holder, local);
  EXPECT_EQ(measure({holder, local}, {holder, local}), (Bytes{0, 40}));
}

TEST_P(RetainedOf, GoesIntoArraysOfArrays) {
  const uint64_t holder = make(), rows = heap.vm.array(table, 6000);
  left(holder, rows);
  const uint64_t row = heap.vm.array(table, 2), cell = heap.vm.array(bytes, 100);
  heap.vm.setElement(rows, 5999, row);
  heap.vm.setElement(row, 0, cell);
  heap.vm.setElement(row, 1, heap.vm.array(bytes, 60));
  const uint64_t size = heap.layout.align(16 + 6000 * heap.layout.oopBytes);
  const uint64_t small = heap.layout.align(16 + 2 * heap.layout.oopBytes) + 120 + 80;
  EXPECT_EQ(measure({holder}, {holder, rows, row, cell}),
            (Bytes{40 + size + small, size + small, small, 120}));
}

TEST_P(RetainedOf, NeedsAWayToThePath) {
  const uint64_t root = make(), lost = make();
  Roots all;
  MappedArray<uint64_t> others;
  all.reserve(1);
  others.reserve(1);
  others.push(root);
  heap.klasses.begin();
  Path path;
  path.hops[path.count++] = {lost, heap.klasses.indexOfObject(lost), Edge::Field, 0};
  uint64_t out[Path::kMostHops];
  Retained retained(heap.layout, heap.klasses, heap.spaces, all, others, 0);
  EXPECT_FALSE(retained.measure(path, out, heap.reason));
}

// In any graph: what an object of the path that is on every way retains, and nothing of the others.
TEST_P(RetainedOf, AgreesWithTakingAway) {
  std::mt19937 random(11);
  for (int round = 0; round < 30; ++round) {
    std::vector<uint64_t> o;
    for (int i = 0; i < 60; ++i) o.push_back(i % 7 == 3 ? heap.vm.array(table, 3) : make());
    const auto any = [&] { return o[random() % o.size()]; };
    std::vector<uint64_t> way(o.begin(), o.begin() + 8);
    for (size_t i = 0; i < o.size(); ++i) {
      const uint64_t next = i + 1 < way.size() ? o[i + 1] : any();
      const uint64_t other = i < way.size() ? o[way.size() + random() % 40] : any();
      if (i % 7 == 3) {
        heap.vm.setElement(o[i], 0, next);
        heap.vm.setElement(o[i], 2, other);
      } else {
        left(o[i], next);
        if (round % 2 == 0) right(o[i], other);
      }
    }
    const std::vector<uint64_t> roots = {o[0], o[20]};
    const Bytes found = measure(roots, way);
    std::set<uint64_t> seen;
    const uint64_t live = liveWithout(roots, 0, seen);
    for (size_t i = 0; i < way.size(); ++i) {
      const uint64_t without = liveWithout(roots, way[i], seen);
      EXPECT_EQ(found[i], seen.count(way.back()) == 0 ? live - without : 0) << round << " " << i;
    }
  }
}

}  // namespace
}  // namespace isl::rawheap::test

// Ways from objects of made-up heaps up to their roots.
#include "rawheap/Paths.h"

#include <algorithm>
#include <map>

#include "mark_of.h"

namespace isl::rawheap::test {
namespace {

class WaysOf : public MarkOf {};
INSTANTIATE_TEST_SUITE_P(CompressedOops, WaysOf, testing::Bool());

TEST_P(WaysOf, AnyObjectAreShortest) {
  const uint64_t node = heap.vm.klass("Node", 40, {{16, 2}});
  std::vector<uint64_t> o;
  for (int i = 0; i < 300; ++i) o.push_back(heap.vm.object(node));
  for (size_t i = 0; i + 1 < o.size(); ++i) heap.vm.set(o[i], 16, o[i + 1]);
  heap.vm.set(o[0], 16 + oop(), o[100]);
  for (const uint64_t orderBytes : {uint64_t{0}, uint64_t{1} << 20, uint64_t{400}}) {
    Mark m{MarkOptions{0, true, orderBytes}};
    ASSERT_TRUE(mark(m, {o[0]})) << heap.reason.text;
    EXPECT_EQ(m.keepsOrder(), orderBytes == 1 << 20);
    ObjectReader own = heap.reader();
    Paths paths(m, own, roots, heap.spaces);
    const uint32_t targets[] = {recorder.find(o[102])->number, recorder.find(o[299])->number, 1};
    std::vector<Path> all(3);
    ASSERT_TRUE(paths.find(targets, 3, heap.reason, [&](uint32_t i, const Path& path) {
      all[i] = path;
    })) << heap.reason.text;
    ASSERT_EQ(all[0].count, 4u);
    EXPECT_EQ(all[0].hops[0].place, 16 + oop());
    EXPECT_EQ(all[0].hops[1].address, o[100]);
    EXPECT_EQ(all[0].hops[1].place, 16u);
    EXPECT_EQ(all[0].hops[3].address, o[102]);
    EXPECT_EQ(all[0].leftOut, 0u);
    ASSERT_EQ(all[1].count, Path::kMostHops);
    EXPECT_EQ(all[1].leftOut, 201 - Path::kMostHops);
    EXPECT_EQ(all[1].hops[0].address, o[0]);
    EXPECT_EQ(all[1].hops[1].address, o[100]);
    EXPECT_EQ(all[1].hops[all[1].gap].address, o[299 - 31]);
    EXPECT_EQ(all[1].hops[63].address, o[299]);
    ASSERT_EQ(all[2].count, 1u);
    EXPECT_EQ(all[2].holder.threadId, 1);
    const uint32_t none[] = {1000}, batch[] = {0};
    EXPECT_FALSE(paths.find(none, 1, heap.reason, [](uint32_t, const Path&) {}));
    heap.reason.clear();
    EXPECT_FALSE(paths.find(batch, 1, heap.reason, [](uint32_t, const Path&) {}));
    heap.reason.clear();
    m.end();
  }
}

TEST_P(WaysOf, AnObjectBeginWithWhoLedToItFirst) {
  const uint64_t node = heap.vm.klass("Node", 40, {{16, 2}});
  std::vector<uint64_t> o;
  for (int i = 0; i < 5; ++i) o.push_back(heap.vm.object(node));
  heap.vm.set(o[0], 16, o[1]);
  heap.vm.set(o[0], 16 + oop(), o[2]);
  heap.vm.set(o[1], 16, o[3]);
  heap.vm.set(o[2], 16 + oop(), o[3]);
  for (const uint64_t orderBytes : {uint64_t{0}, uint64_t{1} << 20}) {
    Mark m{MarkOptions{0, true, orderBytes}};
    ASSERT_TRUE(mark(m, {o[0]})) << heap.reason.text;
    ObjectReader own = heap.reader();
    Paths paths(m, own, roots, heap.spaces);
    std::vector<uint64_t> asked = {o[0], o[2], o[3], o[4]};
    std::sort(asked.begin(), asked.end());
    std::map<uint64_t, Hop> told;
    paths.holders(asked, [&](size_t at, const Hop& hop) { told[asked[at]] = hop; });
    std::map<uint64_t, uint32_t> numbers;
    paths.numbers(asked, [&](size_t at, uint32_t number) { numbers[asked[at]] = number; });
    m.end();
    if (orderBytes == 0) {
      EXPECT_TRUE(told.empty() && numbers.empty()) << "nobody knows the addresses";
      continue;
    }
    ASSERT_EQ(told.size(), 2u) << "one is the root, one was not met";
    EXPECT_EQ(numbers.size(), 3u);
    EXPECT_EQ(numbers[o[3]], recorder.find(o[3])->number);
    EXPECT_EQ(told[o[2]].address, o[0]);
    EXPECT_EQ(told[o[2]].place, 16 + oop());
    EXPECT_EQ(told[o[3]].address, o[1]);
    EXPECT_EQ(told[o[3]].place, 16u);
  }
}

// Together they go up what they share once: each has to come to the same hops as alone.
TEST_P(WaysOf, LongListsEndAlike) {
  const uint64_t node = heap.vm.klass("Node", 24, {{16, 1}});
  std::vector<uint64_t> lists[2];
  for (int i = 0; i < 8000; ++i) {
    for (std::vector<uint64_t>& list : lists) list.push_back(heap.vm.object(node));
    if (i == 0) continue;
    for (std::vector<uint64_t>& list : lists) heap.vm.set(list[i - 1], 16, list[i]);
  }
  Mark m{MarkOptions{0, true, uint64_t{1} << 20}};
  ASSERT_TRUE(mark(m, {lists[0][0], lists[1][0]})) << heap.reason.text;
  std::vector<uint32_t> targets;
  for (const int i : {7999, 40, 4000, 7998, 4001, 70, 6000, 31, 33, 1200, 7999})
    for (const std::vector<uint64_t>& list : lists)
      targets.push_back(recorder.find(list[i])->number);
  const auto count = static_cast<uint32_t>(targets.size());
  ObjectReader own = heap.reader();
  std::vector<Path> together(count);
  ASSERT_TRUE(Paths(m, own, roots, heap.spaces)
                  .find(targets.data(), count, heap.reason,
                        [&](uint32_t i, const Path& path) { together[i] = path; }))
      << heap.reason.text;
  for (uint32_t t = 0; t < count; ++t) {
    ASSERT_TRUE(Paths(m, own, roots, heap.spaces)
                    .find(&targets[t], 1, heap.reason, [&](uint32_t, const Path& path) {
                      EXPECT_EQ(together[t].root, path.root);
                      EXPECT_EQ(together[t].leftOut, path.leftOut) << t;
                      EXPECT_EQ(together[t].gap, path.gap);
                      ASSERT_EQ(together[t].count, path.count);
                      for (uint32_t i = 0; i < path.count; ++i)
                        EXPECT_EQ(together[t].hops[i].address, path.hops[i].address) << t;
                    }));
  }
  m.end();
}

}  // namespace
}  // namespace isl::rawheap::test

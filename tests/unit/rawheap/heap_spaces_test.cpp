// Where objects may be, collector by collector.
#include "fake_z.h"

namespace isl::rawheap::test {
namespace {

struct Case {
  Release release;
  Collector collector;
};

class HeapSpacesOf : public testing::TestWithParam<Case> {
 protected:
  FakeVmOptions options() {
    FakeVmOptions options;
    options.release = GetParam().release;
    options.collector = GetParam().collector;
    return options;
  }
};

TEST_P(HeapSpacesOf, HoldObjectsBelowTheTops) {
  FakeHeap heap(options());
  const uint64_t node = heap.vm.klass("Node", 24);
  const uint64_t first = heap.vm.object(node), last = heap.vm.object(node);
  EXPECT_EQ(heap.spaces.collector(), GetParam().collector);
  EXPECT_EQ(heap.spaces.base(), heap.vm.heap());
  EXPECT_EQ(heap.spaces.reservedBytes(), FakeVm::kHeapBytes);
  EXPECT_TRUE(heap.spaces.contains(first));
  EXPECT_TRUE(heap.spaces.contains(last));
  EXPECT_FALSE(heap.spaces.contains(last + 24));
  EXPECT_FALSE(heap.spaces.contains(heap.vm.heap() - 8));
  EXPECT_FALSE(heap.spaces.contains(heap.vm.heap() + FakeVm::kHeapBytes));
  EXPECT_FALSE(heap.spaces.contains(0));
  EXPECT_EQ(heap.spaces.usedBytes(), 48u);
  uint64_t bytes = 0;
  heap.spaces.forEach([&](const HeapSpaces::Range& range) { bytes += range.top - range.bottom; });
  EXPECT_EQ(bytes, 48u);
}

INSTANTIATE_TEST_SUITE_P(All, HeapSpacesOf,
                         testing::Values(Case{Release::Old, Collector::Serial},
                                         Case{Release::New, Collector::Serial},
                                         Case{Release::Old, Collector::Parallel},
                                         Case{Release::New, Collector::Parallel},
                                         Case{Release::Old, Collector::G1},
                                         Case{Release::New, Collector::G1}));

TEST(HeapSpaces, PassOverFreeAndContinuedRegions) {
  FakeVmOptions options;
  options.collector = Collector::G1;
  FakeHeap heap(options);
  const uint64_t region = heap.vm.heap() + FakeVm::kRegionBytes;
  heap.vm.setRegionTop(1, region + 64);
  EXPECT_FALSE(heap.spaces.contains(region)) << "free";
  heap.vm.setRegionType(1, 5);
  EXPECT_FALSE(heap.spaces.contains(region)) << "continues an object";
  EXPECT_EQ(heap.spaces.usedBytes(), 64u);
  heap.vm.setRegionType(1, 8);
  EXPECT_TRUE(heap.spaces.contains(region + 56));
  EXPECT_FALSE(heap.spaces.contains(region + 64));
}

TEST(HeapSpaces, AreThePagesOfZ) {
  FakeZ z(false);
  z.vm.setFlag("UseSerialGC", 0);
  z.vm.setFlag("UseZGC", 1);
  z.vm.field("ZCollectedHeap", "_heap", z.heap - z.vm.collectedHeap());
  z.page(2, 1, 64);
  z.page(6, 3, 5 * kMB);  // one object that takes several granules
  HeapSpaces spaces;
  ASSERT_TRUE(spaces.resolve(z.vm.tables(), z.reason)) << z.reason.text;
  ASSERT_TRUE(spaces.look(z.reason)) << z.reason.text;
  EXPECT_EQ(spaces.collector(), Collector::Z);
  EXPECT_EQ(spaces.base(), z.good);
  EXPECT_EQ(spaces.reservedBytes(), kReserved);
  EXPECT_EQ(spaces.usedBytes(), 64 + 5 * kMB);
  EXPECT_TRUE(spaces.contains(z.good | (2 * kMB + 56)));
  EXPECT_FALSE(spaces.contains(z.good | (2 * kMB + 64)));
  EXPECT_FALSE(spaces.contains(z.good | 4 * kMB)) << "no page";
  EXPECT_TRUE(spaces.contains(z.good | (10 * kMB + 8)));
  EXPECT_FALSE(spaces.contains(z.good - 8));
  z.young[1] = z.forwarding(0, 4 * kMB, 0, 1);
  EXPECT_FALSE(spaces.look(z.reason));
  EXPECT_TRUE(spaces.moving());
  spaces.endCollections();
  EXPECT_TRUE(spaces.look(z.reason)) << "nobody moves the rest";
}

TEST(HeapSpaces, RefuseOtherCollectors) {
  for (const char* flag : {"UseShenandoahGC", "UseEpsilonGC"}) {
    FakeVm vm;
    vm.setFlag("UseSerialGC", 0);
    vm.setFlag(flag, 1);
    HeapSpaces spaces;
    Reason reason;
    EXPECT_FALSE(spaces.resolve(vm.tables(), reason));
    EXPECT_NE(strstr(reason.text, flag), nullptr) << reason.text;
  }
  FakeVm vm;
  vm.setFlag("UseSerialGC", 0);
  HeapSpaces spaces;
  Reason reason;
  EXPECT_FALSE(spaces.resolve(vm.tables(), reason));
  EXPECT_NE(strstr(reason.text, "collector is not known"), nullptr) << reason.text;
}

TEST(HeapSpaces, SayWhatIsMissing) {
  const std::pair<Collector, const char*> rows[] = {{Collector::Serial, "_the_space"},
                                                    {Collector::Parallel, "_object_space"},
                                                    {Collector::G1, "_hrm"},
                                                    {Collector::G1, "_reserved"}};
  for (const auto& [collector, field] : rows) {
    FakeVmOptions options;
    options.collector = collector;
    FakeVm vm(options);
    vm.remove(field);
    HeapSpaces spaces;
    Reason reason;
    EXPECT_FALSE(spaces.resolve(vm.tables(), reason));
    EXPECT_NE(strstr(reason.text, field), nullptr) << reason.text;
  }
}

}  // namespace
}  // namespace isl::rawheap::test

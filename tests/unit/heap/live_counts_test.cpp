// Live objects by type and site.
#include "heap/LiveCounts.h"

#include <gtest/gtest.h>

#include "check/leak_spec.h"
#include "rawheap/fake_vm.h"

namespace isl {
namespace {

constexpr uint32_t kSite = 7;

ClassRecord named(const char* signature) {
  ClassRecord record;
  record.signature = signature;
  record.kind = ClassKind::Instance;
  return record;
}

TEST(LiveCounts, SumClassesOfANameAndKeepSitesApart) {
  const IslSpec spec = test::leakSpec();
  ClassTable classes({&spec});
  const uint32_t order = classes.add(named("Lshop/Order;")),
                 again = classes.add(named("Lshop/Order;"));
  const uint32_t item = classes.add(named("Lshop/Item;"));
  rawheap::test::FakeHeap heap;
  std::vector<uint32_t> klasses;
  for (const uint32_t id : {order, again, item, 0u}) {
    klasses.push_back(heap.klasses.indexOfObject(heap.vm.object(heap.vm.klass("K", 16, {}))));
    heap.klasses[klasses.back()].id = id;
  }
  LiveCounts counts;
  counts.begin();
  for (const uint32_t at : {0u, 1u, 1u, 2u, 3u}) counts.add(klasses[at], kSite + at / 2);
  EXPECT_TRUE(counts.has(klasses[3]));
  WalkTotals totals;
  counts.tell(heap.klasses, classes, nullptr, totals);
  EXPECT_EQ(totals.byType[classes.typeOf(order)], 3u);
  EXPECT_EQ(totals.byType[classes.typeOf(item)], 1u);
  EXPECT_EQ(totals.bySite[kSite], 3u);
  EXPECT_EQ(totals.bySite[kSite + 1], 2u) << "also of a class that nobody has learnt of yet";
}

}  // namespace
}  // namespace isl

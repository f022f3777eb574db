// Which programs take dead references out of their tables.
#include "rawheap/DrainedQueues.h"

#include <gtest/gtest.h>

namespace isl::rawheap {
namespace {

TEST(DrainedQueues, AreThoseOfWhichReferencesGo) {
  const auto dead = [](uint64_t waiting, uint64_t cleared) {
    return DeadReferences{true, waiting, cleared, 0, 0};
  };
  DrainedQueues none, all, some;
  for (uint64_t n = 1; n < 100; n++) {
    none.note(dead(n % 10, n / 10 * 10), 100 * n);
    all.note(dead(n % 10, 0), 500);
    some.note(dead(n % 10, 0), 1'000'000);
  }
  EXPECT_FALSE(none.take(1)) << "what waited is cleared, and stays";
  EXPECT_TRUE(all.take(1'000'000)) << "half of all that there were have gone";
  EXPECT_TRUE(some.take(81 * 16));
  EXPECT_FALSE(some.take(82 * 16)) << "too few to tell for so many";
}

}  // namespace
}  // namespace isl::rawheap

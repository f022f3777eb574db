// Addresses that are spread over more than there are places.
#include "rawheap/Places.h"

#include <gtest/gtest.h>

namespace isl::rawheap::test {
namespace {

TEST(Places, FoldWhatIsSpreadOverMoreAddresses) {
  const Places all = placesOf(1 << 20, 4096, 4096);
  EXPECT_EQ(all.of((1 << 20) + 4095), 4095u);
  EXPECT_GE(all.of((1 << 20) + 4096), all.span);
  EXPECT_GE(all.of((1 << 20) - 8), all.span);
  const Places folded = placesOf(1 << 20, 1 << 16, 4096);
  for (const uint64_t distance : {0, 2040, 2047, 65536 - 2048, 65535}) {
    const uint64_t place = folded.of((1 << 20) + distance);
    EXPECT_LT(place, folded.span) << distance;
    EXPECT_EQ(folded.address(place), (1 << 20) + distance);
  }
  EXPECT_EQ(folded.of((1 << 20) + 65535), 4095u);
  for (const uint64_t distance : {2048, 4000, 30000, 65536 - 2049, 65536})
    EXPECT_GE(folded.of((1 << 20) + distance), folded.span) << distance;
  EXPECT_GE(folded.of((1 << 20) - 8), folded.span);
}

}  // namespace
}  // namespace isl::rawheap::test

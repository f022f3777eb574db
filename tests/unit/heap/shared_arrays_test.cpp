#include "heap/SharedArrays.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace isl {
namespace {

uint32_t word(uint32_t site, uint32_t epoch) { return site << kEpochBits | epoch; }

std::map<uint64_t, uint32_t> winners(const SharedArrays& arrays) {
  std::map<uint64_t, uint32_t> out;
  arrays.settle([&](const SharedArrays::Claim& owner) { out[owner.bytes] = owner.word; });
  return out;
}

TEST(SharedArrays, BelongToTheOwnerThatWasUsedLastWhateverTheOrder) {
  const std::vector<SharedArrays::Claim> owners = {
      {word(9, 3), 1, 0, 1000}, {word(5, 7), 2, 0, 1000}, {word(4, 7), 3, 0, 1000}};
  for (size_t first = 0; first < owners.size(); first++) {
    SharedArrays arrays;
    arrays.begin(1 << 20);
    for (size_t i = 0; i < owners.size(); i++) arrays.claim(8, owners[(first + i) % owners.size()]);
    EXPECT_EQ(winners(arrays).at(1000), word(4, 7));
  }
}

TEST(SharedArrays, AnOwnerWithoutASiteCountsByItsUseOnly) {
  SharedArrays arrays;
  arrays.begin(1 << 20);
  arrays.claim(8, {word(kSiteUnknown, 7), 1, 0, 1000});
  arrays.claim(8, {word(6, 7), 1, 0, 1000});
  arrays.claim(9, {word(6, 2), 1, 0, 2000});
  arrays.claim(9, {word(kSiteUnknown, 7), 1, 0, 2000});
  EXPECT_EQ(winners(arrays).at(1000), word(6, 7));
  EXPECT_EQ(winners(arrays).at(2000), word(kSiteUnknown, 7));
}

TEST(SharedArrays, FollowsABoundedNumber) {
  SharedArrays arrays;
  arrays.begin(0);  // no walk before: nothing is known of the heap
  EXPECT_FALSE(arrays.follows(uint64_t{1} << 40));
  arrays.begin(1 << 20);
  EXPECT_TRUE(arrays.follows(SharedArrays::kLeastBytes));
  EXPECT_FALSE(arrays.follows(SharedArrays::kLeastBytes - 1));
  arrays.begin(SharedArrays::kMostArrays * 4096);
  EXPECT_TRUE(arrays.follows(4096));
  EXPECT_FALSE(arrays.follows(4095));
}

}  // namespace
}  // namespace isl

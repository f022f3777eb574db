// Nodes by identity hashes, against a map of the standard library.
#include "store/HashIndex.h"

#include <gtest/gtest.h>

#include <random>
#include <unordered_map>

namespace isl::test {
namespace {

TEST(HashIndex, IsEmptyAtFirst) {
  HashIndex index;
  EXPECT_EQ(index.find(7), 0u);
  index.erase(7);
  EXPECT_EQ(index.size(), 0u);
  EXPECT_EQ(index.bytes(), 0u);
}

TEST(HashIndex, HoldsOneNumberAHash) {
  HashIndex index;
  index.put(7, 1);
  index.put(7, 2);
  EXPECT_EQ(index.find(7), 2u);
  EXPECT_EQ(index.size(), 1u);
  index.erase(7);
  EXPECT_EQ(index.find(7), 0u);
  EXPECT_EQ(index.size(), 0u);
}

// Few hashes, so that rows are long, wrap around and lose what is in their middle.
TEST(HashIndex, AgreesWithAMap) {
  for (const uint32_t most : {600u, 5000u, 2'000'000'000u}) {
    std::mt19937 random(most);
    HashIndex index;
    std::unordered_map<uint32_t, uint32_t> map;
    for (uint32_t step = 1; step < 60'000; ++step) {
      const uint32_t hash = 1 + random() % most;
      if (random() % 3 == 0) {
        index.erase(hash);
        map.erase(hash);
      } else {
        index.put(hash, step);
        map[hash] = step;
      }
      const uint32_t other = 1 + random() % most;
      ASSERT_EQ(index.find(other), map.count(other) == 0 ? 0 : map[other]);
    }
    ASSERT_EQ(index.size(), map.size());
    for (const auto& [hash, id] : map) ASSERT_EQ(index.find(hash), id);
  }
}

TEST(HashIndex, TakesSixteenBytesAnEntryAtMostButForTheFirst) {
  HashIndex index;
  for (uint32_t i = 1; i <= (1u << 20); ++i) index.put(i * 0x9E3779B1u & 0x7fffffff, i);
  EXPECT_LE(index.bytes(), size_t{16} << 20);
  EXPECT_EQ(index.find(1000 * 0x9E3779B1u & 0x7fffffff), 1000u);
}

}  // namespace
}  // namespace isl::test

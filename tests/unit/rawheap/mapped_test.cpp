// Memory of a pass: rings, arrays and bits straight from mmap.
#include "rawheap/Mapped.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <string>

#include "rawheap/MarkBits.h"

namespace isl::rawheap::test {
namespace {

TEST(MappedRing, KeepsItsOrderWhenItGrows) {
  MappedRing<uint32_t> ring;
  ASSERT_TRUE(ring.reserve(4));
  uint32_t in = 0, out = 0;
  for (int round = 0; round < 200; ++round) {
    for (int i = 0; i < 7; ++i) ASSERT_TRUE(ring.push(in++));
    for (int i = 0; i < 5; ++i) ASSERT_EQ(ring.pop(), out++);
  }
  EXPECT_EQ(ring.size(), 400u);
  EXPECT_EQ(ring.capacityBytes(), 512 * sizeof(uint32_t));
  while (!ring.empty()) ASSERT_EQ(ring.pop(), out++);
  EXPECT_EQ(out, in);
}

TEST(MappedArray, StopsAtItsBound) {
  MappedArray<int> array;
  ASSERT_TRUE(array.reserve(2));
  EXPECT_TRUE(array.push(1));
  EXPECT_TRUE(array.push(2));
  EXPECT_FALSE(array.push(3));
  EXPECT_EQ(array.size(), 2u);
}

TEST(MappedArray, BeginsAnewInTheMemoryOfBefore) {
  MappedArray<int> array;
  ASSERT_TRUE(array.reuse(1000));
  const int* const memory = array.data();
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(array.push(i));
  array.rest();
  ASSERT_TRUE(array.reuse(1200)) << "it made room for half as much again";
  EXPECT_EQ(array.data(), memory);
  EXPECT_TRUE(array.empty());
  for (int i = 0; i < 1200; ++i) ASSERT_TRUE(array.push(-i));
  EXPECT_FALSE(array.push(1)) << "the bound is the one that was asked for";
  EXPECT_EQ(array[1199], -1199);
  array.rest();
  ASSERT_TRUE(array.reuse(5000));
  for (int i = 0; i < 5000; ++i) ASSERT_TRUE(array.push(i));
  EXPECT_EQ(array[4999], 4999);
}

TEST(MappedArray, KeepsSoMuchAndNoMore) {
  MappedArray<uint64_t> array;
  constexpr size_t kCount = 4 * kKept / sizeof(uint64_t);
  ASSERT_TRUE(array.reuse(kCount));
  for (size_t i = 0; i < kCount; ++i) ASSERT_TRUE(array.push(7));
  array.rest();
  EXPECT_EQ(array.data()[kKept / sizeof(uint64_t) - 1], 7u);
  EXPECT_EQ(array.data()[kKept / sizeof(uint64_t)], 0u) << "pages that the kernel gave anew";
}

TEST(MappedRing, KeepsASmallRingAndGivesBackALargeOne) {
  MappedRing<uint64_t> ring;
  ASSERT_TRUE(ring.reuse(16));
  for (uint64_t i = 0; i < 1000; ++i) ASSERT_TRUE(ring.push(i));
  ring.rest();
  ASSERT_TRUE(ring.reuse(16));
  EXPECT_TRUE(ring.empty());
  EXPECT_EQ(ring.capacityBytes(), 1024 * sizeof(uint64_t));
  for (uint64_t i = 0; i < 2 * kKept / sizeof(uint64_t); ++i) ASSERT_TRUE(ring.push(i));
  ring.rest();
  ASSERT_TRUE(ring.reuse(16));
  EXPECT_EQ(ring.capacityBytes(), 16 * sizeof(uint64_t));
  ASSERT_TRUE(ring.push(5));
  EXPECT_EQ(ring.pop(), 5u);
}

TEST(MarkBits, TellNeighboursApart) {
  MarkBits bits;
  ASSERT_TRUE(bits.reserve({1 << 20, 4096}, 4));
  EXPECT_EQ(bits.words64(), 4u);
  // Objects are at least 16 bytes, at multiples of 8.
  for (const uint64_t address : {(1u << 20), (1u << 20) + 24, (1u << 20) + 40, (1u << 20) + 4080}) {
    EXPECT_FALSE(bits.isSet(address));
    EXPECT_TRUE(bits.set(address));
    EXPECT_FALSE(bits.set(address));
    EXPECT_TRUE(bits.isSet(address));
  }
  EXPECT_FALSE(bits.covers((1 << 20) + 4096));
  EXPECT_FALSE(bits.covers((1 << 20) - 8));
}

TEST(MarkBits, TellObjectsOfEightBytesApart) {
  MarkBits bits;
  ASSERT_TRUE(bits.reserve({1 << 20, 4096}, 3));
  EXPECT_EQ(bits.words64(), 8u);
  for (uint64_t address = 1 << 20; address < (1 << 20) + 4096; address += 8) {
    EXPECT_FALSE(bits.isSet(address));
    EXPECT_TRUE(bits.set(address));
  }
}

// Does the kernel give large pages for this address, as was asked for?
bool isLarge(const void* address) {
  std::ifstream maps("/proc/self/smaps");
  std::string line;
  bool here = false;
  while (std::getline(maps, line)) {
    uint64_t from = 0, to = 0;
    if (sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64 " ", &from, &to) == 2)
      here =
          from <= reinterpret_cast<uint64_t>(address) && reinterpret_cast<uint64_t>(address) < to;
    if (here && line.rfind("VmFlags:", 0) == 0) return line.find(" hg") != std::string::npos;
  }
  return false;
}

TEST(Mapped, LargePagesAreForWhatFillsThem) {
  if (access("/sys/kernel/mm/transparent_hugepage/enabled", R_OK) != 0)
    GTEST_SKIP() << "this kernel has no transparent huge pages to ask for";
  MappedArray<uint32_t> few, many;
  ASSERT_TRUE(few.reserve(size_t{1} << 24) && many.reserve(size_t{1} << 24));
  few.expect(1000);
  many.expect(2'000'000);
  EXPECT_FALSE(isLarge(few.data()));
  EXPECT_TRUE(isLarge(many.data()));
  MappedRing<uint64_t> ring;
  ASSERT_TRUE(ring.reserve(1024));
  const uint64_t* const first = ring.take().data;
  for (uint64_t i = 0; i < 1'000'000; ++i) ASSERT_TRUE(ring.push(i));
  EXPECT_NE(ring.take().data, first);
  EXPECT_TRUE(isLarge(ring.take().data));
  for (uint64_t i = 0; i < 1'000'000; ++i) ASSERT_EQ(ring.pop(), i);
}

}  // namespace
}  // namespace isl::rawheap::test

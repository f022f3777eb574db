// When a program is short of memory, and what the report tells of it.
#include "check/Pressure.h"

#include "check/HeapGrowth.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace isl {
namespace {

constexpr uint64_t kHeap = 1000;

TEST(Pressure, BeginsWithAUselessFullCollectionAndEndsWithRelief) {
  Pressure pressure;
  pressure.setHeap(kHeap);
  pressure.onCollection({10, 11, false, 10});
  EXPECT_FALSE(pressure.high()) << "a young collection leaves the old generation as it is";
  pressure.onCollection({20, 22, true, 100});
  EXPECT_FALSE(pressure.high()) << "10 % are free";
  pressure.onCollection({30, 33, true, 99});
  EXPECT_TRUE(pressure.high());
  pressure.onCollection({40, 44, true, 200});
  EXPECT_TRUE(pressure.high()) << "20 % are not over 20 %";
  pressure.onCollection({50, 55, true, 50});
  pressure.onCollection({60, 66, false, 201});
  EXPECT_FALSE(pressure.high());
  pressure.onCollection({70, 77, true, 150});
  EXPECT_FALSE(pressure.high()) << "15 % do not begin it";

  const report::Pressure told = pressure.describe(100);
  EXPECT_EQ(told.heapBytes, kHeap);
  EXPECT_EQ(told.collections, 7u);
  EXPECT_EQ(told.fullCollections, 5u);
  EXPECT_EQ(told.uselessCollections, 2u);
  EXPECT_EQ(told.highMs, 33u);
  ASSERT_EQ(told.useless.size(), 2u);
  EXPECT_EQ(told.useless[0].atMs, 33u);
  EXPECT_EQ(told.useless[0].pauseMs, 3u);
  EXPECT_EQ(told.useless[0].freeBytes, 99u);
  EXPECT_EQ(told.useless[0].relievedMs, 66u);
  EXPECT_EQ(told.useless[1].relievedMs, 66u);
}

TEST(Pressure, CountsTheTimeUntilNowAndWhatTheListHasNoRoomFor) {
  Pressure pressure;
  pressure.setHeap(kHeap);
  for (uint64_t i = 0; i < Pressure::kMostTold + 5; i++) pressure.onCollection({i, i, true, 0});
  const report::Pressure told = pressure.describe(500);
  EXPECT_EQ(told.uselessCollections, Pressure::kMostTold + 5);
  EXPECT_EQ(told.useless.size(), Pressure::kMostTold);
  EXPECT_EQ(told.useless.back().freeBytes, 0u);
  EXPECT_EQ(told.useless.back().relievedMs, 0u);
  EXPECT_EQ(told.highMs, 500u);
}

TEST(Pressure, WakesWhoeverWaitsForAChange) {
  Pressure pressure;
  pressure.setHeap(kHeap);
  const uint32_t before = pressure.state();
  EXPECT_EQ(pressure.awaitChange(before + 1), before) << "it differs already";
  uint32_t seen[2] = {};
  std::thread first([&] { seen[0] = pressure.awaitChange(before); });
  std::thread second([&] { seen[1] = pressure.awaitChange(before); });
  pressure.onCollection({0, 1, true, 0});
  first.join();
  second.join();
  EXPECT_EQ(seen[0] & 1, 1u);
  EXPECT_EQ(seen[1], seen[0]);
  pressure.onCollection({2, 3, true, 0});
  EXPECT_NE(pressure.state(), seen[0]) << "each useless collection is a change";
}

// Counters in the VM's layout: see rawheap/perf_counters_test.cpp.
std::vector<char> counterMemory(const std::map<std::string, int64_t>& counters) {
  std::vector<char> out(32);
  const auto put = [&](size_t at, int32_t value) { memcpy(&out[at], &value, sizeof value); };
  const uint8_t magic[] = {0xca, 0xfe, 0xc0, 0xc0, 1, 2, 0, 1};
  memcpy(out.data(), magic, sizeof magic);
  put(24, 32);
  put(28, static_cast<int32_t>(counters.size()));
  for (const auto& [name, value] : counters) {
    const size_t at = out.size(), data = (20 + name.size() + 8) / 8 * 8;
    out.resize(at + data + 8);
    put(at, static_cast<int32_t>(data + 8));
    put(at + 4, 20);
    out[at + 12] = 'J';
    put(at + 16, static_cast<int32_t>(data));
    memcpy(&out[at + 20], name.c_str(), name.size() + 1);
    memcpy(&out[at + data], &value, sizeof value);
  }
  return out;
}

std::map<std::string, int64_t> generations() {
  const std::string g = "sun.gc.generation.";
  return {{"sun.gc.collector.1.invocations", 3},
          {g + "0.space.0.used", 200},
          {g + "0.space.1.used", 0},
          {g + "0.space.2.used", 10},
          {g + "1.space.0.used", 550},
          {g + "0.space.0.capacity", 210},
          {g + "0.capacity", 400},
          {g + "1.capacity", 560},
          {g + "0.maxCapacity", 400},
          {g + "1.maxCapacity", 600}};
}

TEST(CollectionCounters, TellsWhatCanStillBeAllocated) {
  const std::vector<char> memory = counterMemory(generations());
  CollectionCounters counters;
  ASSERT_STREQ(counters.open({memory.data(), memory.size()}, 900), "");
  EXPECT_EQ(counters.fullCollections(), 3);
  EXPECT_EQ(counters.freeBytes(), 10u + 10 + 40) << "eden, old, and what that may grow by";
}

TEST(CollectionCounters, TakesGenerationsOfRegionsForOneRoom) {
  std::map<std::string, int64_t> regions = generations();
  regions["sun.gc.generation.0.maxCapacity"] = regions["sun.gc.generation.1.maxCapacity"] = 1000;
  const std::vector<char> memory = counterMemory(regions);
  CollectionCounters counters;
  ASSERT_STREQ(counters.open({memory.data(), memory.size()}, 1000), "");
  EXPECT_EQ(counters.freeBytes(), 1000u - 760);
}

TEST(HeapGrowth, GoesOnAsAtTheLastChecks) {
  HeapGrowth growth;
  EXPECT_EQ(growth.since(1000), 1) << "before the first check";
  growth.note(1000, 10, 9000);
  EXPECT_EQ(growth.since(1640), 5) << "all that comes may live, as the smallest objects";
  growth.note(2000, 20, 9000);
  growth.note(3000, 30, 9000);
  EXPECT_EQ(growth.since(9000), 3) << "objects count, not bytes";
  growth.note(4000, 90, 9000);
  growth.note(5000, 50, 9000);
  EXPECT_EQ(growth.since(10'000), 2) << "the median, with a peak";
  growth.note(6000, 15, 9000);
  EXPECT_EQ(growth.since(13'000), 1) << "they become fewer";
}

TEST(HeapGrowth, IsNoMoreThanTheOldGenerationHolds) {
  const std::vector<char> memory = counterMemory({{"sun.gc.generation.1.space.0.used", 600}});
  HeapGrowth growth;
  growth.open({memory.data(), memory.size()});
  growth.note(1000, 10, 100);
  growth.note(2000, 20, 200);
  EXPECT_EQ(growth.since(4000), 2);
  EXPECT_EQ(growth.since(9000), 3) << "600 of 200";
  growth.note(10'000, 100, 1000);
  EXPECT_EQ(growth.since(20'000), 1) << "most of what lives is young";
}

TEST(LastResort, IsASecondFullCollectionAtOnce) {
  LastResort resort;
  resort.begin(3);
  EXPECT_FALSE(resort.onCollection(10, 20, 3, false)) << "a young one";
  EXPECT_FALSE(resort.onCollection(30, 40, 4, false));
  EXPECT_FALSE(resort.onCollection(50, 60, 5, false)) << "the program ran between them";
  EXPECT_TRUE(resort.onCollection(61, 70, 6, false));
  EXPECT_TRUE(resort.onCollection(100, 120, 8, false)) << "both in one pause";
}

// A program that asks for one collection behind the other.
TEST(LastResort, IsNoneWhereMostOfTheHeapIsFree) {
  EXPECT_TRUE(LastResort::isInUse(700, 800));
  EXPECT_FALSE(LastResort::isInUse(701, 800));
  LastResort resort;
  resort.begin(0);
  EXPECT_FALSE(resort.onCollection(10, 20, 2, false, false));
  EXPECT_FALSE(resort.onCollection(21, 30, 3, false, false));
  EXPECT_TRUE(resort.onCollection(31, 40, 4, false));
}

TEST(LastResort, IsNoneOfTheAgentsOwn) {
  LastResort resort;
  resort.begin(0);
  EXPECT_FALSE(resort.onCollection(10, 20, 1, true));
  EXPECT_FALSE(resort.onCollection(20, 30, 2, false)) << "one alone, behind one of the agent";
  EXPECT_FALSE(resort.onCollection(30, 40, 3, true));
  EXPECT_FALSE(resort.onCollection(40, 50, 4, false));
  EXPECT_TRUE(resort.onCollection(50, 60, 5, false));
}

TEST(CollectionCounters, NeedsACountOfFullCollections) {
  CollectionCounters counters;
  EXPECT_STRNE(counters.open({}, kHeap), "");
  EXPECT_FALSE(counters.isOpen());
}

}  // namespace
}  // namespace isl

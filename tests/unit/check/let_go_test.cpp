// What the program let go is forgotten, what it held until its end is told.
#include <gtest/gtest.h>

#include <algorithm>

#include "check/old_objects.h"

namespace isl {
namespace {

using test::leakSpec;
using test::OneObject;

// Checks that are dear lie far apart: a set that was given back eight times the work ago is not what a program holds.
TEST(SpecRun, ForgetsWhatWasLetGoLongAgo) {
  const IslSpec spec = leakSpec();
  for (const uint64_t last : {40'000u, 130'000u}) {
    OneObject one(spec);
    for (uint32_t n : {11u, 12u, 13u}) one.check(n, n < 13 ? 7 : 0, n < 13 ? n * 1'300u : last);
    EXPECT_EQ(one.run.sitesCheck(), last == 40'000 ? 12u : 13u);
    EXPECT_EQ(one.run.worst().empty(), last != 40'000);
  }
}

// Sessions expire, and others have come: the program has let go of nothing.
TEST(SpecRun, ForgetsWhatOthersHaveReplaced) {
  const IslSpec spec = leakSpec();
  for (const bool look : {false, true}) {
    OneObject one(spec);
    one.check(11, 7, 14'000);
    if (look) one.run.noteLook(2'020);
    one.run.noteEnd();
    one.check(12, 0, 15'000, 0, 4'000);
    EXPECT_EQ(one.run.worst().size(), look ? 1u : 0u) << "they are missing from the heap";
  }
}

// What waits to be finalised grows until the VM collects.
TEST(SpecRun, ForgetsWhatNeverOutlivedACollection) {
  IslSpec spec = leakSpec();
  spec.defect = ISL_DEFECT_GROWTH;
  for (const bool outlives : {false, true}) {
    OneObject one(spec);
    for (uint32_t n = 11; n < 15; n++) {
      if (n == 12 && outlives) one.run.noteCollection();
      one.check(n, n < 14 ? 7 : 0, n * 1'000u);
    }
    EXPECT_EQ(one.run.worst().size(), outlives ? 1u : 0u);
    EXPECT_EQ(one.run.sitesCheck(), outlives ? 13u : 14u);
  }
}

// A weak map drops its entries when the program next uses it, which is after the check that the collection was made for.
TEST(SpecRun, LeavesOpenWhatWasGoneAtTheCheckAfterACollectionWhenThatIsTheEnd) {
  IslSpec spec = leakSpec();
  spec.defect = ISL_DEFECT_GROWTH;
  for (const uint32_t collectedAt : {11u, 12u, 13u}) {
    OneObject one(spec);
    for (uint32_t n = 11; n < 15; n++) {
      if (n == collectedAt) one.run.noteCollection();
      if (n == 14) one.run.noteEnd();
      one.check(n, n < 14 ? 7 : 0, n * 1'000u);
    }
    EXPECT_EQ(one.run.worst().size(), 1u) << collectedAt;
    EXPECT_EQ(one.run.unproven(), collectedAt == 13) << collectedAt;
  }
}

// Two of them let go of nothing. At the end nothing is left, and a collection came again.
TEST(SpecRun, TellsWhatHasOutlivedTwoCollectionsAndIsGoneInTheEnd) {
  IslSpec spec = leakSpec();
  spec.defect = ISL_DEFECT_GROWTH;
  for (const uint32_t collections : {1u, 2u}) {
    OneObject one(spec);
    for (uint32_t n = 11; n < 19; n++) {
      const bool last = n == 18;
      if (last || (n == 12 && collections == 2) || n == 15) one.run.noteCollection();
      if (last) one.run.noteEnd();
      one.check(n, last ? 0 : 7, n * 1'000u, static_cast<int>(n), n * 100);
    }
    EXPECT_EQ(one.run.worst().size(), 1u) << collections;
    EXPECT_EQ(one.run.unproven(), collections == 1);
  }
}

// A start that takes long allocates most of it before the first unit, and what came by then was suspicious for a while.
TEST(SpecRun, WantsCollectionsAlsoWhereUnitsBeginLate) {
  IslSpec spec = leakSpec();
  spec.defect = ISL_DEFECT_GROWTH;
  OneObject one(spec);
  std::vector<uint32_t> wanted;
  one.check(10, 0, 4'000'000);
  for (uint32_t n = 11; n < 60; n++) {
    const uint32_t units = n < 20 ? 0 : n - 19;
    if (one.run.wantsCollection()) {
      one.run.noteCollection();
      wanted.push_back(n);
    }
    one.check(n, 7, 4'000'000u + n * 100'000u, static_cast<int>(n), n * 100, units);
  }
  EXPECT_EQ(wanted, (std::vector<uint32_t>{11, 14, 17, 21, 27, 36, 50}));
}

// It counted for its growth alone.
TEST(SpecRun, ForgetsWhatHasStoppedToGrow) {
  const IslSpec spec = leakSpec();
  OneObject one(spec, {320, 0.5});
  uint32_t counted = 0;
  for (uint32_t n = 11; n < 110; n++) {
    one.check(n, 7, n * 1'000u, static_cast<int>(std::min(n, 60u)) - 10, 100'000);
    if (!one.run.worst().empty()) counted = n;
    EXPECT_EQ(one.run.sitesCheck(), n);
  }
  EXPECT_GE(counted, 60u);
  EXPECT_LT(counted, 109u) << "nothing of it was let go";
}

// The check that makes up for those that were too dear sees a program whose threads have ended.
TEST(SpecRun, KeepsWhatTheProgramHeldUntilItsEnd) {
  const IslSpec spec = leakSpec();
  OneObject one(spec);
  for (uint32_t n : {11u, 12u, 13u}) {
    if (n == 13) one.run.noteEnd();
    one.check(n, n < 13 ? 7 : 0, n < 13 ? n * 1'300u : 130'000u);
  }
  EXPECT_EQ(one.run.sitesCheck(), 12u);
  EXPECT_EQ(one.run.worst().size(), 1u);
}

// A cache of weak values drops its entries bit by bit when a collection has taken their values, while others that were put
// there before become suspicious.
TEST(SpecRun, ForgetsWhatGrowsNoMoreFromACollectionOn) {
  IslSpec spec = leakSpec();
  spec.defect = ISL_DEFECT_GROWTH;
  for (const int suspicious : {-1, 0, 1}) {
    for (const int live : {-100, 0, 40, 60, 100}) {  // per check, after it; before it 100
      OneObject one(spec);
      for (uint32_t n = 11; n < 16; n++) {
        const int since = static_cast<int>(n) - 13;
        if (since == 0) one.run.noteCollection();
        if (n == 15) one.run.noteEnd();
        one.check(n, n < 15 ? 7 : 0, n * 1'000u, 8 + suspicious * since,
                  static_cast<uint64_t>(1000 + (since < 0 ? 100 : live) * since));
      }
      const bool ends = suspicious < 0 || live < 50;
      EXPECT_EQ(one.run.worst().size(), ends ? 0u : 1u) << suspicious << " " << live;
    }
  }
}

// Data of the start-up has lain there longer and has most of the penalty.
TEST(SpecRun, KeepsWhatGrewUntilTheEndBesideWhatDoesNot) {
  IslSpec spec = leakSpec();
  spec.defect = ISL_DEFECT_GROWTH;
  for (const bool ends : {false, true}) {
    OneObject one(spec);
    for (uint32_t n = 11; n <= 31; n++) {
      if (n == 20) one.run.noteCollection();
      if (n == 31 && ends) one.run.noteEnd();
      Engine& engine = one.run.engine();
      engine.begin(one.heap.walk(n));
      for (int i = 0; i < 90; i++) engine.object(Burst{}, test::word(7, 1), true);
      for (uint32_t i = 0; n < 31 && i < n - 10; i++)
        engine.object(Burst{}, test::word(8, n - 10), true);
      engine.end();
      const uint64_t live = n < 31 ? 100'000 + 32ull * n : 100'320;
      one.run.finishCheck(n, live, 0, 0, {{n, 0, n * 10'000'000ull}});
      if (n == 30) {
        ASSERT_EQ(one.run.growing(), 1u);
        EXPECT_EQ(one.run.worst()[0].site, 8u);
        EXPECT_EQ(one.run.growingBytes(), 20u * 32);
      }
    }
    EXPECT_EQ(one.run.sitesCheck(), 30u);
  }
}

// An engine lets a task go that has run out of memory, and goes on with others.
TEST(SpecRun, KeepsWhatFilledTheHeapUntilAsMuchIsThereAgain) {
  const IslSpec spec = leakSpec();
  OneObject one(spec);
  for (uint32_t n = 11; n < 16; n++) {
    one.check(n, n < 13 ? 7 : n == 15 ? 8 : 0, n * 130'000u, 1, n < 13 ? 1'000 : 2'000);
    if (n == 12) one.run.noteFull();
    EXPECT_EQ(one.run.sitesCheck(), n == 13 || n == 14 ? 12 : n);
    ASSERT_EQ(one.run.worst().size(), 1u);
    EXPECT_EQ(one.run.worst()[0].site, n == 15 ? 8u : 7u);
  }
}

}  // namespace
}  // namespace isl

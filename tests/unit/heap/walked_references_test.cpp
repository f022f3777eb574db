// What holders hold, told by a JVMTI walk: tables, buckets, chains and tables in tables count as they are, whatever the
// order of the walk, and those that belong to nobody are no trouble.
#include "heap/WalkedReferences.h"

#include <gtest/gtest.h>

#include <map>

#include "heap/HeapWalk.h"
#include "heap/RecordEngine.h"
#include "heap/fake_heap.h"

namespace isl {
namespace {

enum : uint32_t { kHolder = 1, kValue, kNode, kArray, kPrimitives, kClassCount };

std::map<uint32_t, std::pair<uint64_t, uint64_t>>* heldNow;  // by site: things and bytes

void onReachedOnce(IslEnv*, IslObject* o) { (*heldNow)[o->record->site] = {o->held, o->heldBytes}; }

class Walked : public ::testing::Test {
 protected:
  Walked() : spec_(holders()), classes_({&spec_}), nodes_(100000), engine_(&spec_, 0, {}, nodes_) {
    while (classes_.size() < kClassCount) {
      const auto id = static_cast<uint32_t>(classes_.size());
      ClassRecord record;
      record.signature = "LC" + std::to_string(id) + ";";
      record.kind = id == kArray        ? ClassKind::ObjectArray
                    : id == kPrimitives ? ClassKind::PrimitiveArray
                                        : ClassKind::Instance;
      record.elementKind = id == kArray ? 'L' : id == kPrimitives ? 'J' : 0;
      record.islIndex = record.kind == ClassKind::Instance ? 0 : -1;
      classes_.add(std::move(record));
    }
    heldNow = &held_;
  }

  static IslSpec holders() {
    IslSpec spec{};
    spec.abiVersion = ISL_ABI_VERSION;
    spec.name = "holders";
    spec.source = "holders.isl";
    spec.mainContext = -1;
    spec.partition = ISL_PARTITION_ALL;
    spec.window = [] { return uint32_t{1}; };
    spec.traits = ISL_TRAIT_ASKS_HELD;
    spec.onReachedOnce = onReachedOnce;
    return spec;
  }

  uint32_t add(uint32_t classId, std::vector<uint32_t> to = {}, int32_t length = -1) {
    test::FakeObject object;
    object.classId = classId;
    object.isArray = length >= 0;
    object.length = length;
    int32_t place = 0;
    for (const uint32_t target : to) object.refs.emplace_back(++place, target);
    heap_.objects.push_back(object);
    return static_cast<uint32_t>(heap_.objects.size() - 1);
  }
  uint32_t table(std::vector<uint32_t> to, int32_t length) {
    return add(kArray, std::move(to), length);
  }
  uint32_t holder(uint32_t site, std::vector<uint32_t> to) {
    const uint32_t object = add(kHolder, std::move(to));
    heap_.objects[object].word = (kFirstSite + site) << kEpochBits | 1;
    heap_.roots.push_back(object);
    return object;
  }
  std::vector<uint32_t> values(int count) {
    std::vector<uint32_t> all;
    while (count-- > 0) all.push_back(add(kValue));
    return all;
  }
  uint32_t chain(int count, bool withValues) {
    uint32_t last = add(kNode);
    while (--count > 0) {
      std::vector<uint32_t> to = {last};
      if (withValues) to.push_back(add(kValue));
      last = add(kNode, to);
    }
    return last;
  }
  // The second walk knows which classes make chains.
  void walk() {
    HeapWalk walk(classes_, nodes_, {&engine_});
    const SiteSequences sequences;
    for (uint32_t check = 1; check <= 2; check++) {
      held_.clear();
      const WalkTotals totals = walk.run(heap_.env(), check, 1, sequences);
      ASSERT_EQ(totals.error, JVMTI_ERROR_NONE);
      engine_.end();
    }
    untold_ = walk.untold();
  }
  uint64_t things(uint32_t site) { return held_[kFirstSite + site].first; }
  uint64_t bytes(uint32_t site) { return held_[kFirstSite + site].second; }

  IslSpec spec_;
  ClassTable classes_;
  NodeTable nodes_;
  RecordEngine engine_;
  test::FakeHeap heap_;
  std::map<uint32_t, std::pair<uint64_t, uint64_t>> held_;
  uint64_t untold_ = 0;  // walks
};

TEST_F(Walked, TablesBucketsAndChainsCountInAnyOrder) {
  for (uint32_t seed = 0; seed < 50; seed++) {
    heap_.random.seed(seed);
    heap_.objects.clear();
    heap_.roots.clear();
    holder(0, {table(values(7), 10)});
    holder(1, {table({chain(3, true), chain(1, true), chain(4, true)}, 16)});
    holder(2, {chain(6, true)});
    const uint32_t inner = table(values(2), 2);
    holder(3, {table({inner, table(values(3), 8)}, 4)});
    heap_.roots.push_back(inner);  // met before its holder, or after it
    holder(4, {add(kValue)});      // holds nothing
    holder(5, {add(kPrimitives, {}, 8)});
    holder(6, {table({}, 8)});
    walk();
    EXPECT_EQ(things(0), 7u);
    EXPECT_EQ(bytes(0), (16u + 8 * 10) * 7 / 10 + 7 * 32) << "the places that are taken";
    EXPECT_EQ(things(1), 8u);
    EXPECT_EQ(bytes(1),
              (16u + 8 * 16) * 3 / 16 + 8 * 32 +
                  5 * 32);  // nodes, and the values of those with a next one
    EXPECT_EQ(things(2), 6u);
    EXPECT_EQ(things(3), 5u);
    EXPECT_EQ(held_.count(kFirstSite + 4), 0u);
    EXPECT_EQ(held_.count(kFirstSite + 5), 0u);
    EXPECT_EQ(things(6), 0u);
  }
}

TEST_F(Walked, WhatTwoHoldersShareIsOfTheOneKnownBefore) {
  const uint32_t shared = table(values(5), 8);
  holder(0, {shared});
  holder(1, {shared});
  walk();
  EXPECT_EQ(things(0) + things(1), 5u);
}

TEST_F(Walked, HoldersAloneNeedNodes) {
  const uint32_t value = add(kValue);
  holder(0, {table(std::vector<uint32_t>(50, value), 50), chain(30, true)});
  walk();
  EXPECT_EQ(things(0), 80u);
  EXPECT_EQ(nodes_.inUse(), 1u);
}

TEST_F(Walked, AVmWhoseCallbacksHaveAnotherFormTellsNothing) {
  holder(0, {table(values(7), 10)});
  heap_.formOff = 8;
  walk();
  EXPECT_TRUE(held_.empty());
  EXPECT_EQ(untold_, 2u);
}

TEST_F(Walked, AFullTableOfNodesIsCounted) {
  NodeTable few(3);
  RecordEngine engine(&spec_, 0, {}, few);
  HeapWalk walk(classes_, few, {&engine});
  for (uint32_t site = 0; site < 20; site++) holder(site, {table(values(4), 4)});
  held_.clear();
  walk.run(heap_.env(), 1, 1, {});
  engine.end();
  EXPECT_EQ(held_.size(), 20u);
  EXPECT_GT(few.refused(), 0u);
}

}  // namespace
}  // namespace isl

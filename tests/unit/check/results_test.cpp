// What checks found, the full collections made for them, and the paths kept behind them, on a fake heap.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "check/CheckResults.h"
#include "check/ForcedCollection.h"
#include "check/PathKeeper.h"
#include "check/leak_spec.h"
#include "heap/StaleEngine.h"
#include "paths/chain_heap.h"

namespace isl {
namespace {

using test::leakSpec;

// Everything that a way needs still holds, as far as anybody asks.
class TrustingReader final : public EdgeReader {
 public:
  explicit TrustingReader(test::FakeHeap& heap) : heap_(heap) {}
  void watch(JNIEnv*, const std::vector<jlong>&) override {}
  bool fieldHolds(JNIEnv*, jlong, uint32_t, int32_t, bool, jlong) override { return true; }
  int32_t elementHolding(JNIEnv*, jlong, int32_t slot, jlong) override { return slot; }
  bool runHolds(JNIEnv*, jlong, uint32_t, int32_t, uint32_t, jlong) override { return true; }
  bool wordOf(JNIEnv*, jlong object, uint32_t, uint32_t& word) override {
    for (const test::FakeObject& o : heap_.objects) {
      if (!o.live || o.tag != object) continue;
      word = o.word;
      return true;
    }
    return false;
  }

 private:
  test::FakeHeap& heap_;
};

class Checks : public test::ChainHeap {
 protected:
  void SetUp() override {
    ChainHeap::SetUp();
    run = std::make_unique<SpecRun>(std::make_unique<StaleEngine>(&spec, 0, std::vector<int>{}),
                                    Thresholds{});
    walk = std::make_unique<HeapWalk>(classes, nodes, std::vector<Engine*>{&run->engine()});
    results = std::make_unique<CheckResults>(std::vector<SpecRun*>{run.get()});
  }

  // As the checker: checks `first` to `last` share a walk.
  void check(uint32_t first, uint32_t last) {
    std::vector<DueCheck> batch;
    for (uint32_t n = first; n <= last; n++) {
      batch.emplace_back();
      batch.back().n = n;
    }
    const WalkTotals totals = walk->run(heap.env(), last, last - first + 1, {});
    run->engine().end();
    live = totals.liveObjects;
    results->add(std::move(batch), totals);
  }

  std::unique_ptr<PathKeeper> keeperWith(PathKeeper::Collect collect) {
    return std::make_unique<PathKeeper>(
        PathKeeper::Parts{heap.env(),
                          &classes,
                          &nodes,
                          &sites,
                          {run.get()},
                          nullptr,
                          &costs,
                          [] { return uint64_t{5000}; },
                          [this] { return std::make_unique<TrustingReader>(heap); }},
        std::move(collect));
  }

  const IslSpec spec = leakSpec();
  const WalkCosts costs{};
  std::unique_ptr<SpecRun> run;
  std::unique_ptr<HeapWalk> walk;
  std::unique_ptr<CheckResults> results;
  uint64_t live = 0;
};

TEST_F(Checks, ThatShareAWalkHaveARowEach) {
  buildChain(3);
  EXPECT_EQ(results->latestVso("leak"), 1.0);
  EXPECT_TRUE(std::isnan(results->latestVso("other")));
  check(1, 9);
  check(10, 20);
  ASSERT_EQ(results->checks().size(), 20u);
  EXPECT_EQ(results->checks().back().n, 20u);
  EXPECT_EQ(results->checks()[12].liveBytes, results->checks()[19].liveBytes);
  EXPECT_LT(results->checks()[12].specs[0].vso, results->checks()[19].specs[0].vso);
  EXPECT_DOUBLE_EQ(results->latestVso("leak"), results->checks()[19].specs[0].vso);
  EXPECT_DOUBLE_EQ(results->latestVso(nullptr), results->latestVso("leak"));
  EXPECT_EQ(results->liveBytes(), 4u * 32);
  results->addCost(2.5);
  EXPECT_DOUBLE_EQ(results->checks().back().costMs, 2.5);
}

// An epoch ended, and the check was too dear: what is used is told apart all the same.
TEST_F(Checks, ThatWereMissedHaveNoRowAndAreEpochs) {
  buildChain(3);
  const auto add = [&](uint32_t n, uint32_t missed) {
    std::vector<DueCheck> batch;
    for (uint32_t each = n - missed; each <= n; each++) {
      batch.emplace_back();
      batch.back().n = each;
      batch.back().missed = each < n;
      batch.back().allocatedBytes = each * 100;
    }
    const WalkTotals totals = walk->run(heap.env(), n, missed + 1, {});
    run->engine().end();
    results->add(std::move(batch), totals);
  };
  for (uint32_t n = 1; n <= 12; n++) add(n, 0);
  add(20, 7);
  ASSERT_EQ(results->checks().size(), 13u);
  EXPECT_EQ(results->checks().back().n, 20u);
  EXPECT_EQ(results->checks().back().specs.size(), 1u);
  EXPECT_EQ(run->vso().size(), 13u);
  EXPECT_EQ(run->series().rows().size(), 13u);
  EXPECT_EQ(run->series().rows().back().usedUntil.allocatedBytes, 1000u) << "ten epochs before";
}

TEST_F(Checks, HaveNoneOfTheUnitsOfAClockThatWasReplaced) {
  buildChain(3);
  uint32_t n = 0;
  const auto checkAt = [&](const std::vector<uint64_t>& units) {
    std::vector<DueCheck> batch;
    for (const uint64_t each : units) {
      batch.emplace_back();
      batch.back().n = ++n;
      batch.back().units = each;
    }
    const auto since = static_cast<uint32_t>(batch.size());
    const WalkTotals totals = walk->run(heap.env(), n, since, {});
    run->engine().end();
    results->add(std::move(batch), totals);
  };
  const auto units = [&] {
    std::vector<uint64_t> out;
    for (const report::Check& check : results->checks()) out.push_back(check.units);
    return out;
  };
  checkAt({100});
  report::Look look;
  look.units = 150;
  results->addLook(look);
  checkAt({200, 300});
  EXPECT_EQ(units(), (std::vector<uint64_t>{100, 200, 300}));
  checkAt({400, 1});
  EXPECT_EQ(units(), (std::vector<uint64_t>{0, 0, 0, 0, 1}));
  EXPECT_EQ(results->looks()[0].units, 0u);
  checkAt({2});
  EXPECT_EQ(units().back(), 2u);
}

TEST_F(Checks, ThePathsOfTopSitesAreFoundAndKept) {
  buildChain(3);
  size_t collections = 0;
  const std::unique_ptr<PathKeeper> keeper = keeperWith([&] {
    collections++;
    return true;
  });
  double searchMs = 0;
  check(1, 5);
  EXPECT_TRUE(keeper->keep(nullptr, 5, live, searchMs));
  EXPECT_FALSE(keeper->keepsAny()) << "nothing is suspicious yet";
  EXPECT_EQ(collections, 0u);
  check(6, 20);
  EXPECT_TRUE(keeper->keep(nullptr, 20, live, searchMs));
  EXPECT_TRUE(keeper->keepsAny());
  EXPECT_EQ(collections, 1u);
  const auto found = run->paths.find(siteKey(test::kSuspiciousSite, classes.typeOf(1)));
  ASSERT_NE(found, run->paths.end());
  ASSERT_EQ(found->second.size(), 1u);
  EXPECT_EQ(found->second[0].edges.size(), 3u);
  EXPECT_FALSE(found->second[0].truncated);
}

// In a large heap the VSO stays near 1 for long.
TEST_F(Checks, ALeakIsLookedForHoweverLowTheVso) {
  ClassRecord arrays;
  arrays.kind = ClassKind::ObjectArray;
  arrays.signature = "[LC1;";
  const uint32_t large = add(classes.add(std::move(arrays)));
  heap.objects[large].isArray = true;
  heap.objects[large].length = 1 << 24;
  const uint32_t holder = add(3);
  heap.roots = {large, holder};
  const std::unique_ptr<PathKeeper> keeper = keeperWith([] { return true; });
  double searchMs = 0;
  for (uint32_t n = 1; n <= 24; n++) {
    for (int i = 0; i < 500; i++) {
      const uint32_t kept = add(1, test::kSuspiciousSite);
      heap.objects[holder].refs.emplace_back(static_cast<int32_t>(kept), kept);
    }
    heap.collect();
    check(n, n);
    ASSERT_TRUE(keeper->keep(nullptr, n, live, searchMs));
  }
  EXPECT_LT(run->vso().back(), 1.5);
  ASSERT_GT(run->growing(), 0u);
  const auto found = run->paths.find(siteKey(test::kSuspiciousSite, classes.typeOf(1)));
  ASSERT_NE(found, run->paths.end());
  EXPECT_FALSE(found->second[0].truncated);
}

TEST_F(Checks, WithoutTheVmNothingIsSearched) {
  buildChain(3);
  const std::unique_ptr<PathKeeper> keeper = keeperWith([] { return false; });
  double searchMs = 0;
  check(1, 20);
  EXPECT_FALSE(keeper->keep(nullptr, 20, live, searchMs));
  EXPECT_TRUE(run->paths.empty());
}

struct Jni : JNIEnv {
  Jni() {
    memset(static_cast<void*>(&table), 0, sizeof table);
    table.FindClass = [](JNIEnv*, const char*) { return handle<jclass>(16); };
    table.AllocObject = [](JNIEnv*, jclass) { return handle<jobject>(32); };
    table.NewGlobalRef = [](JNIEnv* env, jobject) {
      static_cast<Jni*>(env)->globals++;
      return handle<jobject>(48);
    };
    table.DeleteGlobalRef = [](JNIEnv* env, jobject) { static_cast<Jni*>(env)->globals--; };
    table.DeleteLocalRef = [](JNIEnv*, jobject) {};
    functions = &table;
  }
  template <typename T>
  static T handle(uintptr_t n) {
    return reinterpret_cast<T>(n);
  }
  JNINativeInterface_ table;
  int globals = 0;
};

TEST(Canary, TellsOneFullCollection) {
  test::MockJvmti jvmti;
  jvmti.set(&jvmtiInterface_1_::SetTag, [](jvmtiEnv*, jobject, jlong) { return JVMTI_ERROR_NONE; });
  Jni jni;
  Canary canary(&jvmti);
  EXPECT_FALSE(canary.wasFreed(0));
  canary.hatch(&jni);
  EXPECT_EQ(jni.globals, 1);
  EXPECT_FALSE(canary.wasFreed(1)) << "it lives";
  canary.drop(&jni);
  EXPECT_EQ(jni.globals, 0);
  EXPECT_TRUE(canary.wasFreed(1));
  canary.hatch(&jni);
  EXPECT_FALSE(canary.wasFreed(1)) << "the agent's own collection may free the last one";
  canary.drop(&jni);
  EXPECT_FALSE(canary.wasFreed(1));
  EXPECT_TRUE(canary.wasFreed(2));
}

TEST(ForcedCollection, IsNotForAVmThatHasEnded) {
  static int collections;
  collections = 0;
  test::MockJvmti jvmti;
  jvmti.set(&jvmtiInterface_1_::ForceGarbageCollection, [](jvmtiEnv*) {
    collections++;
    return JVMTI_ERROR_NONE;
  });
  CheckRequests requests({[] { return uint64_t{0}; }, [] { return false; }, 0});
  ForcedCollection collection(&jvmti, requests);
  EXPECT_TRUE(collection.run(0));
  EXPECT_EQ(collections, 1);
}

}  // namespace
}  // namespace isl

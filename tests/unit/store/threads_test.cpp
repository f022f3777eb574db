// The tables that class loading, the program's threads and checks use at the same time, with real
// threads. What is asserted holds for every interleaving; ThreadSanitizer (tests/suites/sanitizers)
// tells besides whether each access was ordered.
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "check/AllocationClock.h"
#include "mock_jvmti.h"
#include "store/FieldLayouts.h"
#include "store/Hierarchy.h"
#include "store/ScopeTable.h"
#include "store/Sequence.h"
#include "store/SiteTable.h"

namespace isl {
namespace {

constexpr uint32_t kThreads = 8;
constexpr uint32_t kRounds = 2000;

// Runs `body(number)` in all threads at once.
void together(const std::function<void(uint32_t)>& body) {
  std::atomic<uint32_t> waiting{kThreads};
  std::vector<std::thread> threads;
  for (uint32_t n = 0; n < kThreads; n++) {
    threads.emplace_back([&, n] {
      waiting--;
      while (waiting != 0) std::this_thread::yield();
      body(n);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Threads, AllGetTheSameSiteForTheSameLocation) {
  SiteTable sites;
  std::vector<std::vector<uint32_t>> got(kThreads);
  together([&](uint32_t n) {
    for (uint32_t i = 0; i < kRounds; i++) {
      const std::string cls = "a/C" + std::to_string(i);
      SiteLocation location{};
      location.className = cls;
      location.method = "make";
      location.kind = SiteKind::New;
      location.target = cls;
      const uint32_t base = sites.intern(location);
      got[n].push_back(base);
      SiteVariant variant;
      variant.sequences = 1 + i % 3;
      variant.scope = i % 2;
      got[n].push_back(sites.variant(base, variant));
      ASSERT_EQ(sites.get(base).className, cls);
    }
  });
  for (uint32_t n = 1; n < kThreads; n++) EXPECT_EQ(got[n], got[0]);
  const std::set<uint32_t> different(got[0].begin(), got[0].end());
  EXPECT_EQ(different.size(), 2 * kRounds);
  EXPECT_EQ(*different.begin(), kFirstSite);
  EXPECT_EQ(sites.overflow(), 0u);
}

TEST(Threads, ClassesAreKnownOnceTheirLoaderHasAddedThem) {
  Hierarchy hierarchy;
  FieldLayouts layouts;
  hierarchy.add("java/lang/Object", "", {}, false, false);
  layouts.add("java/lang/Object", "", {});
  const TypeName type = typeNameFromSource("a.Base");
  hierarchy.add("a/Base", "java/lang/Object", {}, false, false);
  layouts.add("a/Base", "java/lang/Object", {{"i", "I"}});
  together([&](uint32_t n) {
    for (uint32_t i = 0; i < kRounds; i++) {
      const std::string name = "a/L" + std::to_string(n) + "x" + std::to_string(i);
      const std::string super = i % 2 == 0 ? "a/Base" : "java/lang/Object";
      hierarchy.add(name, super, {}, true, false);
      layouts.add(name, super, {{"own", "J"}});
      ASSERT_EQ(hierarchy.mayBe(name, type), i % 2 == 0);
      ASSERT_EQ(layouts.indexOf(name, name, "own", "J"), i % 2 == 0 ? 1 : 0);
    }
  });
}

TEST(Threads, ScopesThatWereOpenedAreClosed) {
  ScopeTable scopes;
  together([&](uint32_t n) {
    for (uint32_t i = 0; i < kRounds; i++) {
      const uint32_t outer = scopes.open("outer " + std::to_string(n), 0);
      const uint32_t inner = scopes.open("shared", outer);
      if (n == 0) scopes.countCheck();
      scopes.close(inner, outer);
      scopes.close(outer, 0);
    }
  });
  const Scope shared = scopes.get(scopes.find("shared"));
  EXPECT_EQ(shared.opened, uint64_t{kThreads} * kRounds);
  EXPECT_EQ(shared.open, 0u);
  EXPECT_EQ(scopes.all().size(), kThreads + 1);
  EXPECT_EQ(scopes.ambient(), 0u);
}

TEST(Threads, EqualSetsOfSequencesHaveOneState) {
  SequenceSet sequences;
  std::string error;
  ASSERT_EQ(sequences.add("*,a.A.m", error), 0) << error;
  std::vector<std::vector<uint32_t>> got(kThreads);
  together([&](uint32_t n) {
    for (uint32_t i = 0; i < kRounds; i++) {
      got[n].push_back(sequences.stateOf(i % 64 + 1, false));
    }
  });
  for (uint32_t n = 1; n < kThreads; n++) EXPECT_EQ(got[n], got[0]);
  EXPECT_EQ(std::set<uint32_t>(got[0].begin(), got[0].end()).size(), 64u);
}

TEST(Threads, OneThreadRaisesTheAlarm) {
  test::MockJvmti jvmti;
  jvmti.set(&jvmtiInterface_1_::SetHeapSamplingInterval,
            [](jvmtiEnv*, jint) { return JVMTI_ERROR_NONE; });
  AllocationClock clock;
  for (int round = 0; round < 50; round++) {
    clock.arm(&jvmti, 1 << 20);
    std::atomic<int> alarms{0};
    together([&](uint32_t) {
      for (int i = 0; i < 100; i++) alarms += clock.onAllocated(clock.weight(16)) ? 1 : 0;
    });
    ASSERT_EQ(alarms, 1) << "round " << round;
  }
}

}  // namespace
}  // namespace isl

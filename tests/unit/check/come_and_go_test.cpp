// Sets whose objects come and go, told by the age of those that are there.
#include <gtest/gtest.h>

#include "check/old_objects.h"

namespace isl {
namespace {

using test::Heap;
using test::leakSpec;
using test::word;

constexpr uint32_t kSite = 7, kChecks = 70;

// Fourteen objects come at each check; each lives for twenty, all but `kept` of them, which stay.
Trend trendOfSessions(int kept) {
  const IslSpec spec = leakSpec();
  Heap heap(&spec);
  SpecRun run(std::make_unique<StaleEngine>(&spec, 0, std::vector<int>{}), Thresholds{});
  for (uint32_t n = 1; n <= kChecks; n++) {
    Engine& engine = run.engine();
    engine.begin(heap.walk(n));
    for (uint32_t born = 1; born <= n; born++) {
      const int live = n - born < 20 ? 14 : kept;
      for (int i = 0; i < live; i++) engine.object(Burst{}, word(kSite, born), true);
    }
    engine.end();
    run.finishCheck(n, 100'000, 0, 0, {{n, 0, n * 1'000ull}});
  }
  return run.trendOf({siteKey(kSite, 0)}, kChecks);
}

TEST(ComeAndGo, SessionsThatExpireAreBounded) {
  const Trend trend = trendOfSessions(0);
  EXPECT_TRUE(trend.comesAndGoes);
  EXPECT_NE(trend.shape, Shape::Growing);
}

TEST(ComeAndGo, SomeOfThemStay) {
  const Trend trend = trendOfSessions(1);
  EXPECT_TRUE(trend.comesAndGoes);
  EXPECT_EQ(trend.shape, Shape::Growing);
  EXPECT_NEAR(trend.slope, 32 / 1'000.0, 0.005) << "bytes for each that is allocated";
}

TEST(ComeAndGo, OfALeakAllStay) {
  const Trend trend = trendOfSessions(14);
  EXPECT_FALSE(trend.comesAndGoes);
  EXPECT_EQ(trend.shape, Shape::Growing);
}

}  // namespace
}  // namespace isl

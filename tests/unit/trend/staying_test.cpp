// What stays of a set, and what comes and goes.
#include "trend/Staying.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace isl {
namespace {

constexpr double kLeast = 10;

// What lay there after each hundredth part of the work, and what of that is there in the end, when each object lives for `life` of
// it; `kept` of them for ever.
std::vector<StayingSample> sampled(const std::function<double(double)>& life, double kept) {
  std::vector<StayingSample> out;
  for (int i = 0; i <= 100; i++) {
    const double work = i / 100.0;
    StayingSample sample{work, 0, 0, true};
    for (int born = 0; born < i; born++) {
      const double at = born / 100.0, ends = at + life(at);
      sample.bytes += kept * 10 + (ends > work ? (1 - kept) * 10 : 0);
      sample.stays += kept * 10 + (ends > 1 ? (1 - kept) * 10 : 0);
    }
    out.push_back(sample);
  }
  return out;
}

Trend trendOfAll(const std::vector<StayingSample>& samples) {
  std::vector<WorkSample> all;
  for (const StayingSample& each : samples) all.push_back({each.work, each.bytes});
  return trendOf(all, kLeast);
}

const auto third = [](double) { return 1.0 / 3; };

TEST(Staying, SessionsThatExpireComeAndGo) {
  const std::vector<StayingSample> samples = sampled(third, 0);
  EXPECT_TRUE(comesAndGoes(samples, kLeast));
  Trend all;
  all.shape = Shape::Growing;  // between two sweeps, say
  const Trend trend = trendOfWhatStays(samples, all, kLeast);
  EXPECT_EQ(trend.shape, Shape::Bounded);
  EXPECT_TRUE(trend.comesAndGoes);
}

TEST(Staying, OfThoseThatExpireSomeStay) {
  const std::vector<StayingSample> samples = sampled(third, 1.0 / 7);
  EXPECT_TRUE(comesAndGoes(samples, kLeast));
  Trend all = trendOfAll(samples);
  all.shape = Shape::Bounded;
  const Trend trend = trendOfWhatStays(samples, all, kLeast);
  EXPECT_EQ(trend.shape, Shape::Growing);
  EXPECT_NEAR(trend.slope, 1000.0 / 7, 15);
  EXPECT_NEAR(trend.growth, 1000.0 / 7, 35) << "over all the work";
  EXPECT_EQ(trend.until, 1);
}

// A table that drops the oldest one when it is full has nothing of its start.
TEST(Staying, ATableThatIsFullLateLosesTheFirst) {
  const auto sixTenths = [](double) { return 0.6; };
  EXPECT_TRUE(comesAndGoes(sampled(sixTenths, 0), kLeast));
  const auto nine = [](double) { return 0.9; };
  EXPECT_FALSE(comesAndGoes(sampled(nine, 0), kLeast)) << "most of it is there";
}

TEST(Staying, WhatLeaksNeverGoes) {
  EXPECT_FALSE(comesAndGoes(sampled(third, 1), kLeast));
  EXPECT_FALSE(comesAndGoes(sampled(third, 0.6), kLeast));
}

// What lives the longer the later it came is no leak of the first half, however much of it is left there.
TEST(Staying, WhatWearsAwayIsNone) {
  std::vector<StayingSample> samples = sampled(third, 0);
  for (StayingSample& each : samples) each.stays = each.bytes * std::exp(-6 * (1 - each.work));
  Trend all;
  all.shape = Shape::Growing;
  EXPECT_TRUE(comesAndGoes(samples, kLeast));
  EXPECT_EQ(trendOfWhatStays(samples, all, kLeast).shape, Shape::Bounded);
}

TEST(Staying, NothingIsToldOfWhatIsNotKnown) {
  std::vector<StayingSample> samples = sampled(third, 0);
  EXPECT_FALSE(comesAndGoes({}, kLeast));
  EXPECT_FALSE(comesAndGoes(samples, 1e6)) << "too little to tell";
  for (StayingSample& each : samples) each.known = each.work > 0.6;
  EXPECT_FALSE(comesAndGoes(samples, kLeast));
}

TEST(Staying, WhatStandsIsConstant) {
  Trend all;
  all.shape = Shape::Constant;
  EXPECT_EQ(trendOfWhatStays(sampled(third, 0), all, kLeast).shape, Shape::Constant);
}

}  // namespace
}  // namespace isl

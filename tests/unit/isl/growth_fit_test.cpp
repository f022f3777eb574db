// Curves through the live heap: what is found again, what is foretold, and what is no curve.
#include "GrowthFit.h"

#include <gtest/gtest.h>

#include <cmath>

namespace isl::tool {
namespace {

// As checks fall: each of the first 16, then every sixteenth part more.
std::vector<WorkSample> course(double until, double (*bytes)(double)) {
  std::vector<WorkSample> out;
  for (double work = 1; work <= until; work += 1 + std::floor(work / 16))
    out.push_back({work, bytes(work)});
  return out;
}

TEST(GrowthFit, FindsALineAgain) {
  const auto fit = fitGrowth(course(1e5, [](double n) { return 5e6 + 70 * n; }));
  ASSERT_TRUE(fit);
  EXPECT_EQ(fit->exponent, 1);
  EXPECT_NEAR(fit->offset, 5e6, 1);
  EXPECT_NEAR(fit->factor, 70, 1e-6);
  EXPECT_NEAR(fit->reaches(64e6), 59e6 / 70, 1);
  EXPECT_NEAR(fit->determination, 1, 1e-9);
}

TEST(GrowthFit, FindsAPowerAgain) {
  for (const double exponent : {0.7, 1.5, 2.0, 3.0}) {
    std::vector<WorkSample> samples = course(20000, [](double n) { return n; });
    for (WorkSample& sample : samples) sample.bytes = 3e6 + 0.4 * std::pow(sample.work, exponent);
    const auto fit = fitGrowth(samples);
    ASSERT_TRUE(fit) << exponent;
    EXPECT_NEAR(fit->exponent, exponent, 0.02);
    const double full = std::pow((1e9 - 3e6) / 0.4, 1 / exponent);
    EXPECT_NEAR(fit->reaches(1e9), full, 0.05 * full);
  }
}

TEST(GrowthFit, TakesStepsOfATableForALine) {
  // 40 bytes an entry, and a table that doubles.
  const auto fit = fitGrowth(course(
      1e5, [](double n) { return 2e6 + 40 * n + 8 * std::exp2(std::ceil(std::log2(n / 0.75))); }));
  ASSERT_TRUE(fit);
  EXPECT_EQ(fit->exponent, 1) << "a power follows the last step";
  EXPECT_NEAR(fit->at(4e5), 2e6 + 56 * 4e5, 0.1 * 56 * 4e5);
}

TEST(GrowthFit, SaysNothingOfWhatIsNoCurve) {
  EXPECT_FALSE(fitGrowth({}));
  EXPECT_FALSE(fitGrowth(course(4, [](double n) { return n; }))) << "too few";
  EXPECT_FALSE(fitGrowth(course(1e4, [](double n) { return std::fmod(n, 7) * 1e6; })));
  EXPECT_FALSE(fitGrowth(course(1e4, [](double) { return 1e6; }))) << "nothing to explain";
}

// A pool that fills ever more slowly.
TEST(GrowthFit, SaysNothingOfWhatLevelsOff) {
  EXPECT_FALSE(fitGrowth(course(1e5, [](double n) { return 1e6 * std::log(n); })));
  EXPECT_FALSE(fitGrowth(course(1e5, [](double n) { return 1e4 * std::sqrt(n); })));
}

TEST(GrowthFit, ComesToNoSizeThatItNeverHas) {
  GrowthFit flat;
  EXPECT_EQ(flat.reaches(1e9), 0);
  GrowthFit line;
  line.offset = 100;
  line.factor = 1;
  EXPECT_EQ(line.reaches(50), 0);
  EXPECT_EQ(line.reaches(150), 50);
}

}  // namespace
}  // namespace isl::tool

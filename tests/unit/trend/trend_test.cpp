// What grows with the work and what does not: series of every kind that programs make.
#include "trend/Trend.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <string>

namespace isl {
namespace {

using Curve = std::function<double(double)>;  // bytes by the part of the run, 0..1

constexpr double kWork = 1e8, kLeast = 64 * 1024, kMega = 1 << 20;

// The curve at so many checks; `length` times as much work of the same kind.
std::vector<WorkSample> sampled(const Curve& curve, size_t checks, double length = 1) {
  std::vector<WorkSample> out;
  for (size_t i = 0; i < checks; i++) {
    const double part = static_cast<double>(i) / static_cast<double>(checks - 1) * length;
    out.push_back({part * kWork, std::max(0.0, curve(part))});
  }
  return out;
}

std::string shapeOf(const Curve& curve, size_t checks = 60, double length = 1) {
  return nameOf(trendOf(sampled(curve, checks, length), kLeast).shape);
}

double saw(double x, double period) { return x / period - std::floor(x / period); }

TEST(Records, OfRandomOrderAreRare) {
  EXPECT_EQ(significantRises(4), 0u) << "all three rises come in one of 24";
  EXPECT_EQ(significantRises(5), 4u);
  EXPECT_EQ(significantRises(6), 5u);
  EXPECT_EQ(significantRises(7), 5u);
  EXPECT_EQ(significantRises(8), 5u);
}

TEST(Growing, IsALineAtAnyLengthAndNumberOfChecks) {
  const Curve line = [](double x) { return kLeast + x * 4 * kMega; };
  for (const size_t checks : {5, 6, 9, 20, 60, 240}) {
    EXPECT_EQ(shapeOf(line, checks), "growing") << checks;
  }
  for (const double length : {1.0, 3.0, 10.0}) {
    const Trend trend = trendOf(sampled(line, 60, length), kLeast);
    EXPECT_EQ(trend.shape, Shape::Growing) << length;
    EXPECT_NEAR(trend.slope, 4 * kMega / kWork, 0.03 * 4 * kMega / kWork) << length;
    EXPECT_NEAR(trend.secondHalf / trend.firstHalf, 1, 0.05) << length;
  }
}

TEST(Growing, IsByTheLinesSlopeAtFewChecks) {
  for (size_t checks : {5, 6, 20, 60}) {
    const Trend trend = trendOf(sampled([](double x) { return 20 * kMega * x; }, checks), kLeast);
    EXPECT_NEAR(trend.slope, 20 * kMega / kWork, 1e-6) << checks;
  }
}

TEST(Growing, IsALineBesideACacheThatIsClearedAgain) {
  const Curve both = [](double x) { return 2 * kMega * x + kMega * saw(x, 1.0 / 23); };
  EXPECT_EQ(shapeOf(both, 240), "growing");
}

TEST(Growing, AreStairsAndTablesThatDouble) {
  const Curve stairs = [](double x) { return kMega * std::floor(12 * x + 0.5); };
  EXPECT_EQ(shapeOf(stairs), "growing");
  const Curve list = [](double x) {  // elements and the array that holds them
    const double elements = 1000 + 100000 * x;
    double capacity = 10;
    while (capacity < elements) capacity *= 2;
    return 24 * elements + 4 * capacity;
  };
  EXPECT_EQ(shapeOf(list), "growing");
}

// Of a suite of tests, every sixth of which leaves something behind.
TEST(Growing, AreStairsWhoseStepsAreFarApart) {
  const Curve stairs = [](double x) {
    return 80000 * (1 + std::floor(9 * x) - (x > 0.3 && x < 0.55 ? std::floor(9 * x) - 2 : 0));
  };
  for (const size_t checks : {16, 20, 60}) EXPECT_EQ(shapeOf(stairs, checks), "growing") << checks;
  const std::vector<double> seen = {80,  160, 240, 240, 240, 240, 240, 240,
                                    240, 320, 400, 480, 480, 560, 720, 720};
  const std::vector<double> work = {133, 137, 144, 154, 157, 183, 186, 202,
                                    213, 216, 228, 234, 237, 280, 297, 322};
  std::vector<WorkSample> samples;
  for (size_t i = 0; i < seen.size(); i++) samples.push_back({1e6 * work[i], 1e3 * seen[i]});
  EXPECT_EQ(trendOf(samples, kLeast).shape, Shape::Growing);
}

// Checks of a heap that a leak fills get dear, and the last lie far apart: those before have hardly moved beside them.
TEST(Growing, IsAStraightLineOfFewObservations) {
  std::vector<WorkSample> samples = {{31e6, 144e3}, {32e6, 153e3}, {33e6, 163e3},
                                     {36e6, 198e3}, {37e6, 200e3}, {56e6, 373e3}};
  samples.push_back({100e6, 767e3});
  EXPECT_EQ(trendOf(samples, kLeast).shape, Shape::Growing);
  samples[5].bytes += 30e3;
  EXPECT_NE(trendOf(samples, kLeast).shape, Shape::Growing) << "off the line";
  samples[5] = {38e6, 212e3};
  EXPECT_NE(trendOf(samples, kLeast).shape, Shape::Growing) << "one between the ends";
}

TEST(Growing, IsALineAfterATableThatCameInOne) {
  const Curve curve = [](double x) { return (x > 0.1 ? 3 * kMega : 0) + 2 * kMega * x; };
  EXPECT_EQ(shapeOf(curve), "growing");
}

TEST(Growing, IsALineThatSpeedsUp) {
  EXPECT_EQ(shapeOf([](double x) { return 8 * kMega * x * x; }), "growing");
}

TEST(Growing, IsALineUnderNoise) {
  for (unsigned seed = 0; seed < 200; seed++) {
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(0, 0.1 * kMega);
    const Curve curve = [&](double x) { return kMega + 2 * kMega * x + noise(random); };
    EXPECT_EQ(shapeOf(curve), "growing") << seed;
  }
}

TEST(Constant, IsWhatCameAtOnce) {
  EXPECT_EQ(shapeOf([](double) { return 5 * kMega; }), "constant");
  EXPECT_EQ(shapeOf([](double x) { return 5 * kMega + 40000 * x; }), "constant")
      << "grows by less than counts";
}

TEST(Constant, StaysItUnderNoise) {
  size_t growing = 0;
  for (unsigned seed = 0; seed < 1000; seed++) {
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(0, 0.3 * kMega);
    const Curve curve = [&](double) { return 5 * kMega + noise(random); };
    growing += shapeOf(curve, 8) == "growing" ? 1 : 0;
  }
  EXPECT_LE(growing, 10u) << "one of a hundred";
}

TEST(Bounded, AreCachesThatFillAndAreCleared) {
  for (const double period : {0.05, 0.11, 0.21, 0.3, 0.4, 0.55}) {
    const Curve cache = [period](double x) { return 4 * kMega * saw(x, period); };
    for (const size_t checks : {9, 30, 60, 240}) {
      EXPECT_NE(shapeOf(cache, checks), "growing") << period << ", " << checks;
    }
    EXPECT_EQ(shapeOf(cache, 240), "bounded") << period;
  }
}

// Sessions that a server scavenges now and then: bytes in KB by requests. It serves more of them when it has warmed up, and
// ends shortly before the next time.
TEST(Bounded, AreSessionsThatTimeOut) {
  std::vector<WorkSample> samples = {
      {334, 8},     {842, 16},    {1550, 32},   {2234, 38},   {2522, 45},
      {3449, 64},   {4104, 55},   {5232, 78},   {5558, 82},   {6276, 67},
      {7086, 78},   {8001, 97},   {8502, 105},  {9034, 71},   {9598, 82},
      {10836, 104}, {11515, 117}, {12234, 82},  {13813, 109}, {14676, 124},
      {15595, 86},  {16571, 103}, {17606, 123}, {18706, 144}, {19876, 166}};
  for (WorkSample& sample : samples) sample.bytes *= 1024;
  const Trend trend = trendOf(samples, kLeast);
  EXPECT_NE(trend.shape, Shape::Growing)
      << "second half " << trend.secondHalf << ", first " << trend.firstHalf;
  EXPECT_DOUBLE_EQ(trend.lastToFirst, 166.0 / 8);
  for (WorkSample& sample : samples) sample.bytes += 20 * sample.work;
  EXPECT_EQ(trendOf(samples, kLeast).shape, Shape::Growing) << "beside what leaks";
}

TEST(Bounded, AreTablesThatFillUp) {
  for (const double full : {0.1, 0.3, 0.5}) {
    const Curve table = [full](double x) { return 4 * kMega * std::min(1.0, x / full); };
    EXPECT_EQ(shapeOf(table), "bounded") << full;
  }
  for (const double halfLife : {0.05, 0.1, 0.15}) {
    const Curve warmUp = [halfLife](double x) {
      return 4 * kMega * (1 - std::exp2(-x / halfLife));
    };
    EXPECT_EQ(shapeOf(warmUp), "bounded") << halfLife;
  }
}

// Most of it came in the first twentieth; what is idle of it moves a little.
TEST(Bounded, AreTablesThatDriftWhenTheyAreFull) {
  const auto drifting = [](double drift) {
    return [drift](double x) { return 4 * kMega * (std::min(1.0, x / 0.04) + drift * x); };
  };
  EXPECT_EQ(shapeOf(drifting(0.2)), "bounded");
  EXPECT_EQ(shapeOf(drifting(0.4)), "growing");
}

// Entries that expire while a machine is busy come again. Bytes by requests.
TEST(Bounded, IsACacheThatDipsAndFillsUpAgain) {
  const std::vector<WorkSample> samples = {
      {50, 4264},     {71, 5272},     {105, 6648},    {158, 7880},    {204, 9672},
      {279, 12760},   {357, 13096},   {455, 15448},   {549, 19032},   {659, 24648},
      {792, 27672},   {1216, 49096},  {1750, 48088},  {1860, 30168},  {2522, 49208},
      {3217, 48984},  {3419, 49096},  {4633, 48984},  {5558, 48984},  {5906, 49568},
      {6669, 49680},  {7086, 49568},  {7533, 43968},  {8000, 50016},  {9033, 49568},
      {9598, 49568},  {10200, 49568}, {10836, 49568}, {11515, 49568}, {12234, 49568},
      {12999, 49568}, {13812, 49568}, {14681, 49568}};
  const Trend trend = trendOf(samples, 16 * 1024);
  EXPECT_NE(trend.shape, Shape::Growing)
      << "second half " << trend.secondHalf << ", first " << trend.firstHalf;
}

TEST(Bounded, AreAFewSteps) {
  const Curve steps = [](double x) { return kMega * (1 + std::floor(3 * x)); };
  EXPECT_EQ(shapeOf(steps), "bounded");
}

TEST(Bounded, IsWhatIsGivenBackAtTheEnd) {
  const Curve curve = [](double x) { return x < 0.95 ? 4 * kMega * x : 0; };
  EXPECT_EQ(shapeOf(curve), "bounded");
}

TEST(Unclear, IsAShortRun) {
  EXPECT_EQ(shapeOf([](double x) { return 4 * kMega * x; }, 4), "unclear");
  EXPECT_EQ(trendOf({}, kLeast).shape, Shape::Unclear);
}

TEST(Unclear, IsALineThatSlowsDownAndHasNotStopped) {
  const Curve logarithm = [](double x) { return 4 * kMega * std::log(1 + 40 * x); };
  EXPECT_EQ(shapeOf(logarithm), "unclear");
}

// It came to its bound in the third quarter, and has not moved since.
TEST(Bounded, IsALineThatSlowedDownAndStandsForTheLastQuarter) {
  const auto until = [](double end) {
    const auto slows = [](double x) { return 4 * kMega * (1 - std::exp(-2.2 * x)); };
    return shapeOf([&](double x) { return slows(std::min(x, end)) + kMega / 40 * x; });
  };
  EXPECT_EQ(until(1), "unclear");
  EXPECT_EQ(until(0.9), "unclear") << "for a tenth";
  EXPECT_EQ(until(0.7), "bounded");
}

TEST(Work, ChecksWithoutAnyAreOne) {
  std::vector<WorkSample> samples = sampled([](double x) { return 4 * kMega * x; }, 30);
  samples.insert(samples.begin(), 100, {0, 7 * kMega});  // before the work began
  samples[100].bytes = 0;
  const Trend trend = trendOf(samples, kLeast);
  EXPECT_EQ(trend.samples, 30u);
  EXPECT_EQ(trend.shape, Shape::Growing);
}

TEST(Work, SaysUntilWhenItGrew) {
  const Curve line = [](double x) { return 4 * kMega * x; };
  EXPECT_NEAR(trendOf(sampled(line, 60), kLeast).until, kWork * 15 / 16, 0.02 * kWork);
  const Curve stops = [](double x) { return 4 * kMega * std::min(x, 0.6); };
  EXPECT_NEAR(trendOf(sampled(stops, 60), kLeast).until, kWork * 0.6 * 15 / 16, 0.02 * kWork);
  const Curve given = [](double x) { return 4 * kMega * (1 - x); };
  EXPECT_DOUBLE_EQ(trendOf(sampled(given, 60), kLeast).until, 0);
}

TEST(Work, LiesUnevenlyAtSparseChecks) {
  std::vector<WorkSample> samples;
  for (double work = 1e5; work < 1e8; work *= 1.2) samples.push_back({work, work / 20});
  EXPECT_EQ(trendOf(samples, kLeast).shape, Shape::Growing) << "empty parts lie on the line";
  samples.clear();
  for (double work = 1e6; work < 2e7; work *= 2) samples.push_back({work, work / 2});
  EXPECT_EQ(trendOf(samples, kLeast).shape, Shape::Growing) << "five samples, each over the last";
}

// A table that was full after half of the work, and no check between its first half and the end.
TEST(Work, IsKnownWithoutWhenNothingHasCome) {
  std::vector<WorkSample> samples;
  for (int i = 1; i <= 10; i++) samples.push_back({2.0 * i, 20.0 * i});
  samples.push_back({90, 500});
  EXPECT_EQ(trendOf(samples, 10).shape, Shape::Growing) << "on a line to the end";
  EXPECT_EQ(standingSince(samples, 40, 100).size(), 0u) << "it may have come since";
  EXPECT_EQ(standingSince(samples, 50, 100).size(), 13u) << "by then all had come, at its pace";
  EXPECT_EQ(standingSince(samples, 89, 100).size(), 0u) << "hardly any more would have come";
  samples.push_back({92, 500});
  const std::vector<WorkSample> standing = standingSince(samples, 50, 100);
  EXPECT_EQ(trendOf(standing, 10).shape, Shape::Bounded);
  ASSERT_EQ(standing.size(), 14u);
  EXPECT_EQ(standing[10].work, 50);
  EXPECT_EQ(standing[10].bytes, 500);
  EXPECT_EQ(standing[13].work, 100);
  EXPECT_EQ(standingSince(samples, 92, 100).size(), 0u) << "no check has seen it stand";
  samples.push_back({95, 600});
  EXPECT_EQ(standingSince(samples, 50, 100).size(), 0u) << "something else makes them as well";
}

// A table of jars that were opened at the start, in a program whose checks lay far apart there.
TEST(Work, BetweenTwoChecksIsNoEvidence) {
  std::vector<WorkSample> samples = {{2.4e6, 800}, {5.5e6, 238e3}};
  for (const double work : {9.2e6, 9.8e6, 10.2e6, 10.6e6, 11.0e6, 11.3e6, 11.7e6})
    samples.push_back({work, 499e3});
  EXPECT_EQ(trendOf(samples, kLeast).shape, Shape::Bounded);
}

constexpr double kNever = std::numeric_limits<double>::infinity();

TEST(StandsSince, IsFromTheFirstSampleOfTheLastLevel) {
  const std::vector<WorkSample> cache = {{10, 100}, {20, 200}, {30, 300}, {45, 450},
                                         {60, 615}, {80, 620}, {100, 610}};
  EXPECT_DOUBLE_EQ(standsSince(cache, 20, kOfBytes), 60);
  EXPECT_DOUBLE_EQ(standsSince(cache, 40, kOfBytes), 60);
  EXPECT_EQ(standsSince(cache, 41, kOfBytes), kNever) << "not for so long";
  EXPECT_EQ(standsSince({{30, 300}, {45, 450}, {70, 700}, {100, 1000}}, 0, 1), kNever);
  EXPECT_EQ(standsSince({{60, 600}, {80, 800}, {100, 600}}, 20, 1), kNever) << "it comes and goes";
  EXPECT_EQ(standsSince({}, 0, 1), kNever);
  EXPECT_EQ(standsSince({{10, 0}, {100, 0}}, 20, 1), kNever) << "nothing is there";
}

// Checks may lie far apart by then: it was full when it would have been at the pace of before.
TEST(StandsSince, ItCameThereAtItsPace) {
  const std::vector<WorkSample> cache = {{40, 400}, {50, 500}, {60, 600}, {90, 700}, {100, 700}};
  EXPECT_DOUBLE_EQ(standsSince(cache, 25, kOfObjects), 70);
  EXPECT_EQ(standsSince(cache, 31, kOfObjects), kNever);
  EXPECT_DOUBLE_EQ(standsSince({{30, 100}, {40, 500}, {60, 600}, {90, 650}, {100, 650}}, 0, 1), 70)
      << "the slower one of two";
  EXPECT_DOUBLE_EQ(standsSince({{10, 600}, {60, 600}, {90, 900}, {200, 900}}, 0, 1), 90)
      << "it came at once";
  EXPECT_EQ(standsSince({{10, 100}, {30, 300}, {60, 600}, {90, 700}}, 0, 1), kNever)
      << "nobody has seen it stand";
}

// Plug-ins are loaded anew after each third of the work, and never let go.
TEST(StandsSince, IsLongerThanItEverStoodBefore) {
  const auto since = [](const std::vector<WorkSample>& samples) {
    return standsSince(samples, 20, kOfObjects);
  };
  EXPECT_EQ(since({{1, 10}, {30, 10}, {34, 20}, {65, 20}, {67, 30}, {100, 30}}), kNever);
  EXPECT_DOUBLE_EQ(
      since({{7, 10}, {10, 10}, {15, 10}, {18, 20}, {28, 20}, {33, 20}, {36, 30}, {100, 30}}), 36);
  EXPECT_EQ(since({{1, 10}, {15, 10}, {18, 20}, {55, 30}, {100, 30}}), kNever)
      << "nobody looked from a fifth of it to the half";
}

// A list of numbers that goes on growing, seen each time a fourth more work is done.
TEST(StandsSince, IsNoneOfATableThatDoubles) {
  for (const double first : {1.0, 1.05, 1.1, 1.15, 1.2}) {
    std::vector<WorkSample> samples;
    for (double work = first; work < 1000; work *= 1.25)
      samples.push_back({work, std::exp2(std::ceil(std::log2(work)))});
    EXPECT_EQ(standsSince(samples, samples.back().work / 6, kOfBytes), kNever) << first;
  }
}

TEST(HasStoodSince, IsByTheLastSampleBeforeItAndAllAfterIt) {
  const std::vector<WorkSample> loaded = {{10, 0}, {20, 3200}, {90, 3300}, {100, 3200}};
  EXPECT_TRUE(hasStoodSince(loaded, 50));
  EXPECT_FALSE(hasStoodSince(loaded, 15)) << "it was loaded after that";
  EXPECT_FALSE(hasStoodSince(loaded, 5)) << "nothing was seen before it";
  EXPECT_FALSE(hasStoodSince(loaded, 100)) << "nor after it";
  EXPECT_FALSE(hasStoodSince({{20, 3200}, {90, 3301}, {100, 3200}}, 50)) << "more than a 32nd";
  EXPECT_FALSE(hasStoodSince({{20, 3200}, {100, 1599}}, 50))
      << "it was let go of, whatever came between";
  EXPECT_FALSE(hasStoodSince({{10, 40}, {20, 0}, {90, 0}}, 50)) << "too few to be counted, say";
}

// A suite of four tests: the first two and the last leave something behind.
TEST(CameAgain, IsLateAfterSomeHadComeBefore) {
  const auto came = [](double end) {
    return cameAgain({{10, 0}, {30, 90}, {52, 170}, {150, 170}, {177, 170 + end}}, 150);
  };
  EXPECT_TRUE(came(150));
  EXPECT_TRUE(came(85));
  EXPECT_FALSE(came(84)) << "less than a third of all";
  EXPECT_FALSE(came(0));
  EXPECT_FALSE(came(-170)) << "all of it is let go of";
  EXPECT_FALSE(came(341)) << "what came before is less than a third of it";
  EXPECT_FALSE(cameAgain({{10, 0}, {150, 0}, {177, 170}}, 150)) << "it is filled once";
  EXPECT_FALSE(cameAgain({{10, 0}, {52, 170}, {90, 170}, {100, 0}, {177, 170}}, 150))
      << "a cache is full again";
  EXPECT_FALSE(cameAgain({{10, 0}, {52, 170}, {140, 320}, {177, 320}}, 150)) << "it stands since";
  EXPECT_FALSE(cameAgain({}, 150));
}

}  // namespace
}  // namespace isl

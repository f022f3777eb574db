// Severity over synthetic runs: independent of how often a run is checked, and within its bounds.
#include <gtest/gtest.h>

#include <functional>

#include "check/SpecRun.h"
#include "heap/StaleEngine.h"

namespace isl {
namespace {

uint32_t ten() { return 10; }
constexpr uint64_t kForeign = 2'000'000;

// A run in time 0..1, checked n times. `stale(t)`: bytes allocated until t that nobody uses any more;
// `used(t)`: the working set at t. Every check walks unless `perWalk` says otherwise.
struct Series {
  std::function<double(double)> stale = [](double) { return 0.0; };
  std::function<double(double)> used = [](double) { return 0.0; };
  uint64_t foreign = kForeign;
  uint32_t perWalk = 1;
  uint64_t foreignAtEnd = 0;  // and what the VM's exit adds
};

double severity(const Series& run, uint32_t n) {
  IslSpec spec{};
  spec.name = "leak";
  spec.source = "leak.isl";
  spec.mainContext = -1;
  spec.window = ten;
  spec.summary = ISL_SUMMARY_STALE_WINDOW;
  ClassTable classes({&spec});
  NodeTable nodes(100);
  SiteSequences sequences;
  auto owned = std::make_unique<StaleEngine>(&spec, 0, std::vector<int>{});
  StaleEngine& engine = *owned;
  SpecRun outcome(std::move(owned), Thresholds{64 * 1024, 0.01});
  for (uint32_t check = run.perWalk; check <= n; check += run.perWalk) {
    const auto at = [n](uint32_t epoch) { return static_cast<double>(epoch) / n; };
    engine.begin({&classes, &nodes, &sequences, check, run.perWalk});
    for (uint32_t epoch = 1; epoch <= check; epoch++) {
      Burst burst;  // one object for all that was allocated in the epoch
      burst.arrayBytes = static_cast<uint64_t>(run.stale(at(epoch)) - run.stale(at(epoch - 1)));
      engine.object(burst, 7u << kEpochBits | epoch, true);
    }
    const double live = run.stale(at(check)) + run.used(at(check));
    const uint64_t foreign = run.foreign + (check == n ? run.foreignAtEnd : 0);
    outcome.finishCheck(check, static_cast<uint64_t>(live) + foreign, run.perWalk - 1, foreign);
  }
  return outcome.severity();
}

void expectStable(const Series& run, double least, double most) {
  const double few = severity(run, 40), many = severity(run, 160);
  EXPECT_NEAR(few / many, 1.0, 0.1) << few << " with 40 checks, " << many << " with 160";
  EXPECT_GE(few, least);
  EXPECT_LE(many, most);
}

TEST(Severity, OfASteadyLeakAlone) {
  expectStable({[](double t) { return 1e7 * t; }}, 0.9, 1.0);
}

TEST(Severity, OfASteadyLeakBesideAWorkingSet) {
  for (double set : {1e6, 5e6, 2e7, 1e8}) {
    const double share = 5e6 / (5e6 + set);  // of the bytes, on average over the run
    expectStable({[](double t) { return 1e7 * t; }, [set](double) { return set; }}, 0.9 * share,
                 1.01 * share);
  }
}

TEST(Severity, OfAConstantSet) {
  expectStable({[](double t) { return t > 0 ? 3e6 : 0; }, [](double) { return 7e6; }}, 0.29, 0.31);
}

TEST(Severity, OfALeakThatBeginsLate) {
  expectStable({[](double t) { return t > 0.5 ? 2e7 * (t - 0.5) : 0; }, [](double) { return 1e6; }},
               0.6, 0.75);
}

TEST(Severity, OfALeakInBursts) {
  expectStable({[](double t) { return 1e6 * static_cast<int>(8 * t); },
                [](double t) { return 2e6 + 1e6 * t; }},
               0.4, 0.65);
}

TEST(Severity, OfALeakThatGoesOnLonger) {
  // Four times the run at the same pace: the leak is nearly all that the program keeps.
  const Series once{[](double t) { return 1e7 * t; }, [](double) { return 1e5; }};
  const Series longer{[](double t) { return 4e7 * t; }, [](double) { return 1e5; }};
  EXPECT_NEAR(severity(once, 40) / severity(longer, 160), 1.0, 0.1);
}

TEST(Severity, DoesNotDependOnHowManyChecksShareAWalk) {
  const Series every{[](double t) { return 1e7 * t; }, [](double) { return 2e6; }};
  Series fifth = every;
  fifth.perWalk = 5;
  EXPECT_NEAR(severity(fifth, 40) / severity(every, 40), 1.0, 0.03);
}

TEST(Severity, DoesNotDependOnWhatTheExitAdds) {
  const Series run{[](double t) { return 1e7 * t; }, [](double) { return 2e6; }};
  Series exit = run;
  exit.foreignAtEnd = 200'000;
  EXPECT_NEAR(severity(exit, 40) / severity(run, 40), 1.0, 0.005);
}

TEST(Severity, HasBounds) {
  EXPECT_EQ(severityOf(0, 0, 0, 10, 1e6), 0.0);
  EXPECT_EQ(severityOf(1000, 1000, 0, 10, 500.0), 1.0)
      << "an estimate may be beyond what there was";
  EXPECT_EQ(severityOf(1000, 1000, 0, 10, -1.0), 1.0);
  EXPECT_DOUBLE_EQ(severityOf(100, 50, 0, 10, 1200.0), 0.5);
  EXPECT_DOUBLE_EQ(severityOf(100, 50, 2, 4, 640.0), 0.5);
}

TEST(Severity, AJumpIsNoGrowth) {
  EXPECT_EQ(usualGain({0, 0, 0, 900, 900, 900}, 5), 0.0);
  EXPECT_EQ(usualGain({0, 10, 20, 30, 900, 910}, 5), 10.0);
  EXPECT_EQ(usualGain({50, 40, 30, 20}, 3), 0.0) << "what is used again does not count backwards";
  EXPECT_EQ(usualGain({0, 10, 20}, 3), 0.0) << "too few to tell";
}

}  // namespace
}  // namespace isl

// Verdicts, assertion limits, what `strict` asks for: from report structs and options alone.
#include "verdict/Verdict.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

constexpr uint32_t kSpan = 20;  // of the sustained VSO, in checks

report::Spec specWith(double maxVso, double sustainedVso, double limit) {
  report::Spec spec;
  spec.window = 10;
  spec.maxVso = maxVso;
  spec.sustainedVso = sustainedVso;
  spec.maxAllowedVso = limit;
  return spec;
}

TEST(Verdict, NeedsTwiceTheWindow) {
  report::Spec spec = specWith(30, 4, 8);
  decideVerdict(spec, 19, kSpan);
  EXPECT_EQ(spec.verdict, "inconclusive");
  EXPECT_EQ(spec.verdictWhy, "19 checks ran, at least 20 (twice the window) are needed");
  decideVerdict(spec, 20, kSpan);
  EXPECT_EQ(spec.verdict, "pass") << "the sustained value counts: " << spec.verdictWhy;
  spec.sustainedVso = 9;
  decideVerdict(spec, 20, kSpan);
  EXPECT_EQ(spec.verdict, "fail");
  spec.maxAllowedVso = 0;
  decideVerdict(spec, 20, kSpan);
  EXPECT_EQ(spec.verdict, "pass");
  EXPECT_EQ(spec.verdictWhy, "no max-vso was given, so nothing was asserted");
}

TEST(Verdict, OfFewChecksIsThatOfTheHighestVso) {
  report::Spec spec = specWith(8.5, 2, 8);
  spec.window = 4;
  decideVerdict(spec, kSpan - 1, kSpan);
  EXPECT_EQ(spec.verdict, "fail");
  EXPECT_EQ(spec.verdictWhy, "the maximum VSO 8.50 is over the allowed 8.00");
  decideVerdict(spec, kSpan, kSpan);
  EXPECT_EQ(spec.verdict, "pass");
  EXPECT_EQ(spec.verdictWhy, "the sustained VSO 2.00 is within the allowed 8.00");
}

TEST(Verdict, AtTheLimitPasses) {
  report::Spec spec = specWith(8, 8, 8);
  decideVerdict(spec, kSpan, kSpan);
  EXPECT_EQ(spec.verdict, "pass");
}

TEST(Limits, NamedSpecWinsOverTheGeneralLimit) {
  Options options;
  options.maxVso = {{"", 5.0}, {"leak", 9.0}};
  EXPECT_DOUBLE_EQ(limitOf(options, "leak"), 9.0);
  EXPECT_DOUBLE_EQ(limitOf(options, "maps"), 5.0);
  options.maxVso = {{"leak", 9.0}, {"", 5.0}};
  EXPECT_DOUBLE_EQ(limitOf(options, "leak"), 9.0) << "in any order";
  EXPECT_DOUBLE_EQ(limitOf(Options{}, "leak"), 0.0);
}

report::Report exercised() {
  report::Report report;
  report.specs.resize(1);
  report.specs[0].name = "leak";
  report.specs[0].handlers.resize(2);
  report.specs[0].handlers[0].event = "on_read";
  report.specs[0].handlers[1].event = "on_write";
  report.specs[0].handlers[1].count = 7;
  return report;
}

TEST(Strict, IsContentWithASpecThatRan) {
  EXPECT_TRUE(strictFailures(report::Report{}).empty());
  report::Report report = exercised();
  report.coverage.notes = {"R803 spec leak: 3 checks ran"};
  EXPECT_TRUE(strictFailures(report).empty()) << "other notes are no failures";
}

TEST(Strict, NamesContextsThatMatchedNothing) {
  report::Report report = exercised();
  report.coverage.notes = {"R803 spec leak: 3 checks ran", "R801 spec leak: no loaded class"};
  EXPECT_EQ(strictFailures(report), std::vector<std::string>{"R801 spec leak: no loaded class"});
}

TEST(Strict, NamesFaultsOfHandlers) {
  report::Report report = exercised();
  report.specs[0].handlers[0].faults = 3;
  report.specs[0].handlers[0].firstFault = "division by zero";
  EXPECT_EQ(
      strictFailures(report),
      std::vector<std::string>{"R804 spec leak: 3 faults in on_read, first: division by zero"});
}

TEST(Strict, NamesSpecsThatNeverRan) {
  report::Report report = exercised();
  report.specs[0].handlers[1].count = 0;
  EXPECT_EQ(strictFailures(report),
            std::vector<std::string>{"spec leak was never exercised: no handler ran"});
}

}  // namespace
}  // namespace isl

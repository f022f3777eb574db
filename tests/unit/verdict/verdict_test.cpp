// Verdicts, assertion limits, what `strict` asks for: from report structs and options alone.
#include "verdict/Verdict.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

report::Finding findingOf(const char* kind, double share) {
  report::Finding finding;
  finding.kind = kind;
  finding.type = "com.acme.Entry";
  finding.share = share;
  return finding;
}

report::Spec specWith(std::vector<report::Finding> findings, double limit) {
  report::Spec spec;
  spec.window = 10;
  spec.defect = "growth";
  spec.maxAllowedVso = limit;
  spec.findings = std::move(findings);
  return spec;
}

TEST(Verdict, NeedsTwiceTheWindow) {
  report::Spec spec = specWith({findingOf("leak", 1)}, 8);
  decideVerdict(spec, 19);
  EXPECT_EQ(spec.verdict, "inconclusive");
  EXPECT_EQ(
      spec.verdictWhy.rfind("19 checks ran, at least 20 (twice the window) are needed: let", 0), 0u)
      << spec.verdictWhy;
  decideVerdict(spec, 20);
  EXPECT_EQ(spec.verdict, "fail");
  EXPECT_EQ(spec.verdictWhy, "the rated VSO 21.00 is over the allowed 8.00");
  spec.maxAllowedVso = 0;
  decideVerdict(spec, 20);
  EXPECT_EQ(spec.verdict, "pass");
  EXPECT_EQ(spec.verdictWhy, "no limit was given, so nothing was asserted");
}

TEST(Verdict, LeaksCountAndIdleMemoryDoesNot) {
  report::Spec spec = specWith({findingOf("leak", 0.1), findingOf("idle", 0.7)}, 4);
  decideVerdict(spec, 60);
  EXPECT_DOUBLE_EQ(spec.ratedVso, 3);
  EXPECT_DOUBLE_EQ(spec.idleShare, 0.7);
  EXPECT_EQ(spec.verdict, "pass");
  EXPECT_EQ(spec.verdictWhy, "the rated VSO 3.00 is within the allowed 4.00");
  spec.findings.push_back(findingOf("leak", 0.06));
  decideVerdict(spec, 60);
  EXPECT_EQ(spec.verdict, "fail");
  spec.findings.back().accepted = "known";
  decideVerdict(spec, 60);
  EXPECT_EQ(spec.verdict, "pass") << "what a baseline accepts does not count";
}

TEST(Verdict, OfASpecThatCountsPresenceIsThatOfAllDefects) {
  report::Spec spec = specWith({findingOf("defect", 0.6), findingOf("defect", 0.6)}, 4);
  spec.defect = "presence";
  decideVerdict(spec, 60);
  EXPECT_DOUBLE_EQ(spec.ratedVso, 21) << "no more than all there is";
  EXPECT_EQ(spec.verdict, "fail");
}

TEST(Verdict, IdleMemoryHasALimitOfItsOwn) {
  report::Spec spec = specWith({findingOf("idle", 0.7)}, 0);
  spec.maxAllowedIdle = 0.5;
  decideVerdict(spec, 60);
  EXPECT_EQ(spec.verdict, "fail");
  EXPECT_EQ(spec.verdictWhy, "idle memory is 70.0 % of the live heap, over the allowed 50.0 %");
  spec.maxAllowedIdle = 0.8;
  decideVerdict(spec, 60);
  EXPECT_EQ(spec.verdict, "pass");
}

TEST(Verdict, ThePapersVsoCanBeAsserted) {
  report::Spec spec = specWith({}, 0);
  spec.sustainedVso = 9;
  spec.maxAllowedPaperVso = 8;
  decideVerdict(spec, 60);
  EXPECT_EQ(spec.verdict, "fail");
  EXPECT_EQ(spec.verdictWhy, "the sustained VSO 9.00 is over the allowed 8.00");
  spec.maxAllowedPaperVso = 9;
  decideVerdict(spec, 60);
  EXPECT_EQ(spec.verdict, "pass") << "at the limit";
}

TEST(Verdict, WhatMayGrowAndWouldFailIsInconclusive) {
  report::Spec spec = specWith({findingOf("unclear", 0.2)}, 4);
  decideVerdict(spec, 60);
  EXPECT_EQ(spec.verdict, "inconclusive");
  EXPECT_NE(spec.verdictWhy.find("let the program do its work more often"), std::string::npos);
  spec.findings[0].share = 0.1;
  decideVerdict(spec, 60);
  EXPECT_EQ(spec.verdict, "pass") << "it would be within the limit";
}

TEST(Limits, NamedSpecWinsOverTheGeneralLimit) {
  Options options;
  options.maxVso = {{"", 5.0}, {"leak", 9.0}};
  EXPECT_DOUBLE_EQ(limitOf(options.maxVso, "leak"), 9.0);
  EXPECT_DOUBLE_EQ(limitOf(options.maxVso, "maps"), 5.0);
  options.maxVso = {{"leak", 9.0}, {"", 5.0}};
  EXPECT_DOUBLE_EQ(limitOf(options.maxVso, "leak"), 9.0) << "in any order";
  EXPECT_DOUBLE_EQ(limitOf({}, "leak"), 0.0);
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

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

// So many, with equal work between them.
std::vector<report::Check> checks(uint32_t count) {
  std::vector<report::Check> out;
  for (uint32_t n = 1; n <= count; n++) {
    report::Check check;
    check.n = n;
    check.allocatedBytes = 1000 * n;
    check.liveBytes = 1000;
    out.push_back(check);
  }
  return out;
}

TEST(Verdict, NeedsWorkBeforeTheLastWindow) {
  report::Spec spec = specWith({}, 8);
  std::vector<report::Check> all = checks(30);
  decideVerdict(spec, all);
  EXPECT_EQ(spec.verdict, "pass");
  all.back().allocatedBytes = 80'000;
  EXPECT_DOUBLE_EQ(leftBy(all, 10, 30), 20.0 / 80);
  EXPECT_DOUBLE_EQ(leftBy(all, 10, 29), 19.0 / 29);
  EXPECT_DOUBLE_EQ(leftBy(all, 10, 10), 0) << "nothing is idle yet";
  EXPECT_DOUBLE_EQ(leftBy(all, 1, 30), 1) << "no window";
  decideVerdict(spec, all);
  EXPECT_EQ(spec.verdict, "pass") << "all that lives was there before";
  for (size_t i = 25; i < 30; i++) all[i].liveBytes = 1667;
  decideVerdict(spec, all);
  EXPECT_EQ(spec.verdict, "pass") << "and since the 26th check nothing came";
  all.back().liveBytes = 2900;
  decideVerdict(spec, all);
  EXPECT_EQ(spec.verdict, "inconclusive");
  EXPECT_EQ(spec.verdictWhy.rfind("75.0 % of the program's work lies in the last 10 checks", 0), 0u)
      << spec.verdictWhy;
  spec.findings.push_back(findingOf("leak", 1));
  decideVerdict(spec, all);
  EXPECT_EQ(spec.verdict, "fail") << "what is known already counts";
  for (report::Check& check : all) check.units = check.n;
  EXPECT_DOUBLE_EQ(leftBy(all, 10, 30), 20.0 / 30) << "units go before bytes";
  EXPECT_DOUBLE_EQ(leftBy(all, 10, 30, Axis::Allocation), 20.0 / 80) << "unless asked for bytes";
}

TEST(Verdict, SaysThatTheWorkOfAProgramMayHaveHardlyBegun) {
  report::Spec spec = specWith({findingOf("unclear", 1)}, 4);
  spec.defect = "growth";
  TooDear starting;
  starting.starting = true;
  decideVerdict(spec, checks(40), starting);
  EXPECT_EQ(spec.verdict, "inconclusive");
  EXPECT_NE(spec.verdictWhy.find("still starting when it ended: let it do its work, or name"),
            std::string::npos)
      << spec.verdictWhy;
  starting.tests = true;
  decideVerdict(spec, checks(40), starting);
  EXPECT_EQ(spec.verdictWhy.find("still starting"), std::string::npos) << "tests are its work";
  starting.tests = false;
  decideVerdict(spec, checks(5), starting);
  EXPECT_EQ(spec.verdictWhy.find("still starting"), std::string::npos) << "it did next to nothing";
}

TEST(Verdict, FailsNoProgramThatIsStillStarting) {
  report::Spec spec = specWith({findingOf("leak", 1)}, 4);
  TooDear starting;
  starting.starting = true;
  decideVerdict(spec, checks(40), starting);
  EXPECT_EQ(spec.verdict, "inconclusive");
  EXPECT_EQ(spec.verdictWhy.rfind("the program was still starting when it ended", 0), 0u)
      << spec.verdictWhy;
  EXPECT_GT(spec.ratedVso, 4) << "it is told all the same";
  spec.defect = "presence";
  spec.findings[0].kind = "defect";
  decideVerdict(spec, checks(40), starting);
  EXPECT_EQ(spec.verdict, "fail") << "what is there need not grow";
  report::Report report;
  report.coverage.notes = {"R811 work is counted in units"};
  EXPECT_FALSE(tooDearOf(report).starting);
  report.coverage.notes.emplace_back("R815 the program was still starting");
  EXPECT_TRUE(tooDearOf(report).starting);
}

TEST(Verdict, KnowsWhatAnotherSpecHasFound) {
  report::Finding finding;
  finding.kind = "leak";
  finding.share = 0.2;
  std::vector<report::Spec> specs(2);
  EXPECT_FALSE(toldBeside(specs, specs[0]).leaks);
  specs[1].findings = {finding};
  EXPECT_FALSE(toldBeside(specs, specs[0]).leaks) << "no limit";
  specs[1].maxAllowedVso = 4;
  EXPECT_TRUE(toldBeside(specs, specs[0]).leaks);
  EXPECT_FALSE(toldBeside(specs, specs[1]).leaks) << "not of itself";
  specs[1].findings[0].accepted = "known";
  EXPECT_TRUE(toldBeside(specs, specs[0]).leaks) << "what is accepted is told as well";
  specs[1].findings[0].share = 0.1;
  EXPECT_FALSE(toldBeside(specs, specs[0]).leaks)
      << "what is within the limit is not what a heap grows by";
}

TEST(Verdict, NeedsTheMostOfTheHeapBeforeTheLastTwoWindows) {
  report::Spec spec = specWith({}, 8);
  std::vector<report::Check> all = checks(40);
  for (size_t i = 25; i < 40; i++) all[i].liveBytes = 200 * i;
  EXPECT_DOUBLE_EQ(cameLate(all, spec), 1 - 1000.0 / (200 * 35));
  report::Spec apart = spec;
  apart.findings.resize(1);
  apart.findings[0].aside = "each of 4 static fields was filled at once";
  apart.findings[0].retainedBytes = 5000;
  EXPECT_DOUBLE_EQ(cameLate(all, apart), 1 - 6000.0 / (200 * 35)) << "it is told of";
  decideVerdict(spec, all);
  EXPECT_EQ(spec.verdict, "inconclusive");
  EXPECT_EQ(spec.verdictWhy.rfind("85.7 % of the live heap came in the last 20 checks", 0), 0u)
      << spec.verdictWhy;
  for (size_t i = 25; i < 40; i++) all[i].softBytes = 200 * i - 1000;
  decideVerdict(spec, all);
  EXPECT_EQ(spec.verdict, "pass") << "the VM gives up what it holds softly";
  for (report::Check& check : all) check.softBytes = 0;
  spec.defect = "presence";
  decideVerdict(spec, all);
  EXPECT_EQ(spec.verdict, "pass") << "what is there is seen at the next check";
  spec.defect = "growth";
  all[38].liveBytes = 1000;
  decideVerdict(spec, all);
  EXPECT_EQ(spec.verdict, "pass") << "what comes and goes does not stay";
  TooDear tests;
  tests.tests = true;
  for (report::Check& check : all) check.units = check.n;
  decideVerdict(spec, all, tests);
  EXPECT_EQ(spec.verdict, "pass") << "one test has loaded it";
  all[35].liveBytes = 1000;
  for (size_t i = 36; i < 40; i++) all[i].liveBytes = 2000 * (i - 34);
  decideVerdict(spec, all, tests);
  EXPECT_EQ(spec.verdict, "inconclusive") << "but when tests are over none of it is in use";
  EXPECT_NE(spec.verdictWhy.find("came in the second half of the program's work"),
            std::string::npos)
      << spec.verdictWhy;
  decideVerdict(spec, all, tests, {}, {false, 0, {"shop.Visit", "shop.A", "shop.B", "shop.C"}});
  EXPECT_NE(spec.verdictWhy.find(
                "tells of it (there are more and more objects of shop.Visit, shop.A, shop.B): run"),
            std::string::npos)
      << spec.verdictWhy;
  decideVerdict(spec, all, tests, {}, {false, 0, {"shop.Visit"}, "shop.Trail.queue"});
  EXPECT_NE(spec.verdictWhy.find("shop.Visit; most of the heap is under shop.Trail.queue): run"),
            std::string::npos)
      << spec.verdictWhy;
  decideVerdict(spec, all, tests, {}, {true});
  EXPECT_EQ(spec.verdict, "pass") << "another spec says what it is";
  spec.asideBytes = 1000;
  decideVerdict(spec, all, tests);
  EXPECT_EQ(spec.verdict, "inconclusive") << "less than half of it is set apart";
  report::Finding held;
  held.kind = "idle";
  held.aside = "a framework of tests holds it";
  held.retainedBytes = 4000;
  spec.findings = {held};
  decideVerdict(spec, all, tests);
  EXPECT_EQ(spec.verdict, "pass") << "with what the framework holds";
  std::vector<report::Spec> beside = {spec, spec};
  EXPECT_EQ(toldBeside(beside, beside[0]).apartBytes, 5000u);
  spec.findings.clear();
  decideVerdict(spec, all, tests, {}, toldBeside(beside, beside[0]));
  EXPECT_EQ(spec.verdict, "pass") << "another spec saw it";
  spec.asideBytes = 5000;
  decideVerdict(spec, all, tests);
  EXPECT_EQ(spec.verdict, "pass");
  spec.asideBytes = 0;
  for (size_t i = 15; i < 20; i++) all[i].liveBytes = 9000;
  decideVerdict(spec, all, tests);
  EXPECT_EQ(spec.verdict, "pass") << "a quarter of it, as late tests load";
  spec.window = 1;
  EXPECT_DOUBLE_EQ(cameLate(all, spec), 0) << "no window";
}

// Each check of a run of that length is then a fortieth of it, or less.
TEST(Verdict, NamesTheStepsThatAreEnoughForAVerdict) {
  std::vector<report::Check> all = checks(17);
  all.back().allocatedBytes = 140 << 20;
  EXPECT_EQ(smallerSteps(all, 10), "check=alloc:2m");
  EXPECT_EQ(smallerSteps(all, 100), "check=alloc:256k");
  all.back().allocatedBytes = uint64_t{40} << 30;
  EXPECT_EQ(smallerSteps(all, 10), "check=alloc:1024m");
  EXPECT_EQ(smallerSteps({}, 10), "check=alloc:64k");
  report::Spec spec = specWith({}, 8);
  all.back().allocatedBytes = 140 << 20;
  decideVerdict(spec, all);
  EXPECT_NE(spec.verdictWhy.find("or check in smaller steps (check=alloc:2m)"), std::string::npos)
      << spec.verdictWhy;
}

// Reporters of tests write when all tests are over, and keep what they read.
TEST(Verdict, DoesNotWaitForWhatComesAfterTheLastUnitOfWork) {
  report::Spec spec = specWith({}, 8);
  std::vector<report::Check> all = checks(40);
  for (size_t i = 25; i < 40; i++) all[i].liveBytes = 200 * i;
  for (size_t i = 0; i < 40; i++) all[i].units = i + 1;
  EXPECT_GT(cameLate(all, spec), 0.8);
  for (size_t i = 25; i < 40; i++) all[i].units = 25;
  EXPECT_DOUBLE_EQ(cameLate(all, spec), 0);
  for (size_t i = 10; i < 40; i++) all[i].units = 10;
  EXPECT_GT(cameLate(all, spec), 0.8) << "units tell too little";
}

// Late checks may lie so far apart that twenty of them are most of the work.
TEST(Verdict, IsOpenNoMoreWhereTheHeapIsLevelInTheSecondHalf) {
  report::Spec spec = specWith({}, 8);
  std::vector<report::Check> all = checks(40);
  for (size_t i = 0; i < 40; i++) {
    all[i].allocatedBytes = i < 30 ? 10 * (i + 1) : 300 * (i - 28);
    all[i].liveBytes = i < 25 ? 1000 : 9000;
  }
  decideVerdict(spec, all);
  EXPECT_EQ(spec.verdict, "pass") << spec.verdictWhy;
  all.resize(31);
  TooDear tooDear{5, false, {0, 0, 3600}};
  decideVerdict(spec, all, tooDear);
  EXPECT_EQ(spec.verdict, "inconclusive");
  EXPECT_NE(spec.verdictWhy.find("let the program run longer"), std::string::npos);
  const std::vector<report::Look> level = {{0, 1500, 9100, 0, 0}, {0, 2600, 9000, 0, 0}};
  decideVerdict(spec, all, tooDear, level);
  EXPECT_EQ(spec.verdict, "pass") << spec.verdictWhy;
  const std::vector<report::Look> more = {{0, 1500, 9100, 0, 0}, {0, 2600, 18000, 0, 0}};
  decideVerdict(spec, all, tooDear, more);
  EXPECT_EQ(spec.verdict, "inconclusive");
}

TEST(Verdict, IsOpenWhereMostCameInTheSecondHalfAndNothingTellsOfIt) {
  report::Spec spec = specWith({}, 8);
  std::vector<report::Check> all = checks(80);
  for (size_t i = 0; i < 80; i++) all[i].liveBytes = i < 25 ? 1000 : i < 79 ? 2600 : 700;
  for (size_t i = 60; i < 79; i++) all[i].liveBytes = 3000;
  decideVerdict(spec, all);
  EXPECT_EQ(spec.verdict, "pass") << spec.verdictWhy;
  for (size_t i = 0; i < 40; i++) all[i].liveBytes = 1000;
  all[20].liveBytes = 2600;
  decideVerdict(spec, all);
  EXPECT_EQ(spec.verdict, "pass") << "it had as much before";
  all[20].liveBytes = 1000;
  decideVerdict(spec, all);
  EXPECT_EQ(spec.verdict, "inconclusive");
  EXPECT_EQ(spec.verdictWhy.rfind("66.7 % of the live heap came in the second half", 0), 0u)
      << spec.verdictWhy;
  spec.findings = {findingOf("leak", 0.9)};
  spec.findings[0].accepted = "a baseline's reason";
  decideVerdict(spec, all);
  EXPECT_EQ(spec.verdict, "pass") << "it is told of, and accepted";
  spec.findings.clear();
  spec.maxAllowedVso = 0;
  decideVerdict(spec, all);
  EXPECT_EQ(spec.verdict, "pass") << "nothing was asked";
}

TEST(Verdict, OfANarrowSpecWaitsForItsOwnObjectsOnly) {
  report::Spec spec = specWith({}, 8);
  spec.name = "orders";
  std::vector<report::Check> all = checks(40);
  for (size_t i = 0; i < 40; i++) {
    all[i].liveBytes = i < 25 ? 1000 : 200 * (i + 1);
    all[i].specs = {{"leak", 0, 1, 0, all[i].liveBytes}, {"orders", 0, 1, 0, 500}};
  }
  EXPECT_DOUBLE_EQ(cameLate(all, spec), 0);
  decideVerdict(spec, all);
  EXPECT_EQ(spec.verdict, "pass") << "other objects come late";
  for (size_t i = 25; i < 40; i++) all[i].specs[1].trackedBytes = 200 * i;
  decideVerdict(spec, all);
  EXPECT_EQ(spec.verdict, "inconclusive");
  EXPECT_EQ(spec.verdictWhy.rfind("90.3 % of the live heap came as objects that the spec tracks in "
                                  "the last 20 checks, too late to tell",
                                  0),
            0u)
      << spec.verdictWhy;
  spec.name = "leak";
  decideVerdict(spec, all);
  EXPECT_EQ(spec.verdict, "inconclusive") << "that of all objects waits for all";
}

TEST(Verdict, NeedsTwiceTheWindow) {
  report::Spec spec = specWith({findingOf("leak", 1)}, 8);
  decideVerdict(spec, checks(19));
  EXPECT_EQ(spec.verdict, "inconclusive");
  EXPECT_EQ(
      spec.verdictWhy.rfind("19 checks ran, at least 20 (twice the window) are needed: let", 0), 0u)
      << spec.verdictWhy;
  decideVerdict(spec, checks(20));
  EXPECT_EQ(spec.verdict, "fail");
  EXPECT_EQ(spec.verdictWhy, "the rated VSO 21.00 is over the allowed 8.00");
  spec.maxAllowedVso = 0;
  decideVerdict(spec, checks(20));
  EXPECT_EQ(spec.verdict, "pass");
  EXPECT_EQ(spec.verdictWhy, "no limit was given, so nothing was asserted (max-vso=4 is usual)");
}

TEST(Verdict, LeaksCountAndIdleMemoryDoesNot) {
  report::Spec spec = specWith({findingOf("leak", 0.1), findingOf("idle", 0.7)}, 4);
  decideVerdict(spec, checks(60));
  EXPECT_DOUBLE_EQ(spec.ratedVso, 3);
  EXPECT_DOUBLE_EQ(spec.idleShare, 0.7);
  EXPECT_EQ(spec.verdict, "pass");
  EXPECT_EQ(spec.verdictWhy, "the rated VSO 3.00 is within the allowed 4.00");
  spec.findings.push_back(findingOf("leak", 0.06));
  decideVerdict(spec, checks(60));
  EXPECT_EQ(spec.verdict, "fail");
  spec.findings.back().accepted = "known";
  decideVerdict(spec, checks(60));
  EXPECT_EQ(spec.verdict, "pass") << "what a baseline accepts does not count";
}

TEST(Verdict, OfASpecThatCountsPresenceIsThatOfAllDefects) {
  report::Spec spec = specWith({findingOf("defect", 0.6), findingOf("defect", 0.6)}, 4);
  spec.defect = "presence";
  decideVerdict(spec, checks(60));
  EXPECT_DOUBLE_EQ(spec.ratedVso, 21) << "no more than all there is";
  EXPECT_EQ(spec.verdict, "fail");
}

// A report that shows the leak does not say that it is too early to tell.
TEST(Verdict, IsNotOpenWhereALeakIsSeenAndNoLimitGiven) {
  std::vector<report::Check> grown = checks(60);
  for (report::Check& check : grown) check.liveBytes = uint64_t{1000} * check.n * check.n * check.n;
  report::Spec spec = specWith({findingOf("leak", 0.5)}, 0);
  decideVerdict(spec, grown);
  EXPECT_EQ(spec.verdict, "pass");
  EXPECT_EQ(spec.verdictWhy, "no limit was given, so nothing was asserted (max-vso=4 is usual)");
  spec.findings.clear();
  decideVerdict(spec, grown);
  EXPECT_EQ(spec.verdict, "inconclusive");
}

TEST(Verdict, DataOfTheStartUpIsNoIdleMemory) {
  report::Spec spec = specWith({findingOf("start-up", 0.7), findingOf("idle", 0.1)}, 4);
  spec.maxAllowedIdle = 0.5;
  decideVerdict(spec, checks(60));
  EXPECT_EQ(spec.verdict, "pass");
  EXPECT_DOUBLE_EQ(spec.idleShare, 0.1);
  EXPECT_DOUBLE_EQ(spec.startUpShare, 0.7);
}

TEST(Verdict, IdleMemoryHasALimitOfItsOwn) {
  report::Spec spec = specWith({findingOf("idle", 0.7)}, 0);
  spec.maxAllowedIdle = 0.5;
  decideVerdict(spec, checks(60));
  EXPECT_EQ(spec.verdict, "fail");
  EXPECT_EQ(spec.verdictWhy, "idle memory is 70.0 % of the live heap, over the allowed 50.0 %");
  spec.maxAllowedIdle = 0.8;
  decideVerdict(spec, checks(60));
  EXPECT_EQ(spec.verdict, "pass");
}

TEST(Verdict, ThePapersVsoCanBeAsserted) {
  report::Spec spec = specWith({}, 0);
  spec.sustainedVso = 9;
  spec.maxAllowedPaperVso = 8;
  decideVerdict(spec, checks(60));
  EXPECT_EQ(spec.verdict, "fail");
  EXPECT_EQ(spec.verdictWhy, "the sustained VSO 9.00 is over the allowed 8.00");
  spec.maxAllowedPaperVso = 9;
  decideVerdict(spec, checks(60));
  EXPECT_EQ(spec.verdict, "pass") << "at the limit";
}

TEST(Verdict, WhatMayGrowAndWouldFailIsInconclusive) {
  report::Spec spec = specWith({findingOf("unclear", 0.2)}, 4);
  decideVerdict(spec, checks(60));
  EXPECT_EQ(spec.verdict, "inconclusive");
  EXPECT_NE(spec.verdictWhy.find("let the program do its work more often"), std::string::npos);
  decideVerdict(spec, checks(60), {12, false});
  EXPECT_NE(spec.verdictWhy.find("let the program run longer; 12 checks were left out"),
            std::string::npos);
  decideVerdict(spec, checks(60), {12, true});
  EXPECT_NE(spec.verdictWhy.find("walked by JVMTI, at ten times the cost"), std::string::npos);
  EXPECT_EQ(spec.verdictWhy.find("run longer"), std::string::npos);
  spec.findings[0].share = 0.1;
  decideVerdict(spec, checks(60));
  EXPECT_EQ(spec.verdict, "pass") << "it would be within the limit";
}

// As under Z, where the first checks may have used up the time for all.
TEST(Verdict, APassSpeaksForMostOfTheWork) {
  report::Spec spec = specWith({}, 4);
  const std::vector<report::Check> all = checks(60);
  decideVerdict(spec, all, {12, true, {0, 0, 100'000}});
  EXPECT_EQ(spec.verdict, "pass") << "40 % came later";
  decideVerdict(spec, all, {12, true, {0, 0, 240'000}});
  EXPECT_EQ(spec.verdict, "inconclusive");
  EXPECT_EQ(spec.verdictWhy.rfind("75.0 % of the program's work came without a check: ", 0), 0u)
      << spec.verdictWhy;
  decideVerdict(spec, all, {0, true, {0, 0, 240'000}});
  EXPECT_EQ(spec.verdict, "pass") << "no check was left out: nobody asked for one";
  std::vector<report::Check> units = all;
  for (report::Check& check : units) check.units = check.n;
  decideVerdict(spec, units, {12, true, {0, 160, 61'000}});
  EXPECT_EQ(spec.verdict, "inconclusive") << "units go before bytes";
  spec.maxAllowedVso = 0;
  decideVerdict(spec, units, {12, true, {0, 160, 61'000}});
  EXPECT_EQ(spec.verdict, "pass") << "nothing is asserted";
}

// The check at the end, of a program that has let go of much.
TEST(Verdict, APassSpeaksForWhatCameBeforeTheLastCheck) {
  report::Spec spec = specWith({}, 4);
  std::vector<report::Check> all = checks(60);
  for (const uint64_t end : {100'000u, 240'000u}) {
    all.back().allocatedBytes = end;
    decideVerdict(spec, all, {12, false, {0, 0, end}});
    EXPECT_EQ(spec.verdict, end == 100'000 ? "pass" : "inconclusive");
  }
  EXPECT_EQ(spec.verdictWhy.rfind("75.4 % of the program's work came without a check: ", 0), 0u)
      << spec.verdictWhy;
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
  report.coverage.notes = {"R814 spec leak: the program used a class that it tracks"};
  EXPECT_TRUE(strictFailures(report).empty()) << "it let each object go at once";
}

TEST(Verdict, AdvisesNoStepsToWhoAskedForThem) {
  report::Report report;
  report.run.options = {{"check", "alloc:32m"}};
  report.checks.resize(39);
  EXPECT_FALSE(tooDearOf(report).smallSteps);
  report.checks.resize(40);
  EXPECT_TRUE(tooDearOf(report).smallSteps);
}

}  // namespace
}  // namespace isl

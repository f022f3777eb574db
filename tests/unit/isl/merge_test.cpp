#include "Merge.h"

#include "report/Wording.h"

#include "reports.h"

namespace isl::tool {
namespace {

using test::load;
using test::rising;

// As isl does it: from the text of the reports.
report::Report merged(const std::vector<report::Report>& reports) {
  std::vector<report::Report> loaded;
  for (const report::Report& report : reports) loaded.push_back(load(report).report);
  return load(mergeReports(std::move(loaded))).report;
}

TEST(Merge, TheWorstJvmDecides) {
  const report::Report out =
      merged({rising(1, 30, 2, 5), rising(2, 40, 9, 5), rising(3, 50, 4, 5)});
  ASSERT_EQ(out.run.jvms.size(), 3u);
  EXPECT_EQ(out.run.jvms[1].pid, 2u);
  EXPECT_EQ(out.run.jvms[1].checks, 40u);
  EXPECT_EQ(out.run.pid, 0u);
  ASSERT_EQ(out.specs.size(), 1u);
  const report::Spec& spec = out.specs[0];
  EXPECT_EQ(spec.verdict, "fail");
  EXPECT_EQ(spec.verdictWhy, "over in ListLeak (pid 2)");
  EXPECT_DOUBLE_EQ(spec.maxVso, 9);
  EXPECT_EQ(spec.objects.amplified, 300u);
  EXPECT_EQ(spec.hiddenSites, 15u);
  EXPECT_EQ(spec.handlers[0].count, 3000u);
}

TEST(Merge, ChecksGetNewNumbersThatEverythingRefersTo) {
  const report::Report out = merged({rising(1, 30, 2, 5), rising(2, 40, 9, 5)});
  ASSERT_EQ(out.checks.size(), 70u);
  for (uint32_t i = 0; i < 70; ++i) {
    EXPECT_EQ(out.checks[i].n, i + 1);
    EXPECT_EQ(out.checks[i].jvm, i < 30 ? 1u : 2u);
  }
  EXPECT_EQ(out.specs[0].maxVsoCheck, 70u);
  ASSERT_EQ(out.specs[0].sites.size(), 1u);
  const report::Site& site = out.specs[0].sites[0];
  EXPECT_EQ(site.check, 70u);
  EXPECT_EQ(site.penaltyBytes, 8000000u);
  ASSERT_EQ(site.jvms.size(), 2u);
  EXPECT_EQ(site.jvms[0].jvm, 2u);
  EXPECT_EQ(site.jvms[1].jvm, 1u);
  EXPECT_EQ(site.jvms[1].penaltyBytes, 1000000u);
}

// Lambdas that differ by their number alone.
TEST(Merge, SitesOfOneNameInOneJvmNameItOnce) {
  report::Report twice = rising(1, 30, 2, 5);
  twice.specs[0].sites.push_back(twice.specs[0].sites[0]);
  const report::Report out = merged({twice, rising(2, 40, 9, 5)});
  ASSERT_EQ(out.specs[0].sites.size(), 1u);
  const report::Site& site = out.specs[0].sites[0];
  ASSERT_EQ(site.jvms.size(), 2u);
  EXPECT_EQ(site.jvms[1].jvm, 1u);
  EXPECT_EQ(site.jvms[1].penaltyBytes, 2000000u);
}

TEST(Merge, UselessCollectionsSayWhoseTheyWere) {
  report::Report a = rising(1, 3, 2, 5), b = rising(2, 3, 2, 5);
  a.pressure = {"", 100, 9, 4, 1, 70, {{10, 1, 5, 80, 0}}};
  b.pressure = {"no counters", 200, 1, 1, 2, 30, {{20, 2, 6, 0, 0}, {30, 2, 6, 0, 0}}};
  const report::Pressure out = merged({merged({a, a}), b}).pressure;
  EXPECT_EQ(out.unknown, "no counters");
  EXPECT_EQ(out.heapBytes, 200u);
  EXPECT_EQ(out.uselessCollections, 4u);
  EXPECT_EQ(out.highMs, 170u);
  ASSERT_EQ(out.useless.size(), 4u);
  EXPECT_EQ(out.useless[0].jvm, 1u);
  EXPECT_EQ(out.useless[1].jvm, 2u);
  EXPECT_EQ(out.useless[3].jvm, 3u);
}

TEST(Merge, IsTheSameInOneStepOrTwo) {
  const report::Report a = rising(1, 30, 2, 5), b = rising(2, 40, 9, 5), c = rising(3, 20, 7, 5);
  const report::Report once = merged({a, b, c});
  EXPECT_EQ(once.specs[0].verdictWhy, "over in ListLeak (pid 2); 2 of 3 JVMs failed");
  for (const report::Report& twice : {merged({merged({a, b}), c}), merged({once})})
    EXPECT_TRUE(test::sameText(report::toJson(twice), report::toJson(once)));
}

TEST(Merge, DifferentSitesStayApartAndAreRankedAnew) {
  report::Report a = rising(1, 30, 2, 5), b = rising(2, 30, 9, 5);
  b.specs[0].sites[0].line = 7;
  const report::Report out = merged({a, b});
  ASSERT_EQ(out.specs[0].sites.size(), 2u);
  EXPECT_EQ(out.specs[0].sites[0].line, 7);
  EXPECT_EQ(out.specs[0].sites[0].rank, 1u);
  EXPECT_EQ(out.specs[0].sites[1].rank, 2u);
}

TEST(Merge, ShortRunsDoNotHideAVerdict) {
  report::Report a = rising(1, 30, 2, 5), b = rising(2, 3, 1.5, 5);
  b.specs[0].verdict = "inconclusive";
  const report::Report out = merged({b, a});
  EXPECT_EQ(out.specs[0].verdict, "pass");
  EXPECT_NE(out.specs[0].verdictWhy.find("1 of 2 JVMs could not be judged"), std::string::npos);
  EXPECT_EQ(merged({b, b}).specs[0].verdict, "inconclusive");
}

TEST(Merge, MostOfTheWorkDecidesWhereItCouldNotBeJudged) {
  report::Report judged = rising(1, 30, 2, 5), open = rising(2, 30, 1.5, 5);
  judged.checks.back().allocatedBytes = 100;
  open.checks.back().allocatedBytes = 150;
  open.specs[0].verdict = "inconclusive";
  open.specs[0].verdictWhy = "part of the heap is not told: run more tests";
  const report::Report both = merged({judged, open});
  EXPECT_EQ(both.specs[0].verdict, "inconclusive");
  EXPECT_EQ(both.specs[0].verdictWhy.find("part of the heap is not told"), 0u);
  EXPECT_NE(both.specs[0].verdictWhy.find("in ListLeak (pid 2); 1 of 2 JVMs could not be judged"),
            std::string::npos)
      << both.specs[0].verdictWhy;
  judged.run.pid = 3;
  EXPECT_EQ(merged({both, judged}).specs[0].verdict, "pass") << "200 of 350 passed";
  EXPECT_EQ(merged({judged, judged, open}).specs[0].verdict, "pass");
  report::Report leaks = rising(4, 30, 9, 5);
  leaks.specs[0].verdict = "fail";
  EXPECT_EQ(merged({both, leaks}).specs[0].verdict, "fail");
}

// A test attaches to its JVM by a tool, whose tables fill.
TEST(Merge, WhatTestsStartForAMomentFailsNothing) {
  report::Report fork = rising(1, 30, 1.5, 5), tool = rising(2, 30, 9, 5);
  fork.coverage.notes = {"R811 work is counted in units: 1792 of kind test of a.Runner.run"};
  fork.checks.back().allocatedBytes = 64'000;
  fork.run.wallMs = 9'000;
  tool.checks.back().allocatedBytes = 1'000;
  tool.run.wallMs = 1'000;
  tool.specs[0].verdict = "fail";
  tool.specs[0].ratedVso = 9;
  tool.specs[0].findings[0].kind = "leak";
  const report::Report out = merged({fork, tool});
  EXPECT_EQ(out.specs[0].verdict, "pass");
  EXPECT_NE(out.specs[0].verdictWhy.find("1 of 2 JVMs could not be judged"), std::string::npos);
  EXPECT_EQ(out.specs[0].findings[0].kind, "unclear");
  EXPECT_EQ(merged({tool}).specs[0].verdict, "fail") << "alone";
  const auto withOther = [&](const auto& change) {
    report::Report other = tool, first = fork;
    change(first, other);
    return merged({first, other}).specs[0].verdict;
  };
  EXPECT_EQ(withOther([](auto&, auto& other) { other.run.wallMs = 1'200; }), "fail")
      << "a server that tests use";
  EXPECT_EQ(withOther([](auto&, auto& other) { other.checks.back().allocatedBytes = 2'100; }),
            "fail")
      << "it did much";
  EXPECT_EQ(
      withOther([](auto& first, auto& other) { other.coverage.notes = first.coverage.notes; }),
      "fail")
      << "a fork of few tests";
  EXPECT_EQ(withOther([](auto& first, auto&) { first.coverage.notes.clear(); }), "fail")
      << "a program of many JVMs";
}

// Three forks: the one that decides has the lowest figures, and the headline must not hide those of the others.
TEST(Merge, TheHeadlineTellsTheHighestOfAnyJvm) {
  report::Report judged = rising(1, 30, 2, 5), idle = rising(2, 40, 1.5, 5),
                 young = rising(3, 3, 3, 5);
  idle.specs[0].maxVso = idle.specs[0].sustainedVso = 4;
  idle.specs[0].idleShare = 0.3;
  young.specs[0].verdict = "inconclusive";
  for (const report::Report& out : {merged({young, judged, idle}), merged({idle, young, judged})}) {
    const report::Spec& spec = out.specs[0];
    EXPECT_EQ(spec.verdict, "pass");
    EXPECT_DOUBLE_EQ(spec.ratedVso, 2);
    EXPECT_DOUBLE_EQ(spec.maxVso, 4);
    EXPECT_DOUBLE_EQ(spec.sustainedVso, 4);
    EXPECT_DOUBLE_EQ(spec.idleShare, 0.3);
    EXPECT_EQ(out.checks[spec.maxVsoCheck - 1].jvm, out.run.jvms[0].pid == 2 ? 1u : 3u);
    EXPECT_NE(spec.verdictWhy.find("1 of 3 JVMs could not be judged"), std::string::npos)
        << spec.verdictWhy;
    EXPECT_EQ(report::verdictNumbers(out, spec).find(
                  "rated VSO 2.00x (up to 3.00x in JVMs that could not be judged), limit 5.00x"),
              0u)
        << report::verdictNumbers(out, spec);
  }
}

TEST(Merge, ForksAreNamedByModuleAndTestClasses) {
  std::vector<report::Report> all;
  for (uint64_t pid : {1, 2, 3, 4}) all.push_back(rising(pid, 30, 2, 5));
  all[0].run.member = "orders";
  all[0].scopes = {{"shop.CartTest.adds", 1, 1}, {"shop.CartTest.drops", 1, 1}};
  all[1].run.member = "orders";
  all[1].scopes = {{"shop.BillTest.sums", 1, 1}, {"shop.CartTest.adds", 1, 1}};
  all[2].run.member = "orders shop.PayTest";
  all[2].scopes = {{"shop.PayTest.pays", 1, 1}};
  all[3].scopes = {{"a part", 1, 1}};
  all[3].run.member = "";
  const report::Report out = merged(all);
  EXPECT_EQ(out.run.jvms[0].member, "orders shop.CartTest");
  EXPECT_EQ(out.run.jvms[1].member, "orders shop.BillTest and 1 other class");
  EXPECT_EQ(out.run.jvms[2].member, "orders shop.PayTest");
  EXPECT_EQ(out.run.jvms[3].member, "");
}

// A linked list of 4999 edges is told as one edge, and stays one.
TEST(Merge, KeepsTheLengthOfARun) {
  report::Report a = rising(1, 30, 2, 5);
  a.specs[0].sites[0].paths[0].edges[0].repeats = 4999;
  const report::Report out = merged({a, rising(2, 30, 1.5, 5)});
  EXPECT_EQ(out.specs[0].sites[0].paths[0].edges[0].repeats, 4999u);
  EXPECT_NE(report::toText(out, 20).find("m_map x 4999"), std::string::npos);
}

TEST(Merge, OneHolderIsOneFinding) {
  report::Report a = rising(1, 30, 2, 5), b = rising(2, 30, 9, 5), c = rising(3, 30, 3, 5);
  b.specs[0].findings[0].retainedBytes *= 2;
  b.specs[0].sites[0].line = 7;
  c.specs[0].findings[0].holder.field = "other";
  c.specs[0].findings[0].accepted = "known";
  const report::Spec spec = merged({a, b, c}).specs[0];
  ASSERT_EQ(spec.findings.size(), 2u);
  EXPECT_EQ(spec.findings[0].retainedBytes, 2 * 524928u);
  EXPECT_EQ(spec.findings[0].jvms.size(), 2u);
  ASSERT_EQ(spec.findings[0].sites.size(), 1u);
  EXPECT_EQ(spec.sites[spec.findings[0].sites[0] - 1].line, 7)
      << "ranks are those of the merged list";
  EXPECT_EQ(spec.findings[0].accepted, "");
  EXPECT_EQ(spec.findings[1].accepted, "known");
}

TEST(Merge, ASiteIsAcceptedWhenAllJvmsAcceptIt) {
  report::Report a = rising(1, 30, 2, 5), b = rising(2, 30, 9, 5);
  a.specs[0].sites[0].accepted = "known";
  EXPECT_EQ(merged({a, b}).specs[0].sites[0].accepted, "");
  EXPECT_EQ(merged({b, a}).specs[0].sites[0].accepted, "");
  b.specs[0].sites[0].accepted = "known, too";
  EXPECT_EQ(merged({a, b}).specs[0].sites[0].accepted, "known, too");
}

TEST(Merge, ScopesOfAllJvms) {
  report::Report a = rising(1, 30, 2, 5), b = rising(2, 30, 9, 5);
  a.scopes = {{"T.one", 1, 10}, {"T.two", 1, 5}};
  b.scopes = {{"T.two", 2, 6}};
  a.specs[0].sites[0].scopes = {{"T.one", 5, 500}, {"T.two", 1, 100}};
  b.specs[0].sites[0].scopes = {{"T.two", 30, 3000}};
  const report::Report out = merged({a, b});
  ASSERT_EQ(out.scopes.size(), 2u);
  EXPECT_EQ(out.scopes[1].name, "T.two");
  EXPECT_EQ(out.scopes[1].opened, 3u);
  EXPECT_EQ(out.scopes[1].checks, 11u);
  const std::vector<report::ScopeShare>& shares = out.specs[0].sites[0].scopes;
  ASSERT_EQ(shares.size(), 2u);
  EXPECT_EQ(shares[0].name, "T.two");
  EXPECT_EQ(shares[0].penaltyBytes, 3000u);
  EXPECT_EQ(shares[1].penaltyBytes, 500u);
}

TEST(Merge, KeepsTheOptionsThatAllHave) {
  std::vector<report::Report> all;
  for (uint64_t pid : {1, 2, 3}) {
    all.push_back(rising(pid, 30, 2, 5));
    all.back().run.options = {
        {"check", "auto:64k"},
        {"report", "/tmp/a folder with a long name/isl-" + std::to_string(pid) + ".json"}};
  }
  EXPECT_EQ(merged(all).run.options, (report::RunOptions{{"check", "auto:64k"}}));
}

TEST(Merge, FiftyJvms) {
  std::vector<report::Report> all;
  for (uint64_t pid = 1; pid <= 50; ++pid)
    all.push_back(rising(pid, 100, 1 + 0.1 * static_cast<double>(pid), 5));
  const report::Report out = merged(all);
  EXPECT_EQ(out.checks.size(), 5000u);
  EXPECT_EQ(out.specs[0].sites[0].jvms.size(), 50u);
  EXPECT_EQ(out.specs[0].sites[0].jvms[0].jvm, 50u);
  EXPECT_NE(out.specs[0].verdictWhy.find("(pid 50); 10 of 50 JVMs failed"), std::string::npos)
      << out.specs[0].verdictWhy;
  EXPECT_NE(report::toText(out, 20).find("and in 49 other JVMs"), std::string::npos);
  EXPECT_NE(report::toHtml(out).find("and in 49 other JVMs"), std::string::npos);
}

}  // namespace
}  // namespace isl::tool

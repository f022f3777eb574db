#include <gtest/gtest.h>

#include "report/Report.h"
#include "report/example.h"
#include "report/surroundings.h"
#include "said.h"

namespace isl::report {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Html, ShowsVerdictChartsSitesAndPaths) {
  const std::string page = toHtml(test::exampleReport());
  for (const char* part : {"<!DOCTYPE html>",
                           "<title>FAIL leak</title>",
                           "class=\"verdict fail\"",
                           "VSO 23.1x at most (check 3)",
                           "<polyline",
                           "class=\"spark\"",
                           "class=\"lane\"",
                           "If you fix this",
                           "<h3>leak: static field org.apache.xalan.IteratorPool.pool holds",
                           "it collects here",
                           "#0 ObjectVector.java: 106",
                           "<code>org.apache.xml.utils.ObjectStack.m_map</code>",
                           "static field org.apache.xalan.IteratorPool.pool",
                           "87.0 % of the penalty",
                           "prefers-color-scheme: dark",
                           "What was not observed",
                           "How to read this page",
                           "the root was not reached",
                           "Content-Security-Policy",
                           "default-src 'none'",
                           "<title>check 3, 3.0 s; leak 23.1x</title>",
                           "machine-1",
                           "2026-11-23T12:00:00Z",
                           "ListLeak --rounds 3"})
    EXPECT_TRUE(has(page, part)) << part;
  EXPECT_LT(page.find("Findings of leak"), page.find("Over the run"));
  EXPECT_LT(page.find("Over the run"), page.find("Allocation sites of leak"));
}

TEST(Html, DrawsTheLimitOfThePapersVsoOverTimeAndWork) {
  Report report = test::exampleReport();
  EXPECT_FALSE(has(toHtml(report), "class=\"limit\""));
  EXPECT_FALSE(has(toHtml(report), "over units of work"));
  report.specs[0].maxAllowedPaperVso = 20;
  report.checks[1].units = 500;
  report.checks[2].units = 1000;
  report.run.readyCheck = 2;
  const std::string page = toHtml(report);
  for (const char* part : {"class=\"limit\"", "max-paper-vso of leak, 20.0x",
                           "VSO over units of work", "1000 units</text>", "ready</text>"})
    EXPECT_TRUE(has(page, part)) << part;
}

TEST(Html, AChartOverWorkNeverGoesBack) {
  Report report = test::exampleReport();
  report.checks[0].units = 900;  // of a clock that another one replaced
  report.checks[1].units = 10;
  report.checks[2].units = 40;
  const std::string page = toHtml(report);
  EXPECT_TRUE(has(page, "40 units</text>"));
  EXPECT_FALSE(has(page, "900 units"));
}

TEST(Html, ShowsSourceLinesWhereThereAreAny) {
  const Report report = test::exampleReport();
  const std::string page =
      toHtml(report, [](const std::string&, const std::string& file, int32_t line) {
        return file == "ObjectVector.java" && line == 106
                   ? SourceText{105, {"before", "new <Object>[4]", "after"}}
                   : SourceText();
      });
  EXPECT_TRUE(has(page, "105  before\n<mark>106  new &lt;Object&gt;[4]</mark>\n107  after\n"));
  EXPECT_FALSE(has(toHtml(report), "<mark>"));
}

Report hostile(const std::string& evil) {
  Report report = test::exampleReport();
  report.run.mainClass = report.run.jvm = report.run.collector = evil;
  report.run.command = report.run.host = report.run.startedAt = report.run.islVersion = evil;
  report.run.options = {{evil, evil}};
  for (uint32_t pid : {1, 2}) report.run.jvms.push_back({evil, evil, evil, evil, pid, 1, true, 3});
  report.coverage.notes = {evil};
  report.coverage.caps = {{evil, 1}};
  report.coverage.classesSkipped = report.coverage.methodsSkipped = {{evil, 1}};
  Spec& spec = report.specs[0];
  spec.name = spec.verdict = spec.verdictWhy = evil;
  spec.handlers[1].event = spec.handlers[1].firstFault = evil;
  for (Check& check : report.checks) check.specs[0].spec = evil;
  Site& site = spec.sites[0];
  site.className = site.method = site.file = site.type = site.via = site.growth = evil;
  site.scopes = {{evil, 1, 1}};
  Finding& finding = spec.findings[0];
  finding.kind = finding.growth = finding.type = finding.className = finding.method = evil;
  finding.file = finding.via = finding.accepted = evil;
  finding.holder = {evil, evil, evil, evil, evil};
  finding.jvms = {{1, 1}, {2, 1}};
  spec.findings.push_back(finding);
  spec.profile.sites.assign(2, {evil, evil, evil, evil, 1, 1});
  report.scopes = {{evil, 1, 1}};
  for (Path& path : site.paths) {
    path.root = {evil, evil};
    for (PathEdge& edge : path.edges) edge = {evil, evil, 1, evil, evil, {evil}};
  }
  for (Explanation& explanation : report.explanations) {
    explanation.asked = evil;
    explanation.near = {evil};
    for (ExplainedSite& asked : explanation.sites) {
      asked.className = asked.method = asked.allocates = evil;
      asked.specs[0].spec = asked.specs[0].status = asked.specs[0].why = evil;
    }
  }
  return report;
}

// Reports of 50 JVMs with 10,000 sites in all.
Report large() {
  Report report = test::exampleReport();
  const Report one = report;
  Spec& spec = report.specs[0];
  report.checks.clear();
  for (uint32_t jvm = 1; jvm <= 50; ++jvm) {
    report.run.jvms.push_back({"com.acme.Worker", one.run.jvm, "G1",
                               "app-7/executor-" + std::to_string(jvm), jvm + 100, 9000, true,
                               240});
    for (uint32_t n = 1; n <= 240; ++n) {
      Check check = one.checks[0];
      check.n = static_cast<uint32_t>(report.checks.size() + 1);
      check.atMs = n * 100;
      check.units = n * jvm;
      check.jvm = jvm;
      check.specs[0].vso = 1 + n / 10.0;
      report.checks.push_back(check);
    }
  }
  spec.maxVsoCheck = 240;
  spec.sites.clear();
  spec.findings.clear();
  for (uint32_t n = 1; n <= 10'000; ++n) {
    const std::string name = "com.acme.service.orders.Handler" + std::to_string(n);
    spec.profile.sites.push_back(
        {name, "handle", name + "$Entry", "java.util.HashMap.put", n, n * 64});
    if (n > 1000) continue;
    Site site = one.specs[0].sites[0];
    site.rank = n;
    site.className = name;
    for (uint32_t point = 0; point < 240; ++point)
      site.history.push_back({point + 4, point * 10, point * n});
    spec.sites.push_back(site);
    if (n > 60) continue;
    Finding finding = one.specs[0].findings[0];
    finding.rank = n;
    finding.kind = n % 3 == 0 ? "idle" : "leak";
    finding.growth = n % 3 == 0 ? "constant" : "growing";
    finding.holder.className = name;
    finding.share = 0.5 / n;
    finding.sites = {n};
    for (uint32_t jvm = 1 + n % 7; jvm <= 50; jvm += n) finding.jvms.push_back({jvm, 90'000 / jvm});
    spec.findings.push_back(finding);
  }
  return report;
}

TEST(Html, FiftyJvmsAndTenThousandSitesStaySmall) {
  const std::string page = toHtml(large());
  EXPECT_LT(page.size(), 5'000'000U);
  EXPECT_TRUE(has(page, "com.acme.service.orders.Handler10000.handle"));
  EXPECT_TRUE(has(page, "data-jvm=\"50\""));
}

TEST(Html, WhatDoesNotFitIsCounted) {
  Report report = large();
  for (ProfileSite& site : report.specs[0].profile.sites) site.via.assign(1000, 'W');
  const std::string page = toHtml(report);
  EXPECT_LT(page.size(), 5'000'000U);
  EXPECT_TRUE(has(page, "more sites in the JSON report"));
}

TEST(Html, APathOfAnyLengthIsShown) {
  Report report = test::exampleReport();
  Path& path = report.specs[0].sites[0].paths[0];
  path.edges.assign(200'000, path.edges[0]);
  EXPECT_TRUE(has(toHtml(report), "more steps"));
}

TEST(Html, ShowsTheScopesOfTheProgram) {
  Report report = test::exampleReport();
  const std::string page = toHtml(report);
  EXPECT_TRUE(has(page, "<th scope=\"row\">StylesheetTest.reuses()</th><td>2</td><td>3</td>"));
  report.scopes.assign(53, {"a", 1, 0});
  EXPECT_TRUE(has(toHtml(report), "3 more scopes in the JSON report"));
  report.scopes.clear();
  EXPECT_FALSE(has(toHtml(report), ">Scopes<"));
}

TEST(Html, NeedsNothingFromElsewhere) {
  const std::string page = toHtml(test::exampleReport());
  for (const char* part :
       {"http:", "https:", "src=", "url(", "@import", "<link", "import(", "fetch("})
    EXPECT_FALSE(has(page, part)) << part;
  for (size_t at = page.find("href="); at != std::string::npos; at = page.find("href=", at + 1))
    EXPECT_EQ(page.substr(at, 7), "href=\"#");
}

// Leaves the pages where the check in a browser finds them.
TEST(Html, WritesExamplesForThePageCheck) {
  const test::ExampleDirectory directory;
  const std::string& base = directory.path();
  const std::string evil =
      "</style></title>\"'><img src=x onerror=\"window.evil=1\"><script>window.evil=1</script>";
  EXPECT_EQ(
      isl::test::said(writeFileAtomically(base + "/full.html", toHtml(test::exampleReport()))), "");
  EXPECT_EQ(isl::test::said(writeFileAtomically(base + "/hostile.html",
                                                toHtml(hostile(evil + std::string(300, 'W'))))),
            "");
  EXPECT_EQ(isl::test::said(writeFileAtomically(base + "/large.html", toHtml(large()))), "");
}

TEST(Html, EscapesEveryString) {
  const std::string page = toHtml(hostile("<script>alert('&\"')</script>"));
  EXPECT_EQ(page.find("<script"), page.rfind("<script"));  // the page's own
  EXPECT_FALSE(has(page, "alert('"));
  EXPECT_FALSE(has(page, "&\"'"));
  EXPECT_TRUE(has(page, "&lt;script&gt;alert(&#39;&amp;&quot;&#39;)&lt;/script&gt;"));
}

TEST(Html, AnEmptyReportIsAPage) {
  const std::string page = toHtml(Report());
  EXPECT_TRUE(has(page, "No check ran"));
  EXPECT_TRUE(has(page, "The report holds no spec."));
  EXPECT_TRUE(has(page, "</html>"));
}

TEST(Html, OneCheckIsDrawn) {
  Report report = test::exampleReport();
  report.checks.resize(1);
  EXPECT_TRUE(has(toHtml(report), "<polyline"));
}

}  // namespace
}  // namespace isl::report

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
  for (const char* part :
       {"<!DOCTYPE html>", "<title>FAIL leak</title>", "class=\"verdict fail\"",
        "VSO 23.1x at most (check 3)", "<polyline", "class=\"limit\"", "class=\"spark\"",
        "#0 ObjectVector.java: 106", "<code>org.apache.xml.utils.ObjectStack.m_map</code>",
        "static field org.apache.xalan.IteratorPool.pool", "87.0 % of the penalty",
        "prefers-color-scheme: dark", "What was not observed", "How to read this page",
        "the root was not reached", "Content-Security-Policy", "default-src 'none'",
        "<title>check 3, 3.0 s; leak 23.1x</title>"})
    EXPECT_TRUE(has(page, part)) << part;
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
       {"http:", "https:", "src=", "href=", "url(", "@import", "<script", "<link"})
    EXPECT_FALSE(has(page, part)) << part;
}

Report hostile(const std::string& evil) {
  Report report = test::exampleReport();
  report.run.mainClass = report.run.jvm = report.run.collector = evil;
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
}

TEST(Html, EscapesEveryString) {
  const std::string page = toHtml(hostile("<script>alert('&\"')</script>"));
  EXPECT_FALSE(has(page, "<script"));
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

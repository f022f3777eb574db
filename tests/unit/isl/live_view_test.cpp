#include "LiveView.h"

#include <gtest/gtest.h>

#include "../report/example.h"

namespace isl::tool {
namespace {

using report::Report;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Report running() {
  Report out = report::test::exampleReport();
  for (size_t i = 0; i < out.checks.size(); ++i) out.checks[i].units = (i + 1) * 500;
  return out;
}

TEST(LiveView, ShowsVsoRateAndFindings) {
  const std::string text = liveTable({running()}, 10);
  EXPECT_TRUE(has(text, "ListLeak (pid 4711)")) << text;
  EXPECT_TRUE(has(text, "500.0")) << text;  // units a second
  EXPECT_TRUE(has(text, "23.10")) << text;  // VSO at the last check
  EXPECT_TRUE(has(text, "19.80")) << text;  // rated
  EXPECT_TRUE(has(text, "leak: static field org.apache.xalan.IteratorPool.pool holds")) << text;
  EXPECT_TRUE(has(text, "growing by ")) << text;
  EXPECT_TRUE(has(text, "put there at ObjectVector.java:106")) << text;
  EXPECT_FALSE(has(text, "more")) << text;
  EXPECT_TRUE(has(liveTable({running()}, 0), "and 1 finding more"));
  EXPECT_TRUE(has(liveTable({}, 10), "no report yet"));
}

TEST(LiveView, PutsWhatGrowsFirst) {
  Report idle = running(), leak = running();
  report::Finding& large = idle.specs[0].findings[0];
  large.kind = "idle";
  large.growth = "constant";
  large.retainedBytes *= 100;
  const std::string text = liveTable({idle, leak}, 1);
  EXPECT_TRUE(has(text, "leak: ")) << text;
  EXPECT_FALSE(has(text, "idle: ")) << text;
}

TEST(LiveView, CountsUnitsOfTheLastTenSeconds) {
  Report report;
  EXPECT_LT(unitsPerSecond(report), 0);
  for (uint64_t second = 1; second <= 60; ++second) {
    report::Check check;
    check.atMs = second * 1000;
    check.units = second <= 50 ? second : 50 + (second - 50) * 100;
    report.checks.push_back(check);
  }
  EXPECT_DOUBLE_EQ(unitsPerSecond(report), 100);
  report.checks.back().units = 7;  // of another clock
  report.checks.back().atMs = 70'000;
  EXPECT_DOUBLE_EQ(unitsPerSecond(report), 0.1);
  report.checks.resize(1);
  EXPECT_DOUBLE_EQ(unitsPerSecond(report), 1);
  report.checks[0].units = 0;
  EXPECT_LT(unitsPerSecond(report), 0);
}

TEST(LiveView, WritesWhatPrometheusReads) {
  Report odd = running();
  odd.run.member = "app\"1\\x\n";
  const std::string text = prometheusText({running(), odd});
  EXPECT_TRUE(has(text, "# TYPE isl_vso_ratio gauge\nisl_vso_ratio{jvm=\"ListLeak (pid "
                        "4711)\",spec=\"leak\"} 23.1\n"))
      << text;
  EXPECT_TRUE(has(text, "isl_units_total{jvm=\"ListLeak (pid 4711)\"} 1500\n")) << text;
  EXPECT_TRUE(has(text, "jvm=\"app\\\"1\\\\x")) << text;
  EXPECT_TRUE(
      has(text, "isl_findings{jvm=\"ListLeak (pid 4711)\",spec=\"leak\",kind=\"leak\"} 1\n"));
  EXPECT_TRUE(has(text, "spec=\"leak\",kind=\"idle\"} 0\n"));
  EXPECT_TRUE(has(text, "isl_rated_vso_ratio{jvm=\"ListLeak (pid 4711)\",spec=\"leak\"} 19.8\n"));
  EXPECT_TRUE(has(text, "isl_finding_retained_bytes{")) << text;
  // Every line is a comment or a sample that ends with a number.
  size_t begin = 0;
  for (size_t end = text.find('\n'); end != std::string::npos;
       begin = end + 1, end = text.find('\n', begin)) {
    const std::string line = text.substr(begin, end - begin);
    EXPECT_TRUE(line[0] == '#' || (line.rfind("isl_", 0) == 0 && has(line, "} "))) << line;
  }
}

TEST(LiveView, FindsTheFolderOfReports) {
  constexpr char environment[] =
      "A=b\0JAVA_TOOL_OPTIONS=-agentpath:/a.so=report=/r/d/isl-%p.json,journal=/x/y\0C=/d";
  EXPECT_EQ(reportFolderIn(std::string(environment, sizeof environment)), "/r/d");
  EXPECT_EQ(reportFolderIn("java -agentpath:/a.so=check=gc,report=/my%%dir/r.json"), "/my%dir");
  EXPECT_EQ(reportFolderIn("-agentpath:/a.so=report=r.json"), ".");
  EXPECT_EQ(reportFolderIn("-agentpath:/a.so=report=/r.json"), "/");
  EXPECT_EQ(reportFolderIn("-agentpath:/a.so=check=gc"), "");
  EXPECT_EQ(reportFolderIn("java report=/r/x.json"), "");
}

}  // namespace
}  // namespace isl::tool

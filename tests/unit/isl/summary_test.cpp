// What `isl run` says at the end, from a report alone.
#include "Summary.h"

#include <gtest/gtest.h>

#include "Finding.h"

namespace isl::tool {
namespace {

report::Finding findingOf(const char* kind, const char* field) {
  report::Finding finding;
  finding.kind = kind;
  finding.type = "shop.Visit";
  finding.holder.kind = "static";
  finding.holder.className = "shop.Shop";
  finding.holder.field = field;
  finding.className = "core.Registry";
  finding.method = "keep";
  finding.file = "Registry.java";
  finding.line = 30;
  return finding;
}

TEST(Summary, TellsFindingsButNotWhatLiesThereSinceTheStart) {
  report::Report report;
  report::Spec spec;
  spec.name = "leak";
  spec.verdict = "fail";
  spec.findings = {findingOf("start-up", "fonts"), findingOf("leak", "visits"),
                   findingOf("idle", "table")};
  spec.findings[1].callerMethod = "shop.Shop.order";
  spec.findings[1].callerFile = "Shop.java";
  spec.findings[1].callerLine = 10;
  report.specs = {spec};
  const std::string text = summarize(&report, {});
  EXPECT_NE(text.find("isl:   1. leak: static field shop.Shop.visits holds shop.Visit"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("put there at Registry.java:30 (core.Registry.keep), called from "
                      "Shop.java:10 (shop.Shop.order)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("2. idle: static field shop.Shop.table"), std::string::npos) << text;
  EXPECT_EQ(text.find("fonts"), std::string::npos) << text;
  EXPECT_NE(text.find("1 more finding in the report"), std::string::npos) << text;
}

TEST(Summary, SaysWhatWasNotSeen) {
  report::Report report;
  report::Spec spec;
  spec.name = "leak";
  spec.verdict = "fail";
  spec.findings = {findingOf("leak", "visits")};
  spec.findings[0].holder = {"unknown", "", "", "", ""};
  spec.findings[0].className = "(static initialiser)";
  spec.findings[0].method = "(unknown)";
  spec.findings[0].file.clear();
  report.specs = {spec};
  const std::string text = summarize(&report, {});
  EXPECT_NE(text.find("leak: shop.Visit, whose holder was not seen: "), std::string::npos) << text;
  EXPECT_NE(text.find("put there at a static initialiser\n"), std::string::npos) << text;
}

// A run that passes, too, is told as of its last check.
TEST(Summary, NamesJvmsThatWereCutShort) {
  RunFacts facts;
  for (const long pid : {7, 8, 9}) {
    JournalEntry entry;
    entry.pid = pid;
    entry.state = "watched";
    entry.main = pid == 8 ? "shop.Tests" : "shop.Main";
    facts.journal.push_back(entry);
  }
  facts.withReport = {7, 8};
  const report::Report report;
  EXPECT_EQ(summarize(&report, facts).find("killed, crashed"), std::string::npos);
  facts.cutShort = {8};
  const std::string text = summarize(&report, facts);
  EXPECT_NE(
      text.find("isl: 1 JVM killed, crashed or still running, told as of the last check: Tests\n"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("isl: 1 JVM left no report, killed before the first check: Main\n"),
            std::string::npos)
      << text;
}

TEST(Summary, EndsWithWhatFailed) {
  report::Report report;
  for (const char* name : {"leak", "growing-holders", "maps"}) {
    report::Spec spec;
    spec.name = name;
    spec.verdict = spec.name == "maps" ? "fail" : "pass";
    report.specs.push_back(spec);
  }
  report.specs[0].findings = {findingOf("start-up", "fonts")};
  const std::string text = summarize(&report, {});
  EXPECT_NE(text.find("isl:   1 finding in the report"), std::string::npos) << text;
  EXPECT_NE(text.find("isl: FAIL by maps\nisl: report: "), std::string::npos) << text;
  for (report::Spec& spec : report.specs) spec.verdict = "fail";
  EXPECT_EQ(summarize(&report, {}).find("FAIL by"), std::string::npos) << "the last one says so";
}

// A hub that is full of subscribers, and what its field holds: the way to the hub may lead by one of these.
TEST(Summary, TellsOnceWhatTwoSpecsSay) {
  report::Report report;
  for (const char* name : {"leak", "growing-holders"}) {
    report::Spec spec;
    spec.name = name;
    spec.verdict = "fail";
    spec.findings = {findingOf("leak", "visits")};
    report.specs.push_back(spec);
  }
  const auto as = [&] { return summarize(&report, {}).find(", as 1 of leak\n"); };
  EXPECT_NE(as(), std::string::npos);
  report.specs[0].findings[0].holder = {"field", "shop.Hub", "subscribers", "", ""};
  EXPECT_EQ(as(), std::string::npos) << "another holder";
  report::Finding& hub = report.specs[1].findings[0];
  hub.holder = {"field", "shop.Subscriber", "hub", "", ""};
  hub.type = "shop.Hub";
  EXPECT_EQ(as(), std::string::npos) << "one of the hubs that pile up";
  hub.full = "shop.Subscriber";
  EXPECT_NE(as(), std::string::npos);
  EXPECT_NE(summarize(&report, {}).find("1. leak: shop.Hub.subscribers, as 1 of leak\n"),
            std::string::npos)
      << "by the name that a reader has met";
  hub.kind = "idle";
  EXPECT_EQ(as(), std::string::npos) << "another hub, it seems";
}

TEST(Summary, TellsALeakThatAnotherSpecCallsIdle) {
  report::Report report;
  for (const char* kind : {"idle", "leak", "leak"}) {
    report::Spec spec;
    spec.name = "spec" + std::to_string(report.specs.size());
    spec.verdict = "fail";
    spec.findings = {findingOf(kind, "visits")};
    report.specs.push_back(spec);
  }
  const std::string text = summarize(&report, {});
  EXPECT_NE(text.find("1. leak: static field shop.Shop.visits holds shop.Visit"), std::string::npos)
      << text;
  EXPECT_NE(text.find("1. leak: static field shop.Shop.visits, as 1 of spec1\n"), std::string::npos)
      << text;
}

// Its largest site may be one that fewer of them have.
TEST(Summary, CountsTheJvmsOfAFinding) {
  report::Report report;
  for (const uint64_t pid : {7, 8, 9}) {
    report::Jvm jvm;
    jvm.mainClass = "shop.Tests";
    jvm.pid = pid;
    report.run.jvms.push_back(jvm);
  }
  report::Spec spec;
  spec.name = "leak";
  spec.verdict = "fail";
  spec.findings = {findingOf("leak", "visits")};
  spec.findings[0].jvms = {{2, 900}, {1, 500}, {3, 400}};
  spec.findings[0].sites = {1};
  report::Site site;
  site.rank = 1;
  site.jvms = {{3, 400}};
  spec.sites = {site};
  report.specs = {spec};
  const std::string text = summarize(&report, {});
  EXPECT_NE(text.find("in shop.Tests (pid 8), and in 2 other JVMs\n"), std::string::npos) << text;
}

TEST(Summary, LeavesToTheReportWhatTheJdkKeepsForItself) {
  report::Report report;
  report::Spec spec;
  spec.name = "leak";
  spec.verdict = "pass";
  spec.findings = {findingOf("idle", "metadata"), findingOf("idle", "table")};
  spec.findings[0].holder.className = "javax.management.MBeanServer";
  spec.findings[0].className = "sun.management.Commands";
  report.specs = {spec};
  const std::string text = summarize(&report, {});
  EXPECT_EQ(text.find("MBeanServer"), std::string::npos) << text;
  EXPECT_NE(text.find("1. idle: static field shop.Shop.table"), std::string::npos) << text;
  EXPECT_NE(text.find("1 more finding in the report"), std::string::npos) << text;
  report.specs[0].findings[0].callerLine = 10;
  EXPECT_NE(summarize(&report, {}).find("MBeanServer"), std::string::npos)
      << "a line of the program's";
}

// What a handler has is the site; the handler is told, and who holds it.
TEST(Summary, TellsTheWayOfWhatIsTold) {
  const auto edge = [](const char* type, const char* field) {
    report::PathEdge out;
    out.holderType = type;
    out.field = field;
    return out;
  };
  report::Report report;
  report::Spec spec;
  spec.name = "leak";
  spec.verdict = "fail";
  report::Site site;
  site.rank = 1;
  site.type = "java.lang.String";
  report::Path path;
  path.root.kind = "static";
  path.root.name = "shop.Shop.visits";
  path.edges = {edge("shop.Visit", "text"), edge("shop.Visit", "next"),
                edge("java.util.HashMap$Node", "value")};
  site.paths = {path};
  spec.sites = {site};
  spec.findings = {findingOf("leak", "visits")};
  spec.findings[0].sites = {1};
  report.specs = {spec};
  EXPECT_NE(summarize(&report, {})
                .find("held by java.util.HashMap$Node.value <= static field shop.Shop.visits"),
            std::string::npos)
      << summarize(&report, {});
  report.specs[0].findings[0].type = "java.lang.String";
  EXPECT_NE(summarize(&report, {}).find("held by shop.Visit.text <= "), std::string::npos);
}

TEST(Summary, LeavesOutTheMiddleOfALongWay) {
  report::Site site;
  report::Path path;
  for (int i = 0; i < 30; i++) {
    report::PathEdge edge;
    edge.holderType = "shop.Node" + std::to_string(i);
    edge.field = "next";
    path.edges.push_back(edge);
  }
  path.root = {"static", "shop.Shop.first"};
  site.paths = {path};
  const std::string text = describePath(site.paths);
  EXPECT_NE(text.find("Node5.next <= ... (18 more) <= shop.Node24.next"), std::string::npos)
      << text;
  site.paths[0].edges[8].holderType = "desk.Board";
  EXPECT_NE(describePath(site.paths, "desk")
                .find("Node5.next <= ... (2 more) <= desk.Board.next <= ... (15 more)"),
            std::string::npos)
      << "the program's own";
  site.paths[0].edges.resize(12);
  EXPECT_EQ(describePath(site.paths).find("more"), std::string::npos);
}

}  // namespace
}  // namespace isl::tool

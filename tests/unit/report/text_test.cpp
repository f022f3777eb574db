#include <gtest/gtest.h>

#include <cstdio>

#include "report/Format.h"
#include "report/Report.h"
#include "report/Wording.h"
#include "report/example.h"
#include "report/surroundings.h"

namespace isl::report {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Text, BeginsWithTheVerdict) {
  const std::string text = toText(test::exampleReport(), 20);
  EXPECT_EQ(
      text.substr(0, text.find('\n')),
      "FAIL  leak: rated VSO 19.8x, limit 15.0x; idle 25.0 %; paper's VSO 23.1x at most (check "
      "3), 19.8x sustained; 3 checks");
  EXPECT_TRUE(
      has(text, "VSO (virtual space overhead) = (live bytes + penalty bytes) / live bytes"));
}

TEST(Text, GrowthOfTheSecondHalfAloneIsTold) {
  Trend trend;
  trend.per = "allocatedBytes";
  trend.samples = 46;
  trend.secondHalf = 155;
  EXPECT_EQ(growthText("growing", trend),
            "growing by 155 bytes per MiB allocated in the second half (first half 0 bytes, second "
            "155 bytes; 46 checks)");
  trend.slope = 80;
  EXPECT_EQ(growthText("growing", trend),
            "growing by 80 bytes per MiB allocated (first half 0 bytes, second 155 bytes; 46 "
            "checks)");
}

TEST(Text, FailingSpecsComeFirst) {
  Report report = test::exampleReport();
  Spec clean;
  clean.name = "clean";
  clean.verdict = "pass";
  report.specs.insert(report.specs.begin(), clean);
  const std::string text = toText(report, 20);
  EXPECT_EQ(text.substr(0, 10), "FAIL  leak");
  EXPECT_TRUE(has(
      text, "PASS  clean: rated VSO 1.00x, no limit (max-vso) given; paper's VSO 1.00x at most, "
            "1.00x sustained"));
}

TEST(Text, TellsWhoMakesApartFromWhoPuts) {
  Finding finding;
  finding.type = "shop.Order";
  finding.className = "shop.Shop";
  finding.method = "take";
  finding.file = "Shop.java";
  finding.line = 7;
  EXPECT_EQ(findingOrigin(finding), "put there at Shop.java:7 (shop.Shop.take)");
  finding.makes = "shop.Order";
  EXPECT_EQ(findingOrigin(finding), "made at Shop.java:7 (shop.Shop.take)");
  finding.makes = "shop.Item";
  EXPECT_EQ(findingOrigin(finding), "shop.Item made at Shop.java:7 (shop.Shop.take)")
      << "which hangs on it";
  finding.kind = "churn";
  EXPECT_EQ(findingOrigin(finding), "allocated at Shop.java:7 (shop.Shop.take)");
}

TEST(Text, ShowsFindingsBeforeTheirSites) {
  const std::string text = toText(test::exampleReport(), 20);
  EXPECT_TRUE(
      has(text, "1. leak: static field org.apache.xalan.IteratorPool.pool holds "
                "java.lang.Object[]: 27 objects, 512.6 KiB under that holder\n"
                "   put there at ObjectVector.java:106 (org.apache.xml.utils.ObjectVector.<init>), "
                "by java.util.Arrays.copyOf\n"
                "   growing by 2.0 KiB per MiB allocated (first half 2.0 KiB, second 2.1 KiB; last "
                "/ first 256.0; 3 checks)\n"
                "   site #0\n"))
      << text;
  EXPECT_LT(text.find("1. leak:"), text.find("#0. id:"));
}

TEST(Text, TellsHowManyMoreLive) {
  Report report = test::exampleReport();
  report.specs.back().findings.front().liveObjects = 4'500;
  EXPECT_TRUE(
      has(toText(report, 20), ": 27 objects (of 4500 live), 512.6 KiB under that holder\n"));
}

TEST(Text, SaysThatBuffersHaveMoreOutsideTheHeap) {
  Report report = test::exampleReport();
  report.specs.back().findings.front().type = "java.nio.DirectByteBuffer";
  EXPECT_TRUE(has(toText(report, 20),
                  "512.6 KiB under that holder, besides what they have outside the heap\n"));
}

TEST(Text, TellsALambdaByItsClassAndWhyWhatGrowsIsNoLeak) {
  Report report = test::exampleReport();
  Finding& finding = report.specs.back().findings.front();
  finding.type = "shop.Feed$$Lambda$1288.0x0000000100391068";
  finding.aside = "a framework of tests holds it";
  const std::string text = toText(report, 20);
  EXPECT_TRUE(has(text, "IteratorPool.pool holds a lambda of shop.Feed: 27 objects")) << text;
  EXPECT_TRUE(has(text, "   no leak: a framework of tests holds it; growing by 2.0 KiB")) << text;
}

TEST(Text, SaysWhatToldThatItIsUnclear) {
  Report report = test::exampleReport();
  Finding& finding = report.specs.back().findings.front();
  finding.growth = "unclear";
  finding.because = "the live heap does not grow as it does";
  const std::string text = toText(report, 20);
  EXPECT_TRUE(has(text, "   unclear: the live heap does not grow as it does\n")) << text;
}

TEST(Text, SaysWhatPartOfTheWorkItsFiguresAreOf) {
  Report report = test::exampleReport();
  Spec& spec = report.specs.back();
  ASSERT_FALSE(spec.findings.empty());
  report.checks.assign(3, Check());
  for (uint32_t i = 0; i < 3; i++) {
    report.checks[i].n = i + 1;
    report.checks[i].units = 40 * i + 20;
    report.checks[i].liveBytes = (i + 1) << 20;
  }
  spec.sitesCheck = 1;
  EXPECT_EQ(figuresText(report, spec),
            "objects and sizes are as of 20.0 % of the program's work (check 1)");
  Look look;
  look.units = 90;
  look.liveBytes = 7 << 20;
  report.looks = {look};
  EXPECT_EQ(figuresText(report, spec),
            "objects and sizes are as of 20.0 % of the program's work (check 1), when the heap had "
            "1.0 MiB; at 90.0 % it had 7.0 MiB");
  EXPECT_TRUE(has(toText(report, 20), "objects and sizes are as of 20.0 %"));
  spec.sitesCheck = 2;
  EXPECT_NE(figuresText(report, spec), "") << "two fifths of the work came after it";
  report.checks[1].units = 88;
  EXPECT_EQ(figuresText(report, spec), "") << "most of the work";
  spec.sitesCheck = 1;
  report.run.jvms.assign(2, Jvm());
  EXPECT_EQ(figuresText(report, spec), "");
  report.run.jvms.clear();
  for (Check& check : report.checks) check.units = 0;
  report.checks[0].allocatedBytes = 10;
  report.checks[2].allocatedBytes = 100;
  report.looks.clear();
  EXPECT_EQ(figuresText(report, spec),
            "objects and sizes are as of 10.0 % of the program's work (check 1)");
}

TEST(Text, TellsATrendUpToTheCheckOfItsFigures) {
  Report report = test::exampleReport();
  EXPECT_TRUE(has(toText(report, 20), "0 bytes suspicious at check 1, 512.6 KiB at check 3"));
  Spec& spec = report.specs.back();
  spec.sitesCheck = 2;
  spec.sites.front().history.back().liveBytes = 0;
  EXPECT_TRUE(has(toText(report, 20), "0 bytes suspicious at check 1, 2.0 KiB at check 2"))
      << toText(report, 20);
}

TEST(Text, ShowsSitesWithTheirPaths) {
  const std::string text = toText(test::exampleReport(), 20);
  EXPECT_TRUE(
      has(text, "#0. id: 5561  ObjectVector.java: 106\n"
                "Method: org.apache.xml.utils.ObjectVector.<init>\n"
                "Allocated by: java.util.Arrays.copyOf\n"
                "Object Type: java.lang.Object[]\n"
                "Number of suspicious objects: 27\n"
                "Size: 14173056 bytes (13.5 MiB) of penalty; 524928 bytes (512.6 KiB) in the heap, "
                "of these 65536 bytes (64.0 KiB) in arrays they own, 3.1 % of the live heap\n"))
      << text;
  EXPECT_TRUE(has(text,
                  "Path: 87.0 % of the penalty is held by\n"
                  "      ID: 5573  XPathContext.java:920  org.apache.xml.utils.ObjectStack.m_map  "
                  "(allocated in org.apache.xpath.XPathContext.<init>)\n"
                  "   <= ID: -  unknown site  java.lang.Object[] [*]\n"
                  "   <= ID: 5557  TransformerImpl.java:402  java.util.ArrayList.elementData  "
                  "(allocated in org.apache.xalan.transformer.TransformerImpl.<init>)\n"
                  "   <= root: static field org.apache.xalan.IteratorPool.pool\n"))
      << text;
  EXPECT_TRUE(has(text, "(another way to these objects is in the JSON report)\n"));
}

TEST(Text, NamesTheScopesOfASite) {
  Report report = test::exampleReport();
  EXPECT_NE(toText(report, 20)
                .find("Allocated in scope: StylesheetTest.reuses() (20 objects, 84.7 % "
                      "of the penalty); StylesheetTest.first() (7 objects, 15.3 % of "
                      "the penalty)\n"),
            std::string::npos)
      << toText(report, 20);
  report.specs[0].sites[0].scopes.assign(5, {"test", 1, 1});
  EXPECT_NE(toText(report, 20).find("; 2 more scopes in the JSON report\n"), std::string::npos);
}

TEST(Text, SaysWhenARootWasNotReached) {
  Report report = test::exampleReport();
  for (Spec& spec : report.specs) {
    for (Site& site : spec.sites) {
      for (Path& path : site.paths) path.truncated = true;
    }
  }
  EXPECT_TRUE(has(toText(report, 20), "   <= ... (the root was not reached)\n"));
}

TEST(Text, NamesAHolderThatOnlyAReferenceLeadsTo) {
  Holder holder;
  holder.kind = "reference";
  holder.className = "a.Certificate";
  holder.field = "info";
  EXPECT_EQ(holderText(holder), "a.Certificate.info");
  holder.field.clear();
  EXPECT_EQ(holderText(holder), "a reference of class a.Certificate");
}

TEST(Text, NamesTheCallerAndFurtherHolders) {
  Report report = test::exampleReport();
  Site& site = report.specs.at(0).sites.at(0);
  site.callerFile = "Client.java";
  site.callerLine = 14;
  site.callerMethod = "Client.answer";
  site.paths.at(0).edges.at(0).alsoHeldBy = {"a.Session.manager"};
  site.paths.at(0).edges.at(0).retainedBytes = 2048;
  const std::string text = toText(report, 20);
  EXPECT_TRUE(has(text, "Called from: Client.java: 14  (Client.answer)\n")) << text;
  EXPECT_TRUE(has(text, "  retains 2.0 KiB\n      also held by a.Session.manager\n")) << text;
}

TEST(Text, SaysBelowTheVerdictThatNothingWasTracked) {
  Report report = test::exampleReport();
  report.coverage.notes = {"R801 spec " + report.specs[0].name +
                               ": no loaded class matches type \"a.B\"",
                           "R801 spec other: no"};
  EXPECT_EQ("", trackedNothing(report, report.specs[0]));  // something of it had the symptom
  report.specs[0].objects = {};
  EXPECT_EQ("nothing was tracked: no loaded class matches type \"a.B\"",
            trackedNothing(report, report.specs[0]));
  report.run.jvms.resize(2);
  EXPECT_EQ("in some JVMs nothing was tracked: no loaded class matches type \"a.B\"",
            trackedNothing(report, report.specs[0]));
  EXPECT_TRUE(has(toText(report, 20), "\n  in some JVMs nothing was tracked: no loaded"));
}

TEST(Text, DoesNotCallASpecGreenThatMetNothing) {
  Report report = test::exampleReport();
  Spec& spec = report.specs[0];
  spec.verdict = "pass";
  EXPECT_EQ("PASS", verdictWord(report, spec));
  for (Handler& handler : spec.handlers) handler.count = 0;
  EXPECT_EQ("NOT EXERCISED", verdictWord(report, spec));
  EXPECT_TRUE(has(toText(report, 20), "NOT EXERCISED  " + spec.name));
  spec.verdict = "fail";
  EXPECT_EQ("FAIL", verdictWord(report, spec));
  spec.verdict = "pass";
  spec.handlers.clear();
  EXPECT_EQ("PASS", verdictWord(report, spec)) << "a report that does not tell";
}

// Those that were left out have numbers: "check 81" of 55 reads like a slip.
TEST(Text, TellsOfHowManyDueChecks) {
  Report report;
  const Spec spec;
  EXPECT_TRUE(has(verdictNumbers(report, spec), "; 0 checks"));
  report.checks.resize(2);
  report.checks[0].n = 1;
  report.checks[1].n = 2;
  EXPECT_TRUE(has(verdictNumbers(report, spec), "; 2 checks"));
  report.checks[1].n = 5;
  EXPECT_TRUE(has(verdictNumbers(report, spec), "; 2 of 5 checks"));
  report.run.jvms.resize(2);
  EXPECT_TRUE(has(verdictNumbers(report, spec), "; 2 checks in 2 JVMs")) << "each has its own";
}

TEST(Text, TellsWhatWasNotCounted) {
  const std::string text = toText(test::exampleReport(), 20);
  for (const char* part :
       {"leak: 5 sites with 10240 bytes (10.0 KiB) of stale objects below the `min-site`",
        "2048 bytes (2.0 KiB) of stale objects allocated under static initialisers",
        "512 bytes of arrays without an owner", "9 classes not instrumented: excluded by option",
        "1 class not instrumented: malformed", "limit reached 2 times: site ids",
        "on_reachedOnce failed 2 times in 300 calls, first: division by zero at leak.isl:12",
        "R803 fewer checks"})
    EXPECT_TRUE(has(text, part)) << part << "\n" << text;
}

TEST(Text, LimitsTheSites) {
  Report report = test::exampleReport();
  report.specs[0].sites.resize(3, report.specs[0].sites[0]);
  EXPECT_TRUE(has(toText(report, 1), "2 more sites in the JSON report"));
}

TEST(Text, AnEmptyReportSaysSo) {
  const std::string text = toText(Report(), 20);
  EXPECT_EQ(text.substr(0, 12), "INCONCLUSIVE");
  EXPECT_TRUE(has(text, "Not counted: nothing that the agent knows of"));
  EXPECT_TRUE(has(text, "not complete"));
}

TEST(Text, NamesOfClassesCannotDriveTheTerminal) {
  Report report = test::exampleReport();
  report.specs[0].sites[0].className = "Evil\x1b[2J\nPASS";
  EXPECT_TRUE(has(toText(report, 20), "Method: Evil [2J PASS.<init>"));
}

TEST(Format, Units) {
  EXPECT_EQ(humanBytes(0), "0 bytes");
  EXPECT_EQ(humanBytes(1), "1 byte");
  EXPECT_EQ(humanBytes(1024), "1.0 KiB");
  EXPECT_EQ(humanBytes(1048575), "1.0 MiB");
  EXPECT_EQ(exactBytes(1536), "1536 bytes (1.5 KiB)");
  EXPECT_EQ(humanMs(999), "999 ms");
  EXPECT_EQ(humanMs(12345), "12.3 s");
  EXPECT_EQ(humanMs(250000), "4 min 10 s");
  EXPECT_EQ(vsoText(1.234), "1.23x");
  EXPECT_EQ(percent(0.5), "50.0 %");
}

TEST(Format, IgnoresTheLocale) {
  const test::DecimalComma locale;
  ASSERT_TRUE(locale.isSet()) << "localedef (libc-bin) made no locale";
  char plain[8];
  snprintf(plain, sizeof plain, "%.1f", 1.5);
  ASSERT_STREQ(plain, "1,5");
  EXPECT_EQ(fixed(1.5, 1), "1.5");
}

TEST(Format, NothingUnprintableReachesAReader) {
  EXPECT_EQ(plainText("a\x1b[1m\x7f\u0085|"), "a [1m  |");
  EXPECT_EQ(plainText("line\u2028end\u2029\n"), "line end  ");
  EXPECT_EQ(plainText("gpj\u202exe.\u2066\u2069\u200f\u061c"),
            "gpj\ufffdxe.\ufffd\ufffd\ufffd\ufffd");
  EXPECT_EQ(plainText("\ufffe\uffff\ufdd0\U0001ffff"), "\ufffd\ufffd\ufffd\ufffd");
  EXPECT_EQ(plainText("e\u0301 \u05d0\u0628 a\u200db \U0001f600"),
            "e\u0301 \u05d0\u0628 a\u200db \U0001f600");
}

TEST(Format, DecodingAlwaysMovesOn) {
  for (int first = 0; first < 256; ++first) {
    std::string text = {static_cast<char>(first), '\x80', '\xbf'};
    std::string_view rest = text;
    for (int steps = 0; !rest.empty(); ++steps) {
      ASSERT_LT(steps, 4);
      EXPECT_LE(nextCodePoint(rest), 0x10FFFFu);
    }
  }
}

TEST(Text, TellsPressureWhereThereWasSome) {
  Report report = test::exampleReport();
  EXPECT_TRUE(has(toText(report, 20),
                  "  memory pressure: 2 of 14 full collections left under 10 % of 64.0 MiB free; "
                  "3.1 s under pressure, that is until one left over 20 %\n"));
  report.pressure.uselessCollections = 0;
  EXPECT_FALSE(has(toText(report, 20), "memory pressure"));
}

TEST(Text, TellsHowASiteGoesWithTheData) {
  SiteWork work;
  EXPECT_EQ(workText(work), "");
  work = {"records", "linear", 0, 50, 1, 0.9994, 0, 3072, 5242880};
  EXPECT_EQ(workText(work),
            "linear, 48.8 KiB per 1,000 records (R squared 0.999); at most 3.0 KiB within a "
            "group, 5.0 MiB over the task");
  work = {"allocatedBytes", "worse", 0, 1e-9, 2, 0.95, 1024, 0, 5242880};
  EXPECT_EQ(workText(work),
            "worse, as the work to the power of 2.0 (R squared 0.950); at most 1.0 KiB within a "
            "record, 5.0 MiB over the task");
  work = {"units", "bounded", 0, 0, 0, 0, 1024, 0, 2048};
  EXPECT_EQ(workText(work), "bounded; at most 1.0 KiB within a unit, 2.0 KiB over the task");
  Report report = test::exampleReport();
  report.specs[0].sites[0].work = work;
  EXPECT_TRUE(has(toText(report, 20),
                  "Work: bounded; at most 1.0 KiB within a unit, 2.0 KiB over the task\n"));
}

TEST(Text, OfManyExplainedSitesThoseThatNeverLivedAreCounted) {
  Report report = test::exampleReport();
  Explanation& explanation = report.explanations[0];
  ExplainedSite dead = explanation.sites[0];
  dead.looksAlive = 0;
  dead.specs[0].status = "never-alive";
  for (int i = 0; i < 9; i++) explanation.sites.push_back(dead);
  EXPECT_FALSE(has(toText(report, 20), "more sites match")) << "ten are told one by one";
  explanation.sites.push_back(dead);
  const std::string text = toText(report, 20);
  EXPECT_TRUE(
      has(text,
          "  10 more sites match: no object of them was alive at any of the 3 looks at the heap"));
  EXPECT_FALSE(has(text, "never-alive"));
  EXPECT_TRUE(has(text, "never-suspicious"));
}

}  // namespace
}  // namespace isl::report

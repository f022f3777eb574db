#include "Baseline.h"

#include <unistd.h>

#include <cstdio>

#include "Finding.h"
#include "reports.h"
#include "said.h"
#include "verdict/Verdict.h"

namespace isl::tool {
namespace {

using test::load;
using test::rising;

class BaselineTest : public testing::Test {
 protected:
  void TearDown() override { remove(path_.c_str()); }
  void write(const std::string& text) {
    ASSERT_EQ(isl::test::said(report::writeFileAtomically(path_, text)), "");
  }
  std::string accept(const report::Report& report, const std::string& expires = "") {
    Baseline fresh;
    fresh.accept(report, "", "known since spring", expires);
    return fresh.toJson();
  }
  // The verdict of `report` under the baseline file.
  report::Spec judged(const report::Report& report, const char* today = "2026-06-01") {
    Baseline baseline;
    EXPECT_TRUE(baseline.load(path_, today));
    Loaded loaded = load(report);
    EXPECT_TRUE(baseline.apply(loaded));
    remarks_ = baseline.remarks();
    return loaded.report.specs[0];
  }

  const std::string path_ = testing::TempDir() + "/baseline-" + std::to_string(getpid()) + ".json";
  std::vector<std::string> remarks_;
};

TEST_F(BaselineTest, AnAcceptedSiteDoesNotFail) {
  report::Report report = rising(1, 40, 9, 5);
  write(accept(report));
  const report::Spec spec = judged(report);
  EXPECT_EQ(spec.verdict, "pass");
  EXPECT_EQ(spec.verdictWhy,
            "without 1 accepted finding: the rated VSO 1.00 is within the allowed 5.00");
  EXPECT_EQ(spec.sites[0].accepted, "known since spring");
  EXPECT_TRUE(remarks_.empty());
}

TEST_F(BaselineTest, WhatTheRunDidNotSeeIsMissedWithoutThemToo) {
  report::Report report = rising(1, 40, 9, 5);
  for (report::Check& check : report.checks) check.allocatedBytes = check.n * 100'000;
  report.checks.back().allocatedBytes *= 3;
  write(accept(report));
  EXPECT_EQ(judged(report).verdict, "pass");
  report.coverage.caps = {{kTooDearCap, 12}};
  const report::Spec spec = judged(report);
  EXPECT_EQ(spec.verdict, "inconclusive") << spec.verdictWhy;
  EXPECT_NE(spec.verdictWhy.find("12 checks were left out"), std::string::npos) << spec.verdictWhy;
}

// So would an entry that has neither a holder nor sites.
TEST_F(BaselineTest, NothingIsAcceptedThatNothingNames) {
  report::Report report = rising(1, 40, 9, 5);
  report.specs[0].findings = {report::Finding()};
  write(accept(report));
  Baseline baseline;
  EXPECT_EQ(isl::test::said(baseline.load(path_, "2026-06-01")), "");
  EXPECT_EQ(baseline.size(), 0u);
}

// An entry without a spec would be refused when the file is read.
TEST_F(BaselineTest, NothingIsAcceptedOfASpecWithoutAName) {
  report::Report report = rising(1, 40, 9, 5);
  report.specs[0].name.clear();
  write(accept(report));
  Baseline baseline;
  EXPECT_EQ(isl::test::said(baseline.load(path_, "2026-06-01")), "");
  EXPECT_EQ(baseline.size(), 0u);
}

TEST_F(BaselineTest, LinesMayShiftAndLambdasMayBeRenumbered) {
  report::Report report = rising(1, 40, 9, 5);
  report.specs[0].sites[0].method = "lambda$run$3";
  write(accept(report));
  report.specs[0].sites[0].method = "lambda$run$11";
  report.specs[0].sites[0].line = 4711;
  report.specs[0].sites[0].id = 9;
  EXPECT_EQ(judged(report).verdict, "pass");
}

TEST_F(BaselineTest, AnotherHolderIsANewFinding) {
  report::Report report = rising(1, 40, 9, 5);
  write(accept(report));
  report.specs[0].findings[0].holder.className = "com.acme.Other";
  EXPECT_EQ(judged(report).verdict, "fail");
  EXPECT_EQ(judged(report).findings[0].accepted, "");
  ASSERT_EQ(remarks_.size(), 1u);
  EXPECT_NE(remarks_[0].find("accepted nothing"), std::string::npos);
}

// A path that is cut names no holder: in one run it is found, in the next it is not.
TEST_F(BaselineTest, AnUnknownHolderIsKnownByWhatPilesUp) {
  const report::Report known = rising(1, 40, 9, 5);
  report::Report cut = known;
  cut.specs[0].findings[0].holder = {"unknown", "", "", "", ""};
  write(accept(known));
  EXPECT_EQ(judged(cut).verdict, "pass");
  write(accept(cut));
  EXPECT_EQ(judged(known).verdict, "pass");
  cut.specs[0].sites[0].method = "other";
  EXPECT_EQ(judged(cut).verdict, "fail");
}

TEST_F(BaselineTest, WhatIsNotAcceptedStillFails) {
  report::Report report = rising(1, 40, 9, 5);
  report::Spec& spec = report.specs[0];
  spec.findings.push_back(spec.findings[0]);
  spec.sites.push_back(spec.sites[0]);
  spec.findings[1].rank = spec.sites[1].rank = 2;
  spec.findings[1].sites = {2};
  spec.findings[1].holder.field = "other";
  report::Report one = report;
  one.specs[0].findings.pop_back();
  write(accept(one));
  const report::Spec left = judged(report);
  EXPECT_EQ(left.verdict, "fail");
  EXPECT_EQ(left.verdictWhy,
            "without 1 accepted finding: the rated VSO 9.00 is over the allowed 5.00");
  EXPECT_NE(left.sites[0].accepted, "");
  EXPECT_EQ(left.sites[1].accepted, "");
}

TEST_F(BaselineTest, AnExpiredEntryIsSaidAndDoesNotCount) {
  report::Report report = rising(1, 40, 9, 5);
  write(accept(report, "2026-05-31"));
  EXPECT_EQ(judged(report, "2026-05-31").verdict, "pass");
  EXPECT_EQ(judged(report, "2026-06-01").verdict, "fail");
  ASSERT_EQ(remarks_.size(), 1u);
  EXPECT_NE(remarks_[0].find("expired on 2026-05-31"), std::string::npos);
}

TEST_F(BaselineTest, SaysWhatIsWrongWithAFile) {
  const std::pair<const char*, const char*> cases[] = {
      {"{", "not JSON"},
      {"{\"schemaVersion\": 2}", "no baseline"},
      {"{\"kind\": \"isl-baseline\", \"schemaVersion\": 1, \"entries\": []}", "write it again"},
      {"{\"kind\": \"isl-baseline\", \"schemaVersion\": 9, \"entries\": []}", "newer isl"},
      {"{\"kind\": \"isl-baseline\", \"schemaVersion\": 2, \"entries\": [{\"spec\": \"leak\"}]}",
       "entry 1 has no"},
      {"{\"kind\": \"isl-baseline\", \"schemaVersion\": 2, \"entries\": [{\"spec\": \"leak\", "
       "\"sites\": [\"x\"]}]}",
       "no `reason`"},
      {"{\"kind\": \"isl-baseline\", \"schemaVersion\": 2, \"entries\": [{\"spec\": \"leak\", "
       "\"sites\": [\"x\"], \"reason\": \"y\", "
       "\"expires\": \"2026-02-30\"}]}",
       "bad date"},
      {"{\"kind\": \"isl-baseline\", \"schemaVersion\": 2, \"entries\": 3}",
       "`entries` is no list"},
      {"{\"kind\": \"isl-baseline\", \"schemaVersion\": 2}", "`entries` is missing"}};
  for (const auto& [text, part] : cases) {
    write(text);
    Baseline baseline;
    const Status loaded = baseline.load(path_, "2026-06-01");
    ASSERT_FALSE(loaded) << text;
    EXPECT_NE(loaded.message().find(part), std::string::npos) << loaded.message();
  }
}

TEST_F(BaselineTest, SaysWhichFieldsItDoesNotKnow) {
  std::string text = accept(rising(1, 40, 9, 5));
  text.replace(text.find("\"expires\""), 0, "\"owner\": \"ops\", ");
  write(text);
  Baseline baseline;
  ASSERT_TRUE(baseline.load(path_, "2026-06-01"));
  EXPECT_NE(baseline.leftOut().find("1 field that this isl"), std::string::npos);
  EXPECT_NE(baseline.remarks()[0].find("entries[].owner"), std::string::npos);
}

// Files that are under version control must not change by themselves.
TEST_F(BaselineTest, KeepsTheOrderOfItsNames) {
  const std::string text = accept(rising(1, 40, 9, 5));
  size_t last = 0;
  for (const char* name : {"\"entries\"", "\"expires\"", "\"holder\"", "\"reason\"", "\"sites\"",
                           "\"spec\"", "\"where\"", "\"kind\"", "\"schemaVersion\""}) {
    EXPECT_GT(text.find(name), last) << name << text;
    last = text.find(name);
  }
}

TEST_F(BaselineTest, AddsToAFileAndPrunes) {
  report::Report report = rising(1, 40, 9, 5);
  write(accept(report));
  report.specs[0].findings[0].holder.field = "other";
  Baseline more;
  ASSERT_TRUE(more.load(path_, "2026-06-01"));
  more.accept(report, "", "second", "2027-01-01");
  EXPECT_EQ(more.size(), 2u);
  EXPECT_EQ(more.added(), 1u);
  EXPECT_EQ(more.prune(), 1u);
  EXPECT_NE(more.toJson().find("\"second\""), std::string::npos);
  EXPECT_EQ(more.toJson().find("known since"), std::string::npos);
}

TEST(Baseline, Dates) {
  for (const char* good : {"2026-01-01", "2028-02-29", "2026-12-31"})
    EXPECT_TRUE(isDate(good)) << good;
  for (const char* bad :
       {"", "2026-1-1", "2026-02-29", "2026-13-01", "26-01-01", "2026-01-01x", "tomorrow"})
    EXPECT_FALSE(isDate(bad)) << bad;
  EXPECT_TRUE(isDate(today()));
}

}  // namespace
}  // namespace isl::tool

#include <gtest/gtest.h>

#include <limits>

#include "report/Report.h"
#include "report/example.h"
#include "report/filled.h"
#include "report/surroundings.h"
#include "said.h"

namespace isl::report {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Json, HoldsTheNamesThatScriptsRelyOn) {
  const std::string json = toJson(test::exampleReport());
  for (const char* part : {"\"schemaVersion\": 1",
                           "\"islVersion\": \"0.1.0\"",
                           "\"wallMs\": 12345",
                           "\"complete\": true",
                           "\"classesSeen\": 1200",
                           "\"reason\": \"malformed\"",
                           "\"cause\": \"exit\"",
                           "\"maxVso\": 23.1",
                           "\"maxVsoCheck\": 3",
                           "\"sustainedVso\": 19.8",
                           "\"severity\": 0.62",
                           "\"maxAllowedVso\": 15.0",
                           "\"verdict\": \"fail\"",
                           "\"mode\": \"deferred\"",
                           "\"rank\": 1",
                           "\"class\": \"org.apache.xml.utils.ObjectVector\"",
                           "\"suspiciousObjects\": 27",
                           "\"penaltyBytes\": 14173056",
                           "\"kind\": \"static\"",
                           "\"holderType\": \"java.util.ArrayList\"",
                           "\"holderSite\": \"XPathContext.java:920\"",
                           "\"sitesCheck\": 3"})
    EXPECT_TRUE(has(json, part)) << part << "\n" << json;
}

TEST(Json, AnEmptyReportIsStillOne) {
  const std::string json = toJson(Report());
  EXPECT_TRUE(has(json, "\"checks\": []"));
  EXPECT_TRUE(has(json, "\"options\": {}"));
  EXPECT_EQ(json.back(), '\n');
}

TEST(Json, NoLimitIsNull) {
  Report report = test::exampleReport();
  report.specs[0].maxAllowedVso = 0;
  EXPECT_TRUE(has(toJson(report), "\"maxAllowedVso\": null"));
}

TEST(Json, EscapesWhatStringsMayHold) {
  Report report;
  report.run.mainClass = "a\"b\\c\n\t\x01\x7f";
  EXPECT_TRUE(has(toJson(report), R"("mainClass": "a\"b\\c\n\t\u0001\u007f")"));
}

TEST(Json, ReplacesInvalidUtf8AndReadsTheJvmsOwn) {
  Report report;
  report.run.mainClass =
      "\xff|\xe2\x82|\xc0\x80|\xed\xa0\xbd\xed\xb8\x80|\xed\xa0\xbd|\xc3\xa9|\xf0\x9f\x98\x80";
  EXPECT_TRUE(has(toJson(report),
                  "\"\xef\xbf\xbd|\xef\xbf\xbd\xef\xbf\xbd|\\u0000|\xf0\x9f\x98\x80|\xef\xbf\xbd|"
                  "\xc3\xa9|\xf0\x9f\x98\x80\""))
      << toJson(report);
}

TEST(Json, HasNoNumberThatJsonLacks) {
  Report report = test::exampleReport();
  report.specs[0].maxVso = std::numeric_limits<double>::infinity();
  report.specs[0].severity = std::numeric_limits<double>::quiet_NaN();
  const std::string json = toJson(report);
  EXPECT_TRUE(has(json, "\"severity\": 0.0"));
  EXPECT_TRUE(has(json, "\"maxVso\": 1.7976931348623157e+308"));
}

TEST(Json, NumbersReadBackExactly) {
  Report report = test::exampleReport();
  report.specs[0].severity = 0.1 + 0.2;
  report.specs[0].hiddenBytes = std::numeric_limits<uint64_t>::max();
  const std::string json = toJson(report);
  EXPECT_TRUE(has(json, "\"severity\": 0.30000000000000004"));
  EXPECT_TRUE(has(json, "\"hiddenBytes\": 18446744073709551615"));
}

TEST(Json, RepeatedOptionsBecomeOneKey) {
  Report report;
  report.run.options = {{"max-vso", "a:2"}, {"top", "3"}, {"max-vso", "b:4"}};
  EXPECT_TRUE(has(toJson(report), "\"max-vso\": \"a:2;b:4\""));
}

// Leaves the reports where the schema check of ctest finds them.
TEST(Json, WritesExamplesForTheSchemaCheck) {
  const test::ExampleDirectory directory;
  const std::string& base = directory.path();
  Report open = test::exampleReport();
  open.specs[0].maxAllowedVso = 0;
  open.run.complete = false;
  EXPECT_EQ(
      isl::test::said(writeFileAtomically(base + "/full.json", toJson(test::exampleReport()))), "");
  EXPECT_EQ(isl::test::said(writeFileAtomically(base + "/open.json", toJson(open))), "");
  EXPECT_EQ(isl::test::said(writeFileAtomically(base + "/empty.json", toJson(Report()))), "");
  for (uint32_t seed = 1; seed <= 3; ++seed)
    EXPECT_EQ(isl::test::said(writeFileAtomically(base + "/filled" + std::to_string(seed) + ".json",
                                                  toJson(test::Filler(seed).fill<Report>()))),
              "");
}

}  // namespace
}  // namespace isl::report

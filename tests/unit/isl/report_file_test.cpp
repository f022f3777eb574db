#include "ReportFile.h"

#include "reports.h"

namespace isl::tool {
namespace {

std::string refused(llvm::StringRef text) {
  Loaded ignored;
  std::string error = parseReport("r.json", text, ignored);
  EXPECT_NE(error, "") << text.str();
  return error;
}

#define EXPECT_SAYS(text, part)                                                                    \
  EXPECT_NE(refused(text).find(part), std::string::npos) << refused(text)

TEST(ReportFile, ReadsBackEveryFieldThatTheRuntimeWrites) {
  report::Report report = report::test::exampleReport();
  const std::string text = report::toJson(report);
  EXPECT_EQ(report::toJson(readReport(test::load(report).json)), text);
  // The fields of merged reports.
  report.run.jvms = {{"Main", "OpenJDK 17", "G1", 12, 900, true, 3}};
  report.checks[0].jvm = 1;
  report.specs[0].sites[0].check = 3;
  report.specs[0].sites[0].jvms = {{1, 4096}};
  report.specs[0].sites[0].accepted = "known";
  const std::string merged = report::toJson(report);
  EXPECT_NE(merged, text);
  EXPECT_EQ(report::toJson(readReport(test::load(report).json)), merged);
}

TEST(ReportFile, KeepsLargeNumbers) {
  report::Report report = report::test::exampleReport();
  report.specs[0].sites[0].penaltyBytes = 0x20000000000001;
  EXPECT_EQ(readReport(test::load(report).json).specs[0].sites[0].penaltyBytes, 0x20000000000001);
}

TEST(ReportFile, SaysWhatIsWrongWithAFile) {
  EXPECT_SAYS("", "is empty");
  EXPECT_SAYS("  \n", "is empty");
  EXPECT_SAYS("hello", "not JSON");
  EXPECT_SAYS("[]", "no report of ISL");
  EXPECT_SAYS("{}", "no `schemaVersion`");
  EXPECT_SAYS("{\"schemaVersion\": 99}", "schema version 99");
  EXPECT_SAYS("{\"schemaVersion\": 0}", "never was");
  EXPECT_SAYS("{\"schemaVersion\": 1, \"run\": {}, \"coverage\": {}, \"checks\": []}", "`specs`");
  EXPECT_SAYS("{\"kind\": \"isl-baseline\", \"schemaVersion\": 1}", "baseline");
  EXPECT_SAYS(
      "{\"schemaVersion\": 1, \"run\": {}, \"coverage\": {}, \"checks\": [1], \"specs\": []}",
      "`checks[].specs`");
}

TEST(ReportFile, EveryCutOfAReportIsRefused) {
  const std::string text = report::toJson(report::test::exampleReport());
  const std::string whole = llvm::StringRef(text).rtrim().str();
  for (size_t length = 0; length < whole.size(); length += 7) {
    Loaded ignored;
    ASSERT_NE(parseReport("r.json", whole.substr(0, length), ignored), "") << length;
  }
  EXPECT_SAYS(whole.substr(0, whole.size() / 2), "cut off");
}

}  // namespace
}  // namespace isl::tool

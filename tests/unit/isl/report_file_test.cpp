#include "ReportFile.h"

#include "reports.h"

namespace isl::tool {
namespace {

std::string refused(llvm::StringRef text) {
  const Result<Loaded> loaded = parseReport("r.json", text);
  EXPECT_FALSE(loaded) << text.str();
  return loaded ? "" : loaded.message();
}

#define EXPECT_SAYS(text, part)                                                                    \
  EXPECT_NE(refused(text).find(part), std::string::npos) << refused(text)

TEST(ReportFile, KeepsLargeNumbers) {
  report::Report report = report::test::exampleReport();
  report.specs[0].sites[0].penaltyBytes = 0x20000000000001;
  EXPECT_EQ(test::load(report).report.specs[0].sites[0].penaltyBytes, 0x20000000000001);
}

// The text of an example with `from` replaced by `to`, once.
std::string changed(const std::string& from, const std::string& to) {
  std::string text = report::toJson(report::test::exampleReport());
  EXPECT_NE(text.find(from), std::string::npos) << from;
  return text.replace(text.find(from), from.size(), to);
}

TEST(ReportFile, AFieldOfAnEarlierVersionHasItsDefault) {
  const Result<Loaded> loaded = parseReport("r.json", changed("\"repeats\": 1,", ""));
  ASSERT_TRUE(loaded) << loaded.message();
  EXPECT_TRUE(test::sameText(report::toJson(loaded->report),
                             report::toJson(report::test::exampleReport())));
}

TEST(ReportFile, AFieldOfALaterVersionIsNamed) {
  std::string text = changed("\"islVersion\":", "\"host\": {\"n\": [1]}, \"islVersion\":");
  for (size_t at = 0; (at = text.find("\"atMs\"", at)) != std::string::npos; at += 20)
    text.insert(at, "\"shade\": 7, ");
  const Result<Loaded> loaded = parseReport("r.json", text);
  ASSERT_TRUE(loaded) << loaded.message();
  EXPECT_EQ(loaded->unknown, (UnknownFields{{"checks[].shade", 3}, {"run.host", 1}}));
  EXPECT_EQ(leftOutOf("r.json", loaded->unknown),
            "r.json: 2 fields that this isl (" ISL_VERSION ") does not know are left out: "
            "checks[].shade (3 times), run.host: use the isl of the version that wrote it");
  EXPECT_TRUE(test::sameText(report::toJson(loaded->report),
                             report::toJson(report::test::exampleReport())));
}

TEST(ReportFile, AnyNumberOfUnknownFieldsIsOneLine) {
  std::string more;
  for (int i = 0; i < 50; ++i) more += "\"x" + std::to_string(i) + "\\n\": 1, ";
  const Result<Loaded> loaded =
      parseReport("r.json", changed("\"islVersion\":", more + "\"islVersion\":"));
  ASSERT_TRUE(loaded) << loaded.message();
  const std::string line = leftOutOf("r.json", loaded->unknown);
  EXPECT_NE(line.find("50 fields"), std::string::npos) << line;
  EXPECT_LT(line.size(), 400u);
  EXPECT_EQ(line.find('\n'), std::string::npos);
}

TEST(ReportFile, AFieldOfTheWrongTypeIsNamed) {
  EXPECT_SAYS(changed("\"wallMs\": 12345", "\"wallMs\": \"long\""), "`run.wallMs` is no count");
  EXPECT_SAYS(changed("\"wallMs\": 12345", "\"wallMs\": -1"), "`run.wallMs` is no count");
  EXPECT_SAYS(changed("\"wallMs\": 12345", "\"wallMs\": 1.5"), "`run.wallMs` is no count");
  EXPECT_SAYS(changed("\"wallMs\": 12345", "\"wallMs\": 1e30"), "`run.wallMs` is no count");
  EXPECT_SAYS(changed("\"wallMs\": 12345", "\"wallMs\": 18446744073709551615"),
              "`run.wallMs` is too large");
  EXPECT_SAYS(changed("\"complete\": true", "\"complete\": 1"), "`run.complete` is neither");
  EXPECT_SAYS(changed("\"id\": 5561", "\"id\": 4294967296"), "`specs[].sites[].id` is too large");
  EXPECT_SAYS(changed("\"line\": 106", "\"line\": 1e10"), "`specs[].sites[].line` is no number");
  EXPECT_SAYS(changed("\"maxVso\": 23.1", "\"maxVso\": null"), "`specs[].maxVso` is no number");
  EXPECT_SAYS(changed("\"top\": \"20\"", "\"top\": 20"), "`run.options` is no string");
  EXPECT_SAYS(changed("\"name\": \"leak\",", ""), "`specs[].name` is missing");
  EXPECT_TRUE(parseReport("r.json", changed("\"wallMs\": 12345", "\"wallMs\": 1.2345e4")));
}

// The parser would call itself once for each.
TEST(ReportFile, RefusesDeepNesting) {
  for (const char* level : {"[", "{\"a\":", "[{\"a\":["}) {
    std::string deep = "{\"schemaVersion\": 1, \"x\": ";
    for (int i = 0; i < 100'000; ++i) deep += level;
    EXPECT_SAYS(deep, "nested by more than 64 levels");
  }
  const std::string open(64, '['), close(64, ']');
  EXPECT_SAYS(open + close, "no report of ISL");
  EXPECT_SAYS("[" + open + close + "]", "nested by more than 64 levels");
  // Brackets in strings do not count.
  EXPECT_TRUE(parseReport("r.json", changed("ListLeak\"", std::string(200, '[') + "\\\"[\"")));
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
      "`checks[]` is no object");
}

TEST(ReportFile, EveryCutOfAReportIsRefused) {
  const std::string text = report::toJson(report::test::exampleReport());
  const std::string whole = llvm::StringRef(text).rtrim().str();
  for (size_t length = 0; length < whole.size(); length += 7) {
    ASSERT_FALSE(parseReport("r.json", whole.substr(0, length))) << length;
  }
  EXPECT_SAYS(whole.substr(0, whole.size() / 2), "cut off");
}

}  // namespace
}  // namespace isl::tool

#include "ReportFile.h"

#include <random>

#include "Formats.h"
#include "Merge.h"
#include "Outlook.h"
#include "SiteWork.h"
#include "report/filled.h"
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

// The reader adds it.
report::Report exampleWithOutlook() {
  report::Report out = report::test::exampleReport();
  foretell(out);
  tellSiteWork(out);
  return out;
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
  EXPECT_TRUE(test::sameText(report::toJson(loaded->report), report::toJson(exampleWithOutlook())));
}

TEST(ReportFile, AFieldOfALaterVersionIsNamed) {
  std::string text = changed("\"islVersion\":", "\"weather\": {\"n\": [1]}, \"islVersion\":");
  for (size_t at = 0; (at = text.find("\"cause\"", at)) != std::string::npos; at += 20)
    text.insert(at, "\"shade\": 7, ");
  const Result<Loaded> loaded = parseReport("r.json", text);
  ASSERT_TRUE(loaded) << loaded.message();
  EXPECT_EQ(loaded->unknown, (UnknownFields{{"checks[].shade", 3}, {"run.weather", 1}}));
  EXPECT_EQ(leftOutOf("r.json", loaded->unknown),
            "r.json: 2 fields that this isl (" ISL_VERSION ") does not know are left out: "
            "checks[].shade (3 times), run.weather: use the isl of the version that wrote it");
  EXPECT_TRUE(test::sameText(report::toJson(loaded->report), report::toJson(exampleWithOutlook())));
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
  EXPECT_SAYS(changed("\"line\": 106", "\"line\": 1e10"), "`specs[].findings[].line` is no number");
  EXPECT_SAYS(changed("\"maxVso\": 23.1", "\"maxVso\": null"), "`specs[].maxVso` is no number");
  EXPECT_SAYS(changed("\"top\": \"20\"", "\"top\": 20"), "`run.options` is no string");
  EXPECT_SAYS(changed("\"name\": \"leak\",", ""), "`specs[].name` is missing");
  EXPECT_TRUE(parseReport("r.json", changed("\"wallMs\": 12345", "\"wallMs\": 1.2345e4")));
}

// The sites that it names were not worth one.
TEST(ReportFile, HasNoFindingsButThoseOfTheAgent) {
  report::Report told = report::test::exampleReport();
  told.specs[0].findings.clear();
  const report::Spec spec = test::load(told).report.specs[0];
  EXPECT_FALSE(spec.sites.empty());
  EXPECT_TRUE(spec.findings.empty());
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

// Changes a text in one or two places: other bytes, numbers out of every range, parts left out or said twice.
std::string mutant(std::string text, std::mt19937& random) {
  static const char* const kParts[] = {
      "-1", "1e308", "18446744073709551615", "null", "[]", "{}", "\"\"", ",", "\xff", "4294967295"};
  for (uint32_t changes = 1 + random() % 2; changes > 0; --changes) {
    const size_t at = random() % text.size(), length = random() % std::min<size_t>(60, text.size());
    const size_t number = text.find_first_of("0123456789", at);
    switch (random() % 5) {
      case 0: text[at] = static_cast<char>(random()); break;
      case 1: text.erase(at, length); break;
      case 2: text.insert(at, text.substr(random() % text.size(), length)); break;
      case 3: text.insert(at, kParts[random() % std::size(kParts)]); break;
      default:
        if (number == std::string::npos) break;
        text.replace(number, text.find_first_not_of("0123456789.", number) - number,
                     kParts[random() % std::size(kParts)]);
    }
    if (text.empty()) text = " ";
  }
  return text;
}

// Whatever a file holds is refused, or can be looked at.
TEST(ReportFile, AnyMutantIsReadOrRefused) {
  std::mt19937 random(1);
  size_t read = 0;
  for (uint32_t i = 0; i < 5000; ++i) {
    const auto filled = report::test::Filler(i % 50, 1).fill<report::Report>();
    const std::string text = mutant(report::toJson(filled), random);
    Result<Loaded> loaded = parseReport("r.json", text);
    if (!loaded) {
      EXPECT_NE(loaded.message(), "");
      continue;
    }
    ++read;
    const report::Report merged = mergeReports({loaded->report, filled});
    report::toText(merged, 20);
    report::toHtml(merged);
    toJunit(merged);
    toSarif(merged, SourceFinder({}));
    // Sums may have grown beyond what can be read.
    const Result<Loaded> again = parseReport("r.json", report::toJson(merged));
    EXPECT_TRUE(again || again.message().find("too large") != std::string::npos) << text;
  }
  EXPECT_GT(read, 500u) << "of 5000";
}

}  // namespace
}  // namespace isl::tool

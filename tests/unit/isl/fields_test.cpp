// Every field of a report survives what isl does to it: reports are filled by visiting the description.
#include "Baseline.h"
#include "JsonFile.h"
#include "JsonReader.h"
#include "Merge.h"
#include "MergeFields.h"
#include "Schema.h"
#include "report/filled.h"
#include "reports.h"
#include "llvm/Support/MemoryBuffer.h"

namespace isl::tool {
namespace {

using report::Report;
using report::test::DefaultFinder;
using report::test::Filler;

class EveryField : public testing::TestWithParam<uint32_t> {};

TEST_P(EveryField, IsReadAndWrittenAgain) {
  const auto filled = Filler(GetParam()).fill<Report>();
  ASSERT_EQ(DefaultFinder::find(filled), std::vector<std::string>());
  const std::string text = report::toJson(filled);
  const Result<Loaded> loaded = parseReport("r.json", text);
  ASSERT_TRUE(loaded) << loaded.message();
  EXPECT_EQ(leftOutOf(loaded->path, loaded->unknown), "");
  EXPECT_EQ(DefaultFinder::find(loaded->report), std::vector<std::string>());
  EXPECT_TRUE(test::sameText(report::toJson(loaded->report), text));
}

// With one JVM, one site and one scope there is nothing that merging would change.
TEST_P(EveryField, SurvivesMerging) {
  auto filled = Filler(GetParam(), 1).fill<Report>();
  filled.specs[0].sites[0].rank = filled.specs[0].findings[0].rank = 1;
  filled.specs[0].findings[0].sites = {1};
  EXPECT_TRUE(test::sameText(report::toJson(mergeReports({filled})), report::toJson(filled)));
}

TEST_P(EveryField, OfABaselineIsReadAndWrittenAgain) {
  const auto filled = Filler(GetParam()).fill<BaselineFile>();
  const std::string text = report::jsonText(filled);
  const Result<llvm::json::Value> json = parseJson(text);
  ASSERT_TRUE(json);
  const Result<BaselineFile> read = JsonReader().read<BaselineFile>(*json);
  ASSERT_TRUE(read) << read.message();
  EXPECT_TRUE(test::sameText(report::jsonText(*read), text));
}

INSTANTIATE_TEST_SUITE_P(Seeds, EveryField, testing::Range(1u, 13u));

// Fields of which one of two reports has a value, and those that add up.
TEST(MergeFields, FollowsTheRules) {
  report::Coverage a = Filler(1).fill<report::Coverage>(), b = a;
  a.touches = 5;
  b.touches = 7;
  a.rewriteMs = 0.5;
  b.rewriteMs = 1.25;
  a.caps = {{"ids", 2}};
  b.caps = {{"names", 1}, {"ids", 3}};
  a.notes = {"R1", "R2"};
  b.notes = {"R2", "R3"};
  mergeFields(a, b);
  EXPECT_EQ(a.touches, 12u);
  EXPECT_DOUBLE_EQ(a.rewriteMs, 1.75);
  ASSERT_EQ(a.caps.size(), 2u);
  EXPECT_EQ(a.caps[0].count, 5u);
  EXPECT_EQ(a.caps[1].name, "names");
  EXPECT_EQ(a.notes, (std::vector<std::string>{"R1", "R2", "R3"}));
}

TEST(MergeFields, OfTheRun) {
  report::RunInfo a, b;
  a.collector = "G1, Serial";
  b.collector = "Serial";
  a.mainClass = "A";
  b.mainClass = "B";
  a.options = {{"check", "gc"}, {"report", "/1"}, {"top", "3"}};
  b.options = {{"check", "gc"}, {"report", "/2"}};
  a.pid = 1;
  b.pid = 2;
  a.wallMs = 10;
  b.wallMs = 20;
  a.complete = true;
  mergeFields(a, b);
  EXPECT_EQ(a.collector, "G1, Serial");
  EXPECT_EQ(a.mainClass, "A, B");
  EXPECT_EQ(a.options, (report::RunOptions{{"check", "gc"}}));
  EXPECT_EQ(a.pid, 0u);
  EXPECT_EQ(a.wallMs, 20u);
  EXPECT_FALSE(a.complete);
}

// The file is what `isl report --schema` prints.
TEST(Schema, OfTheDocumentationIsThatOfTheDescription) {
  const auto file = llvm::MemoryBuffer::getFile(ISL_DOCS "/report.schema.json");
  ASSERT_TRUE(static_cast<bool>(file));
  EXPECT_TRUE(test::sameText(reportSchema(), (*file)->getBuffer().str()))
      << "write it again: isl report --schema >docs/report.schema.json";
}

}  // namespace
}  // namespace isl::tool

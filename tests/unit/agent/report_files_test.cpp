// What the agent leaves behind, in folders that can be written and in one that cannot.
#include "agent/ReportFiles.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace isl {
namespace {

namespace fs = std::filesystem;

class ReportFilesTest : public ::testing::Test {
 protected:
  ReportFilesTest() {
    char name[] = "/tmp/report-files-XXXXXX";
    folder = mkdtemp(name);
    options.report = folder / "isl.json";
    options.exitCode = 86;
    spec.name = "leak";
    spec.verdict = "fail";
    spec.verdictWhy = "the rated VSO 21.00 is over the allowed 4.00";
  }
  void TearDown() override { fs::remove_all(folder); }
  std::string announced() {
    report::Report report;
    report.specs = {spec};
    testing::internal::CaptureStderr();
    files.announce(report);
    return testing::internal::GetCapturedStderr();
  }
  static std::string contentOf(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }

  fs::path folder;
  Options options;
  ReportFiles files{options};
  report::Spec spec;
};

TEST_F(ReportFilesTest, GivesEachProcessItsOwnPath) {
  ASSERT_TRUE(files.claim());
  EXPECT_EQ(options.report, folder / "isl.json");
  Options same;
  same.report = folder / "isl.json";
  ReportFiles others(same);
  ASSERT_TRUE(others.claim());
  EXPECT_EQ(same.report, report::withProcessId(options.report)) << "as it is held";
  options.report = folder / "none" / "isl.json";
  const Status refused = files.claim();
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.message().find((folder / "none").string()), std::string::npos)
      << refused.message();
}

TEST_F(ReportFilesTest, WritesTheReportAndItsViews) {
  options.text = folder / "isl.txt";
  options.html = folder / "isl.html";
  ASSERT_TRUE(files.claim());
  report::Report report;
  report.specs = {spec};
  ASSERT_TRUE(files.write(report));
  EXPECT_NE(contentOf(options.report).find("\"verdict\": \"fail\""), std::string::npos);
  EXPECT_FALSE(fs::exists(options.text)) << "with the last report alone";
  announced();
  EXPECT_NE(contentOf(options.text).find("leak"), std::string::npos);
  EXPECT_NE(contentOf(options.html).find("<html"), std::string::npos);
}

TEST_F(ReportFilesTest, SaysWhatHasFailed) {
  EXPECT_EQ(announced(),
            "isl: spec leak failed: the rated VSO 21.00 is over the allowed 4.00; report: " +
                options.report + "\n");
  EXPECT_TRUE(files.failed());
}

TEST_F(ReportFilesTest, LeavesTheVerdictToWhoeverReadsTheReport) {
  options.exitCode = 0;
  EXPECT_EQ(announced(), "");
  EXPECT_FALSE(files.failed());
  options.exitCode = 86;
  spec.verdict = "pass";
  EXPECT_EQ(announced(), "");
  EXPECT_FALSE(files.failed());
}

TEST_F(ReportFilesTest, LetsASnapshotAgeForTwoSeconds) {
  EXPECT_FALSE(files.isFresh(10, 5)) << "the first at once";
  files.wroteAt(100, 90, 3);
  EXPECT_TRUE(files.isFresh(2099, 1000));
  EXPECT_FALSE(files.isFresh(2100, 1000));
  files.wroteAt(3000, 1000, 40);
  EXPECT_TRUE(files.isFresh(9000, 4999)) << "a hundredth of the CPU";
  EXPECT_FALSE(files.isFresh(9000, 5000));
}

TEST_F(ReportFilesTest, TellsALossToTheJournal) {
  std::ofstream(options.report) << "a snapshot";
  options.journal = folder / "journal.txt";
  files.noteLoss("org.example.Main");
  EXPECT_NE(contentOf(options.journal).find("lost"), std::string::npos);
  EXPECT_TRUE(fs::exists(options.report)) << "there was room";
  options.journal = folder / "none" / "journal.txt";
  files.noteLoss("org.example.Main");
  EXPECT_FALSE(fs::exists(options.report));
}

}  // namespace
}  // namespace isl

#include "report/FileWriter.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "report/Report.h"
#include "said.h"

namespace isl::report {
namespace {

namespace fs = std::filesystem;

constexpr uid_t kNobody = 65534;

class FileWriter : public testing::Test {
 protected:
  FileWriter() {
    char name[] = "/tmp/isl-report-XXXXXX";
    directory = mkdtemp(name);
  }
  ~FileWriter() override { fs::remove_all(directory); }

  static std::string read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  size_t files() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(directory), {}));
  }

  fs::path directory;
};

TEST_F(FileWriter, WritesAndReplaces) {
  const fs::path path = directory / "r.json";
  EXPECT_EQ(test::said(writeFileAtomically(path, "one")), "");
  EXPECT_EQ(read(path), "one");
  const std::string large(3000000, 'x');
  EXPECT_EQ(test::said(writeFileAtomically(path, large)), "");
  EXPECT_EQ(read(path), large);
  EXPECT_EQ(files(), 1u) << "no temporary file stays";
}

TEST_F(FileWriter, WritesIntoTheWorkingDirectory) {
  const fs::path before = fs::current_path();
  fs::current_path(directory);
  EXPECT_EQ(test::said(writeFileAtomically("plain.json", "x")), "");
  fs::current_path(before);
  EXPECT_EQ(read(directory / "plain.json"), "x");
}

TEST_F(FileWriter, KeepsALinkAndWritesItsTarget) {
  ASSERT_EQ(test::said(writeFileAtomically(directory / "target", "old")), "");
  fs::create_symlink("target", directory / "link");
  EXPECT_EQ(test::said(writeFileAtomically(directory / "link", "new")), "");
  EXPECT_TRUE(fs::is_symlink(directory / "link"));
  EXPECT_EQ(read(directory / "target"), "new");
}

TEST_F(FileWriter, DoesNotReplaceADevice) {
  EXPECT_EQ(test::said(writeFileAtomically("/dev/null", "x")), "");
  struct stat info {};
  ASSERT_EQ(stat("/dev/null", &info), 0);
  EXPECT_TRUE(S_ISCHR(info.st_mode));
}

TEST_F(FileWriter, WritesToThePipeOfAReader) {
  const std::string path = directory / "pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const std::string content(200'000, 'x');  // more than fits into a pipe
  size_t seen = 0;
  std::thread reader([&] {
    std::ifstream in(path);
    seen = std::string(std::istreambuf_iterator<char>(in), {}).size();
  });
  EXPECT_EQ(test::said(writeFileAtomically(path, content)), "");
  reader.join();
  EXPECT_EQ(seen, content.size());
}

TEST_F(FileWriter, WaitsNotLongForAReader) {
  const std::string path = directory / "pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const std::string error = test::said(writeFileAtomically(path, "x"));
  EXPECT_NE(error.find("nobody reads it"), std::string::npos) << error;
}

TEST_F(FileWriter, SaysThatTheDiskIsFull) {
  const std::string error = test::said(writeFileAtomically("/dev/full", "x"));
  EXPECT_NE(error.find("is full"), std::string::npos) << error;
}

TEST_F(FileWriter, SaysThatTheDirectoryIsMissing) {
  const std::string error = test::said(writeFileAtomically(directory / "no" / "r.json", "x"));
  EXPECT_NE(error.find("does not exist: create it"), std::string::npos) << error;
  EXPECT_NE(error.find("r.json"), std::string::npos) << error;
}

TEST_F(FileWriter, RefusesADirectory) {
  EXPECT_NE(test::said(writeFileAtomically(directory, "x")).find("it is a directory"),
            std::string::npos);
  EXPECT_NE(test::said(writeFileAtomically("", "x")), "");
}

TEST_F(FileWriter, LeavesTheOldReportWhenItFails) {
  ASSERT_EQ(test::said(writeFileAtomically(directory / "r", "old")), "");
  EXPECT_NE(test::said(writeFileAtomically(directory / "r" / "below", "x"))
                .find("is a file, not a directory"),
            std::string::npos);
  EXPECT_EQ(read(directory / "r"), "old");
}

TEST_F(FileWriter, SaysThatRightsAreMissing) {
  const bool root = geteuid() == 0;  // may write anywhere: the attempt is a common user's
  fs::permissions(directory, fs::perms::owner_read | fs::perms::owner_exec | fs::perms::group_read |
                                 fs::perms::group_exec | fs::perms::others_read |
                                 fs::perms::others_exec);
  if (root) ASSERT_EQ(seteuid(kNobody), 0) << "cannot give up root's rights";
  const std::string error = test::said(writeFileAtomically(directory / "r", "x"));
  if (root) ASSERT_EQ(seteuid(0), 0) << "cannot become root again";
  EXPECT_NE(error.find("may not write"), std::string::npos) << error;
  EXPECT_EQ(files(), 0u);
  fs::permissions(directory, fs::perms::owner_all);
}

TEST(WriteError, EveryReasonHasAdvice) {
  for (int error : {ENOENT, ENOTDIR, EISDIR, EACCES, EPERM, EROFS, ENOSPC, EDQUOT, EFBIG,
                    ENAMETOOLONG, EMFILE}) {
    const std::string text = explainWriteError("/d/r.json", error);
    EXPECT_EQ(text.find("cannot write the report to `/d/r.json` ("), 0u);
    EXPECT_EQ(text.find("check the path or"), std::string::npos) << text;
  }
  EXPECT_NE(explainWriteError("/d/r.json", EACCES).find("may not write in `/d`"),
            std::string::npos);
  EXPECT_NE(explainWriteError("r.json", EIO).find("check the path"), std::string::npos);
}

}  // namespace
}  // namespace isl::report

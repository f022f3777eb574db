#include "report/OutputPath.h"
#include "said.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace isl::report {
namespace {

namespace fs = std::filesystem;

class OutputPath : public testing::Test {
 protected:
  OutputPath() {
    char name[] = "/tmp/isl-path-XXXXXX";
    directory = mkdtemp(name);
    path = directory / "isl.json";
  }
  ~OutputPath() override { fs::remove_all(directory); }

  size_t files() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(directory), {}));
  }
  // A process that claims the path and lives until it is killed.
  pid_t otherProcess() const {
    int ready[2];
    EXPECT_EQ(pipe(ready), 0);
    const pid_t child = fork();
    if (child == 0) {
      PathClaim claim;
      const bool first = claim.claim(path) == path;
      EXPECT_EQ(write(ready[1], first ? "1" : "0", 1), 1);
      pause();
      _exit(0);
    }
    char got = 0;
    EXPECT_EQ(read(ready[0], &got, 1), 1);
    EXPECT_EQ(got, '1');
    close(ready[0]);
    close(ready[1]);
    return child;
  }

  fs::path directory, path;
};

TEST_F(OutputPath, ProbingLeavesNothing) {
  EXPECT_EQ(test::said(checkWritable(path)), "");
  EXPECT_EQ(files(), 0u);
  std::ofstream(path) << "old";
  EXPECT_EQ(test::said(checkWritable(path)), "");
  EXPECT_EQ(fs::file_size(path), 3u);
  EXPECT_EQ(test::said(checkWritable("/dev/null")), "");
}

TEST_F(OutputPath, SaysWhatIsWrong) {
  EXPECT_NE(test::said(checkWritable(directory / "no" / "isl.json")).find("does not exist"),
            std::string::npos);
  EXPECT_NE(test::said(checkWritable(directory)).find("it is a directory"), std::string::npos);
  std::ofstream(directory / "file") << "x";
  EXPECT_NE(test::said(checkWritable(directory / "file" / "r")).find("is a file"),
            std::string::npos);
}

TEST_F(OutputPath, TheProcessIdGoesBeforeTheExtension) {
  const std::string id = std::to_string(getpid());
  EXPECT_EQ(withProcessId("a.b/isl.json"), "a.b/isl-" + id + ".json");
  EXPECT_EQ(withProcessId("a.b/isl"), "a.b/isl-" + id);
  EXPECT_EQ(withProcessId("a/.isl"), "a/.isl-" + id);
}

TEST_F(OutputPath, AClaimLeavesNothing) {
  PathClaim claim;
  EXPECT_EQ(claim.claim(path), path.string());
  EXPECT_EQ(files(), 1u);
  claim.release();
  EXPECT_EQ(files(), 0u);
}

TEST_F(OutputPath, ALiveProcessKeepsItsPathAndADeadOneDoesNot) {
  const pid_t child = otherProcess();
  PathClaim claim;
  EXPECT_EQ(claim.claim(path), withProcessId(path));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(claim.claim(path), path.string()) << "the lock file alone does not hold it";
}

TEST_F(OutputPath, DevicesAreShared) {
  PathClaim one, two;
  EXPECT_EQ(one.claim("/dev/null"), "/dev/null");
  EXPECT_EQ(two.claim("/dev/null"), "/dev/null");
}

}  // namespace
}  // namespace isl::report

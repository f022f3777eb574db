// Attaching: what /proc says of a process, the request, and the answers of JVMs of several releases.
#include "JvmSocket.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "said.h"

namespace isl::tool {
namespace {

namespace fs = std::filesystem;

class Attaching : public ::testing::Test {
 protected:
  Attaching() {
    char name[] = "/tmp/isl-socket-XXXXXX";
    root_ = mkdtemp(name);
    fs::create_directories(root_ + "/77/ns");
    fs::create_directories(root_ + "/self/ns");
    fs::create_symlink("mnt:[1]", root_ + "/self/ns/mnt");
  }
  ~Attaching() override { fs::remove_all(root_); }

  // Process 77, as the kernel describes it.
  void describe(const std::string& status, const std::string& maps, const std::string& mount) {
    std::ofstream(root_ + "/77/status") << status;
    std::ofstream(root_ + "/77/maps") << maps;
    fs::remove(root_ + "/77/ns/mnt");
    fs::create_symlink(mount, root_ + "/77/ns/mnt");
  }

  std::string root_;
};

TEST_F(Attaching, KnowsAJvmByWhatItMapsAndCatches) {
  describe("Name:\tjava\nNSpid:\t77\t5\nSigCgt:\t0000000000000004\n",
           "r-xp /jdk/lib/server/libjvm.so\n", "mnt:[2]");
  const Result<JvmProcess> jvm = findJvm("77", root_);
  ASSERT_TRUE(jvm) << jvm.message();
  EXPECT_EQ(jvm->pid, 77);
  EXPECT_EQ(jvm->inside, 5) << "its number in its own namespace names the socket";
  EXPECT_TRUE(jvm->hasJvm);
  EXPECT_TRUE(jvm->catchesQuit);
  EXPECT_FALSE(jvm->sharesFiles);
}

TEST_F(Attaching, LeavesOtherProcessesAlone) {
  describe("Name:\tsh\nSigCgt:\t0000000000000002\n", "r-xp /bin/sh\n", "mnt:[1]");
  const Result<JvmProcess> shell = findJvm("77", root_);
  ASSERT_TRUE(shell) << shell.message();
  EXPECT_EQ(shell->inside, 77) << "an old kernel names no namespaces";
  EXPECT_FALSE(shell->hasJvm);
  EXPECT_FALSE(shell->catchesQuit) << "it would die of the signal";
  EXPECT_TRUE(shell->sharesFiles);
  EXPECT_FALSE(findJvm("78", root_));
  EXPECT_FALSE(findJvm("x", root_));
  EXPECT_FALSE(findJvm("-77", root_));
}

TEST_F(Attaching, ReadsTheTextAsTheStatusSaysNothing) {
  EXPECT_EQ(test::said(readAnswer("0\nreturn code: 0\n")), "");
  for (const char* refused : {"0\nreturn code: -1\n", "0\n/a.so: undefined symbol: x\n",
                              "101\nreturn code: 0\n", "0\n", "0", ""}) {
    EXPECT_NE(test::said(readAnswer(refused)), "") << refused;
  }
  EXPECT_NE(test::said(readAnswer("100\nDynamic agent loading is not enabled. Use ...\n"))
                .find("-XX:-EnableDynamicAgentLoading"),
            std::string::npos);
}

TEST_F(Attaching, SendsWhatTheJvmReads) {
  const std::string path = root_ + "/door";
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  memcpy(address.sun_path, path.c_str(), path.size() + 1);
  const int door = socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(bind(door, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(listen(door, 1), 0);
  const std::string wanted("1\0load\0/a.so\0true\0report=x\0", 27);
  std::string got;
  std::thread jvm([&] {
    const int fd = accept(door, nullptr, nullptr);
    char buffer[64];
    while (got.size() < wanted.size()) {
      const ssize_t n = read(fd, buffer, sizeof buffer);
      if (n <= 0) break;
      got.append(buffer, static_cast<size_t>(n));
    }
    const std::string answer = "0\nreturn code: 0\n";
    EXPECT_EQ(write(fd, answer.data(), answer.size()), static_cast<ssize_t>(answer.size()));
    close(fd);
  });
  EXPECT_EQ(test::said(loadThrough(path, "/a.so", "report=x")), "");
  jvm.join();
  close(door);
  EXPECT_EQ(got, wanted);
  fs::remove(path);
  EXPECT_NE(test::said(loadThrough(path, "/a.so", "")), "") << "nobody listens";
}

TEST_F(Attaching, RefusesWhatTheJvmWouldCutOff) {
  JvmProcess jvm;
  EXPECT_NE(test::said(loadAgent(jvm, "/a.so", std::string(1024, 'x'))).find("1023"),
            std::string::npos);
}

}  // namespace
}  // namespace isl::tool

#include "Prebuilt.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace isl::tool {
namespace {

class PrebuiltTest : public ::testing::Test {
 public:
  ~PrebuiltTest() override { std::filesystem::remove_all(root_); }

 protected:
  PrebuiltTest() {
    char name[] = "/tmp/isl-prebuilt-XXXXXX";
    root_ = mkdtemp(name);
    write("share/leak.isl", "problem");
  }

  void write(const std::string& file, const std::string& text) const {
    const std::filesystem::path whole = path(file);
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream(whole) << text;
  }
  std::string path(const std::string& file) const { return root_ + "/" + file; }
  std::string found() const { return prebuiltIn(root_, {path("share/leak.isl")}); }

 private:
  std::string root_;
};

TEST_F(PrebuiltTest, IsTheAgentOfTheSameText) {
  EXPECT_EQ(found(), "");
  write("agents/leak.so", "ELF");
  EXPECT_EQ(found(), "") << "nothing says what it was compiled from";
  write("agents/leak.isl", "problem");
  EXPECT_EQ(found(), path("agents/leak.so"));
}

TEST_F(PrebuiltTest, LiesBelowLibIslOfAPackage) {
  write("lib/isl/agents/leak.so", "ELF");
  write("lib/isl/agents/leak.isl", "problem");
  EXPECT_EQ(found(), path("lib/isl/agents/leak.so"));
}

TEST_F(PrebuiltTest, IsNotForAChangedSpec) {
  write("agents/leak.so", "ELF");
  write("agents/leak.isl", "another problem");
  EXPECT_EQ(found(), "");
}

TEST_F(PrebuiltTest, OfSeveralHasTheNamesOfAllInTheirOrder) {
  write("share/holders.isl", "another problem");
  write("agents/leak+holders.so", "ELF");
  write("agents/leak.isl", "problem");
  const std::string leak = path("share/leak.isl"), holders = path("share/holders.isl");
  EXPECT_EQ(prebuiltIn(path("."), {leak, holders}), "") << "the second one's text is not there";
  write("agents/holders.isl", "another problem");
  EXPECT_EQ(prebuiltIn(path("."), {leak, holders}), path("./agents/leak+holders.so"));
  EXPECT_EQ(prebuiltIn(path("."), {holders, leak}), "");
  EXPECT_EQ(found(), "");
}

TEST(WhyCompiled, NamesTheOptionThatNeedsNoCompiler) {
  EXPECT_EQ(whyCompiled({"A=1", "B=2"}), "-D A=1 -D B=2 must be compiled; the agent that is there "
                                         "takes --agent tune=A:1 --agent tune=B:2");
}

}  // namespace
}  // namespace isl::tool

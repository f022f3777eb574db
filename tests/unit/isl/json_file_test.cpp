#include "JsonFile.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace isl::tool {
namespace {

TEST(ReadText, EndsWhereAFileDoesNot) {
  const Result<std::string> text = readText("/dev/zero", 1 << 20);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.message(), "it has more than 1 MiB");
}

TEST(ReadText, GivesAllOfAFile) {
  char name[] = "/tmp/isl-json-XXXXXX";
  close(mkstemp(name));
  const std::string wanted(100'000, 'x');  // more than one step
  std::ofstream(name) << wanted;
  const Result<std::string> text = readText(name, wanted.size());
  unlink(name);
  ASSERT_TRUE(text);
  EXPECT_EQ(*text, wanted);
}

TEST(ReadText, SaysWhatIsMissing) {
  const Result<std::string> text = readText("/nowhere/report.json");
  ASSERT_FALSE(text);
  EXPECT_EQ(text.message(), "No such file or directory");
}

}  // namespace
}  // namespace isl::tool

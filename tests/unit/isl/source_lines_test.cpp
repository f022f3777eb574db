#include "SourceLines.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace isl::tool {
namespace {

TEST(SourceLines, AreThoseAroundTheLine) {
  const std::filesystem::path root =
      std::filesystem::temp_directory_path() / ("isl-source-lines-" + std::to_string(getpid()));
  std::filesystem::create_directories(root / "src/com/acme");
  std::ofstream(root / "src/com/acme/Cache.java") << "1\n2\n3\n4\n5\n6\n7\n"
                                                  << std::string(900, 'x');
  const report::SourceLookup lines = sourceLines({root.string()});
  const report::SourceText middle = lines("com.acme.Cache$Entry", "Cache.java", 5);
  EXPECT_EQ(middle.first, 2U);
  EXPECT_EQ(middle.lines,
            (std::vector<std::string>{"2", "3", "4", "5", "6", "7", std::string(200, 'x')}));
  EXPECT_EQ(lines("com.acme.Cache", "Cache.java", 1).first, 1U);
  EXPECT_EQ(lines("com.acme.Cache", "Cache.java", 1).lines.size(), 4U);
  for (const int32_t line : {-1, 0, 9})
    EXPECT_TRUE(lines("com.acme.Cache", "Cache.java", line).lines.empty());
  EXPECT_TRUE(lines("com.other.Cache", "Cache.java", 5).lines.empty());
  EXPECT_TRUE(lines("com.acme.Gone", "Gone.java", 5).lines.empty());
  std::filesystem::remove_all(root);
}

}  // namespace
}  // namespace isl::tool

#include "Archives.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace isl::tool {
namespace {

std::string optionOf(const std::vector<std::string>& command) { return archiveOption(command, {}); }

TEST(Archives, OfALauncherItsOwnOptionsCount) {
  EXPECT_EQ(optionOf({"java", "-Xmx1g", "-XX:ArchiveClassesAtExit=a.jsa", "Main"}),
            "-XX:ArchiveClassesAtExit=a.jsa");
  EXPECT_EQ(optionOf({"/jdk/bin/java", "--class-path", "a.jar", "-Xshare:dump"}), "-Xshare:dump");
  EXPECT_EQ(optionOf({"java", "-XX:+RecordDynamicDumpInfo", "Main"}), "-XX:+RecordDynamicDumpInfo");
  EXPECT_EQ(optionOf({"java", "-cp", "a", "Main", "-Xshare:dump"}), "");  // the program's
  EXPECT_EQ(optionOf({"java", "-Xshare:auto", "-jar", "a.jar"}), "");
}

TEST(Archives, OfOtherCommandsEachWord) {
  EXPECT_EQ(optionOf({"sh", "-c", "exec java '-XX:ArchiveClassesAtExit=a.jsa' Main; ls"}),
            "-XX:ArchiveClassesAtExit=a.jsa");
  EXPECT_EQ(optionOf({"env", "A=b", "nice", "java", "-XX:AOTMode=create"}), "-XX:AOTMode=create");
  EXPECT_EQ(optionOf({"mvn", "test"}), "");
}

TEST(Archives, TheEnvironmentIsReadToo) {
  EXPECT_EQ(archiveOption({"mvn"}, {"A=b", "MAVEN_OPTS=-Xmx1g -XX:+AutoCreateSharedArchive -Dx"}),
            "-XX:+AutoCreateSharedArchive in MAVEN_OPTS");
}

TEST(Archives, SoAreTheFilesThatALauncherNames) {
  const std::string file = testing::TempDir() + "archives-test-" + std::to_string(getpid());
  std::ofstream(file) << "-cp a.jar\n  -XX:ArchiveClassesAtExit=a.jsa\nMain\n";
  const std::string expected = "-XX:ArchiveClassesAtExit=a.jsa in " + file;
  EXPECT_EQ(optionOf({"java", "@" + file}), expected);
  EXPECT_EQ(optionOf({"java", "-XX:VMOptionsFile=" + file, "Main"}), expected);
  std::ofstream(file) << "-UsePerfData\n+AutoCreateSharedArchive\n";
  EXPECT_EQ(optionOf({"java", "-XX:Flags=" + file, "Main"}),
            "-XX:+AutoCreateSharedArchive in " + file);
  unlink(file.c_str());
  EXPECT_EQ(optionOf({"java", "@" + file, "Main"}), "");
}

}  // namespace
}  // namespace isl::tool

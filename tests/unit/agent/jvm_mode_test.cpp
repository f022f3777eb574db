#include "agent/JvmMode.h"

#include <gtest/gtest.h>

#include <map>

namespace isl {
namespace {

using Flags = std::map<std::string, std::string>;

TextFlagReader reads(const Flags& flags) {
  return [&flags](const char* name) -> std::optional<std::string> {
    return flags.count(name) != 0 ? std::optional<std::string>(flags.at(name)) : std::nullopt;
  };
}

std::string modeWith(const std::vector<std::string>& arguments, const Flags& flags) {
  return unwatchedMode(arguments, reads(flags));
}

std::string archiveWith(const std::vector<std::string>& arguments, const Flags& flags) {
  return namedArchive(arguments, reads(flags));
}

TEST(JvmMode, MostCanBeWatched) {
  EXPECT_EQ(modeWith({}, {}), "");  // JDK 17 has no AOT flags
  EXPECT_EQ(modeWith({"-Xshare:on", "-Xshare:auto"}, {{"AOTMode", "auto"}}), "");
  EXPECT_EQ(modeWith({"-Xmx1g"}, {{"AOTMode", "off"}, {"AOTCacheOutput", ""}}), "");
}

TEST(JvmMode, ThoseThatNeedTheArchiveCannot) {
  EXPECT_EQ(modeWith({"-Xshare:off", "-Xshare:on", "-Xmx1g"}, {}), "-Xshare:on");
  EXPECT_EQ(modeWith({"-XX:+RequireSharedSpaces"}, {}), "-XX:+RequireSharedSpaces");
  EXPECT_EQ(modeWith({}, {{"AOTMode", "record"}}), "-XX:AOTMode=record");
  EXPECT_EQ(modeWith({}, {{"AOTMode", "on"}}), "-XX:AOTMode=on");
  EXPECT_EQ(modeWith({}, {{"AOTCacheOutput", "a.aot"}}), "-XX:AOTCacheOutput");
}

TEST(JvmMode, OnlyNewVmsComplainOfAnArchiveThatTheyCannotUse) {
  EXPECT_EQ(archiveWith({}, {{"SharedArchiveFile", "a.jsa"}}), "");  // JDK 17
  EXPECT_EQ(archiveWith({}, {{"AOTCache", ""}, {"SharedArchiveFile", ""}}), "");
  EXPECT_EQ(archiveWith({}, {{"AOTCache", ""}, {"SharedArchiveFile", "a.jsa"}}),
            "-XX:SharedArchiveFile");
  const Flags cache = {{"AOTCache", "a.aot"}, {"AOTMode", ""}, {"SharedArchiveFile", "a.aot"}};
  EXPECT_EQ(archiveWith({"-Xshare:auto"}, cache), "-XX:AOTCache");
  EXPECT_EQ(archiveWith({"-Xshare:auto", "-Xshare:off"}, cache), "");
  EXPECT_EQ(archiveWith({}, {{"AOTCache", "a.aot"}, {"AOTMode", "off"}}), "");
  EXPECT_EQ(archiveWith({}, {{"AOTCache", ""}, {"AOTMode", "auto"}}), "-XX:AOTMode=auto");
}

TEST(JvmMode, WhatAVmWasFoundToHaveIsSaidShortly) {
  EXPECT_EQ(whatWasFound("found -XX:+UseEpsilonGC: nothing is collected"), "-XX:+UseEpsilonGC");
  EXPECT_EQ(whatWasFound("another"), "another");
}

TEST(JvmMode, JlinkStartsJvmsThatWriteArchives) {
  EXPECT_TRUE(startsArchivers("jdk.jlink/jdk.tools.jlink.internal.Main"));
  EXPECT_TRUE(startsArchivers("jdk.jpackage/jdk.jpackage.main.Main"));
  EXPECT_FALSE(startsArchivers("org.codehaus.plexus.classworlds.launcher.Launcher"));
}

TEST(JvmMode, OnlyTheAgentLeavesTheOptions) {
  EXPECT_EQ(withoutAgent("-agentpath:/a.so=report=x", "/a.so"), "");
  EXPECT_EQ(withoutAgent("-agentpath:/a.so", "/a.so"), "");
  EXPECT_EQ(withoutAgent("-Dx=1 -agentpath:/a.so=report=x  -Dy=2", "/a.so"), "-Dx=1 -Dy=2");
  EXPECT_EQ(withoutAgent("-agentpath:/b.so -agentpath:/a.so2=x", "/a.so"),
            "-agentpath:/b.so -agentpath:/a.so2=x");
  EXPECT_EQ(withoutAgent("\"-Dx=a b\" '-agentpath:/a b.so=report=\"'", "/a b.so"), "\"-Dx=a b\"");
  EXPECT_EQ(withoutAgent("", "/a.so"), "");
}

TEST(JvmMode, TheLibraryOfTheTestIsNoAgent) {
  setenv("JAVA_TOOL_OPTIONS", "-Dx=1", 1);
  forgetAgent();
  EXPECT_STREQ(getenv("JAVA_TOOL_OPTIONS"), "-Dx=1");
  unsetenv("JAVA_TOOL_OPTIONS");
}

}  // namespace
}  // namespace isl

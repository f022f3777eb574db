#include "agent/JvmFilter.h"
#include "said.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iterator>

namespace isl {
namespace {

Options options(const char* text) {
  Options out;
  EXPECT_EQ(test::said(parseOptions(text, out)), "") << text;
  return out;
}

bool selected(const char* text, const char* command) { return jvmSelected(options(text), command); }

TEST(JvmFilter, FindsTheMainInTheCommand) {
  EXPECT_EQ(mainOf(""), "");
  EXPECT_EQ(mainOf("com.acme.Main"), "com.acme.Main");
  EXPECT_EQ(mainOf("com.acme.Main a.jar b/c.jar x"), "com.acme.Main");
  EXPECT_EQ(mainOf("app.jar -v"), "app.jar");
  EXPECT_EQ(mainOf("/my dir/app.jar -v"), "/my dir/app.jar");
  EXPECT_EQ(mainOf("/my dir/app.jar"), "/my dir/app.jar");
  EXPECT_EQ(mainOf("/a/b.jar other.jar x"), "/a/b.jar");
  EXPECT_EQ(mainOf("com.acme.app/com.acme.Main x"), "com.acme.app/com.acme.Main");
}

TEST(JvmFilter, WatchesEveryJvmByDefault) {
  EXPECT_TRUE(selected("", "org.codehaus.plexus.classworlds.launcher.Launcher test"));
  EXPECT_TRUE(selected("", ""));
}

TEST(JvmFilter, LeavesBuildToolsOut) {
  const char* const out[] = {
      "org.codehaus.plexus.classworlds.launcher.Launcher test",
      "org.gradle.launcher.daemon.bootstrap.GradleDaemon 8.5",
      "worker.org.gradle.process.internal.worker.GradleWorkerMain 'Gradle Compiler Daemon 1'",
      "jdk.compiler/com.sun.tools.javac.Main -d out A.java",
      "java.base/sun.security.tools.keytool.Main -list",
      "/opt/p/gradle/wrapper/gradle-wrapper.jar test",
      "org.jetbrains.kotlin.daemon.KotlinCompileDaemon"};
  for (const char* command : out)
    EXPECT_FALSE(selected("skip-main=build-tools", command)) << command;
  const char* const in[] = {
      "",
      "com.acme.Main",
      "/p/target/surefire/surefirebooter20260102.jar /p/target/surefire 2026 x y",
      "org.apache.maven.surefire.booter.ForkedBooter /p/target/surefire",
      "org.junit.platform.console.ConsoleLauncher --scan-classpath",
      "worker.org.gradle.process.internal.worker.GradleWorkerMain 'Gradle Test Executor 3'",
      "jdk.compiler/com.sun.tools.javac.launcher.Main Program.java"};
  for (const char* command : in) EXPECT_TRUE(selected("skip-main=build-tools", command)) << command;
}

TEST(JvmFilter, MatchesMainJarNameAndModuleClass) {
  EXPECT_TRUE(selected("only-main=com.acme.*", "com.acme.Main x"));
  EXPECT_FALSE(selected("only-main=com.acme.*", "org.acme.Main com.acme.Main"));
  EXPECT_TRUE(selected("only-main=surefirebooter*", "/p/target/surefire/surefirebooter1.jar x"));
  EXPECT_TRUE(selected("only-main=com.acme.Main", "acme.app/com.acme.Main"));
  EXPECT_TRUE(selected("only-main=*A,only-main=*B;*C", "x.B"));
  EXPECT_FALSE(selected("only-main=com.acme.*", ""));
  EXPECT_FALSE(selected("only-main=com.acme.*,skip-main=*.Tool", "com.acme.Tool"));
  Options ignored;
  EXPECT_NE(test::said(parseOptions("skip-main=a;;b", ignored)).find("empty pattern"),
            std::string::npos);
}

TEST(JvmFilter, AddsALineToTheJournal) {
  const std::string path = testing::TempDir() + "/journal-" + std::to_string(getpid());
  Options out;
  out.journal = path;
  noteInJournal(out, "watched", "com.acme.Main secret");
  noteInJournal(out, "left-out", "/a\nb.jar");
  std::ifstream in(path);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::string pid = std::to_string(getpid());
  EXPECT_EQ(text, "watched " + pid + " com.acme.Main\nleft-out " + pid + " /a b.jar\n");
  remove(path.c_str());
}

}  // namespace
}  // namespace isl

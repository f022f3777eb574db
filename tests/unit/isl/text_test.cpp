// The small parts: command lines, options of the JVM, formats.
#include <unistd.h>

#include <csignal>
#include <utility>

#include "Args.h"
#include "Child.h"
#include "Formats.h"
#include "JvmOptions.h"
#include "base/Options.h"
#include "report/Format.h"
#include "report/filled.h"
#include "reports.h"
#include "said.h"
#include "llvm/Support/FileSystem.h"

namespace isl::tool {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Args, ReadsOptionsAndTheRest) {
  Args args;
  EXPECT_EQ(isl::test::said(args.parse({"--a", "1", "--b=2", "--c", "--", "--a", "9"},
                                       {{"--a", true}, {"--b", true}, {"--c", false}}, true)),
            "");
  EXPECT_EQ(args.value("--a"), "1");
  EXPECT_EQ(args.value("--b"), "2");
  EXPECT_TRUE(args.has("--c"));
  EXPECT_EQ(args.rest(), (std::vector<std::string>{"--a", "9"}));
}

TEST(Args, LeavesACommandWithoutDashesAlone) {
  Args args;
  EXPECT_EQ(isl::test::said(args.parse({"java", "-version"}, {}, true)), "");
  EXPECT_EQ(args.positional(), std::vector<std::string>{"java"});
}

TEST(Args, RefusesWhatItDoesNotKnow) {
  const std::vector<OptionSpec> options = {{"--baseline", true}, {"--quiet", false}};
  Args args;
  EXPECT_EQ(isl::test::said(args.parse({"--basline", "x"}, options, false)),
            "unknown option `--basline`, did you mean `--baseline`?");
  EXPECT_EQ(isl::test::said(args.parse({"--zzz"}, options, false)), "unknown option `--zzz`");
  EXPECT_EQ(isl::test::said(args.parse({"--baseline"}, options, false)),
            "option `--baseline` needs a value");
  EXPECT_EQ(isl::test::said(args.parse({"--baseline", "--"}, options, true)),
            "option `--baseline` needs a value");
  EXPECT_EQ(isl::test::said(args.parse({"--quiet=1"}, options, false)),
            "option `--quiet` takes no value");
}

AgentSettings settings() {
  AgentSettings out;
  out.agent = "/c/leak.so";
  out.report = "/r/isl-%p.json";
  out.journal = "/r/100%/journal.txt";
  return out;
}

bool refuses(const AgentSettings& settings, const std::string& part) {
  const Result<std::string> option = agentOption(settings);
  return !option && has(option.message(), part);
}

TEST(JvmOptions, SaysWhatTheAgentUnderstands) {
  AgentSettings given = settings();
  given.limits = {"max-vso=3", "max-vso=leak:4", "max-idle=0.5"};
  given.onlyMain = {"com.acme.*"};
  given.skipBuildTools = false;
  given.check = "alloc:64m";
  given.more = {"top=5"};
  const Result<std::string> text = agentOption(given);
  ASSERT_TRUE(text) << text.message();
  ASSERT_EQ(text->rfind("-agentpath:/c/leak.so=", 0), 0u);
  Options options;
  ASSERT_EQ(isl::test::said(parseOptions(text->c_str() + 22, options)), "");
  EXPECT_EQ(options.journal, "/r/100%/journal.txt");
  EXPECT_EQ(options.exitCode, 0);
  EXPECT_EQ(options.maxVso.size(), 2u);
  EXPECT_EQ(options.maxIdle.size(), 1u);
  EXPECT_EQ(options.top, 5u);
  EXPECT_TRUE(options.skipMain.empty());
}

TEST(JvmOptions, FindsMistakesBeforeAnyJvmStarts) {
  AgentSettings given = settings();
  given.check = "alocc:1m";
  EXPECT_TRUE(refuses(given, "did you mean `alloc`"));
  given = settings();
  given.limits = {"max-vso=0.5"};
  EXPECT_TRUE(refuses(given, "above 1"));
  given = settings();
  given.more = {"report=x"};
  EXPECT_TRUE(refuses(given, "isl run sets `report` itself"));
  given = settings();
  given.agent = "/a=b/leak.so";
  EXPECT_TRUE(refuses(given, "XDG_CACHE_HOME"));
}

TEST(JvmOptions, IsQuotedAsTheJvmSplits) {
  EXPECT_EQ(appendJvmOption("", "-agentpath:/a.so=x"), "-agentpath:/a.so=x");
  EXPECT_EQ(appendJvmOption("-Da=b", "-agentpath:/a.so=x"), "-Da=b -agentpath:/a.so=x");
  EXPECT_EQ(appendJvmOption("", "-agentpath:/my dir/a.so"), "\"-agentpath:/my dir/a.so\"");
  EXPECT_EQ(appendJvmOption("", "-x 'y' \"z\""), "\"-x 'y' \"'\"'\"z\"'\"'\"\"");
}

TEST(Child, GivesTheStatusOfAShell) {
  const auto nothing = [] {};
  EXPECT_EQ(runChild({"sh", "-c", "exit 3"}, nothing).status, 3);
  EXPECT_EQ(runChild({"sh", "-c", "kill -9 $$"}, nothing).status, 137);
  const ChildResult missing = runChild({"/no/such/program"}, nothing);
  EXPECT_EQ(missing.status, 127);
  EXPECT_TRUE(has(missing.error, "/no/such/program"));
  EXPECT_EQ(runChild({"/"}, nothing).status, 126);
}

TEST(Child, PassesSignalsOn) {
  const pid_t self = getpid();
  bool sent = false;
  const ChildResult result =
      runChild({"sh", "-c", "trap 'exit 5' TERM; while :; do sleep 0.1; done"}, [&] {
        if (!std::exchange(sent, true)) kill(self, SIGTERM);
      });
  EXPECT_EQ(result.status, 5);
  EXPECT_EQ(result.signal, SIGTERM);
}

class Sources : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("isl-sources", folder_));
    for (const char* path :
         {"src/main/java/org/apache/xml/utils", "target/org/apache/xml/utils", "other"})
      llvm::sys::fs::create_directories(folder_.str() + "/" + path);
    for (const char* path :
         {"src/main/java/org/apache/xml/utils/ObjectVector.java",
          "target/org/apache/xml/utils/ObjectVector.java", "other/ObjectVector.java"})
      ASSERT_EQ(isl::test::said(
                    report::writeFileAtomically((folder_.str() + "/" + path).str(), "class X {}")),
                "");
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder_); }
  std::string root() const { return folder_.str().str(); }
  llvm::SmallString<128> folder_;
};

TEST_F(Sources, AreFoundByPackage) {
  const SourceFinder finder({root()});
  EXPECT_EQ(finder.pathOf({"org.apache.xml.utils.ObjectVector$Part", "ObjectVector.java", 3}),
            root() + "/src/main/java/org/apache/xml/utils/ObjectVector.java");
  EXPECT_EQ(finder.pathOf({"com.acme.Gone", "Gone.java", 3}), "com/acme/Gone.java");
}

// The name of the source file is any text that the class file says.
TEST_F(Sources, StayInTheirTree) {
  const SourceFinder finder({root()});
  for (const auto& [place, path] :
       {std::pair<Place, const char*>{{"com.acme.A", "/etc/passwd", 3}, "com/acme/passwd"},
        {{"A", "/etc/passwd", 3}, "passwd"},
        {{"A", "../../.ssh/id_rsa", 3}, "id_rsa"},
        {{"com.acme.A$B", "../..", 3}, "com/acme/A.java"},
        {{"com.acme.A", ".", 3}, "com/acme/A.java"},
        {{"com.acme.A", "..\\..\\b.java", 3}, "com/acme/b.java"},
        {{".etc./../x.A", "A.java", 3}, "etc/x/A.java"},
        {{"com.acme.A", "", -1}, "com/acme/A.java"},
        {{"", "", -1}, ""}}) {
    EXPECT_EQ(finder.pathOf(place), path) << place.className << " " << place.file;
  }
  report::Report report = report::test::exampleReport();
  report.specs[0].findings[0].file = "../../../../etc/passwd";
  EXPECT_TRUE(has(toSarif(report, finder), "\"uri\": \"org/apache/xml/utils/passwd\""));
  EXPECT_TRUE(has(toGithub(report, finder), "file=org/apache/xml/utils/passwd,"));
}

TEST_F(Sources, FormatsNameThem) {
  report::Report report = report::test::exampleReport();
  const SourceFinder finder({root()});
  const std::string github = toGithub(report, finder);
  EXPECT_TRUE(has(github, "::error file=" + root() +
                              "/src/main/java/org/apache/xml/utils/ObjectVector.java,line=106,"));
  EXPECT_TRUE(has(github, "::error title=ISL leak::FAIL"));
  EXPECT_TRUE(has(toSarif(report, finder), "\"startLine\": 106"));
  report.specs[0].findings[0].accepted = "known, really";
  EXPECT_TRUE(has(toGithub(report, finder), "::notice file="));
  EXPECT_TRUE(has(toSarif(report, finder), "\"justification\": \"known, really\""));
}

// Viewers show a result at its file and line.
TEST_F(Sources, EveryResultHasAPlace) {
  report::Report report = report::test::exampleReport();
  report::Finding& finding = report.specs[0].findings[0];
  finding.className = "org.apache.xml.utils.ObjectVector$Part";
  finding.file.clear();
  finding.line = -1;
  const std::string sarif = toSarif(report, SourceFinder({root()}));
  EXPECT_TRUE(has(sarif, "src/main/java/org/apache/xml/utils/ObjectVector.java\""));
  EXPECT_TRUE(has(sarif, "\"startLine\": 1\n"));
}

// Every string of the report holds something that a reader must not get.
TEST(Formats, AreTextForPeople) {
  for (uint32_t seed = 1; seed <= 12; ++seed) {
    const auto report = report::test::Filler(seed).fill<report::Report>();
    const SourceFinder sources({});
    for (const std::string& text :
         {report::toText(report, 20), report::toHtml(report), toJunit(report),
          toSarif(report, sources), toGithub(report, sources), report::toJson(report)}) {
      for (std::string_view rest = text; !rest.empty();) {
        const uint32_t c = report::nextCodePoint(rest);
        ASSERT_TRUE(c == '\n' || !report::isUnprintable(c))
            << "U+" << std::hex << c << " before " << rest.substr(0, 60);
      }
    }
  }
}

TEST(Junit, CountsItsCases) {
  report::Report report = report::test::exampleReport();
  EXPECT_TRUE(has(toJunit(report), "tests=\"2\" failures=\"2\" errors=\"0\" skipped=\"0\""));
  report.specs[0].findings[0].accepted = "known";
  EXPECT_TRUE(has(toJunit(report), "tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"1\""));
  report.specs[0].verdict = "pass";
  EXPECT_TRUE(has(toJunit(report), "failures=\"0\" errors=\"0\" skipped=\"1\""));
  report.specs[0].verdict = "inconclusive";
  EXPECT_TRUE(has(toJunit(report), "failures=\"0\" errors=\"0\" skipped=\"2\""));
  report.specs[0].findings[0].type = "a<b>&\"\x01";
  EXPECT_TRUE(has(toJunit(report), "a&lt;b&gt;&amp;&quot;"));
}

}  // namespace
}  // namespace isl::tool

#include "base/Options.h"
#include "base/TestHarness.h"
#include "said.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace isl {
namespace {

std::string pid() { return std::to_string(getpid()); }

Options accepted(const char* text) {
  Options options;
  EXPECT_EQ(test::said(parseOptions(text, options)), "") << text;
  return options;
}

std::string refused(const char* text) {
  Options options;
  std::string error = test::said(parseOptions(text, options));
  EXPECT_NE(error, "") << text;
  return error;
}

#define EXPECT_SAYS(text, part)                                                                    \
  EXPECT_NE(refused(text).find(part), std::string::npos) << refused(text)

TEST(Options, EmptyTextMeansDefaults) {
  for (const char* text : {static_cast<const char*>(nullptr), "", ","}) {
    const Options options = accepted(text);
    EXPECT_EQ(options.report, "isl-" + pid() + ".json");
    EXPECT_EQ(options.text, "stderr");
    EXPECT_EQ(options.html, "");
    EXPECT_TRUE(options.check.automatic);
    EXPECT_EQ(options.exitCode, 86);
    EXPECT_EQ(options.minSiteBytes, 65536u);
    EXPECT_DOUBLE_EQ(options.minSiteShare, 0.01);
    EXPECT_EQ(options.top, 20u);
    EXPECT_FALSE(options.strict);
    EXPECT_EQ(options.logLevel, 1);
    EXPECT_TRUE(options.given.empty());
  }
}

TEST(Options, TextIsOffWhenAReportIsNamed) {
  EXPECT_EQ(accepted("report=r.json").text, "");
  EXPECT_EQ(accepted("report=r.json,text=stderr").text, "stderr");
  EXPECT_EQ(accepted("text=out.txt").report, "isl-" + pid() + ".json");
}

TEST(Options, ExpandsPaths) {
  const Options options =
      accepted("report=/tmp/%p/%%x.json,html=%h.html,text=%t.txt,log=debug:/tmp/%p.log");
  EXPECT_EQ(options.report, "/tmp/" + pid() + "/%x.json");
  EXPECT_NE(options.html, "%h.html");
  EXPECT_GT(options.html.size(), 5u);
  EXPECT_EQ(options.text.size(), std::string("2026-01-02_03-04-05.txt").size());
  EXPECT_EQ(options.logPath, "/tmp/" + pid() + ".log");
  EXPECT_EQ(options.logLevel, 3);
  EXPECT_SAYS("report=%q.json", "unknown `%q`");
  EXPECT_SAYS("report=100%", "unknown `%`");
  EXPECT_SAYS("report=", "needs a value");
}

TEST(Options, ScopesAreASwitch) {
  EXPECT_FALSE(accepted("").scopes);
  EXPECT_TRUE(accepted("scopes=on").scopes);
  EXPECT_FALSE(accepted("scopes=off").scopes);
  EXPECT_SAYS("scopes=yes", "bad `scopes` `yes`");
}

TEST(Options, TheTestListenersAreNotTheProgram) {
  const Options options = accepted("");
  EXPECT_FALSE(classSelected(options, "isl.Amplifier"));
  EXPECT_FALSE(classSelected(options, "isl.junit.MaxVsoRule"));
  EXPECT_TRUE(classSelected(options, "isl.Amplifiers"));
}

TEST(Options, StandardOutputBelongsToTheProgram) {
  EXPECT_SAYS("text=stdout", "belongs to the program");
  EXPECT_SAYS("log=info:stdout", "belongs to the program");
  EXPECT_EQ(accepted("log=info:stderr").logPath, "");
}

TEST(Options, Checks) {
  CheckPolicy policy = accepted("check=alloc:64m").check;
  EXPECT_FALSE(policy.automatic);
  EXPECT_EQ(policy.allocBytes, 64u << 20);
  policy = accepted("check=auto+gc+interval:2s+manual").check;
  EXPECT_TRUE(policy.automatic && policy.onFullGc && policy.manual);
  EXPECT_EQ(policy.intervalMs, 2000u);
  EXPECT_EQ(accepted("check=interval:500ms").check.intervalMs, 500u);
  EXPECT_EQ(accepted("check=interval:1m").check.intervalMs, 60000u);
  EXPECT_EQ(accepted("check=alloc:4096").check.allocBytes, 4096u);
  EXPECT_EQ(accepted("check=auto").check.leastStep, kDefaultLeastStep);
  EXPECT_EQ(accepted("check=auto:256k").check.leastStep, 256u * 1024);
  EXPECT_TRUE(accepted("check=auto:256k+gc").check.automatic);
  EXPECT_EQ(accepted("check=alloc:64k").check.allocBytes, 65536u);
  EXPECT_EQ(accepted("check=alloc:2g").check.allocBytes, uint64_t{2} << 30);
}

TEST(Options, BadChecks) {
  EXPECT_SAYS("check=alocc:64m", "did you mean `alloc`?");
  EXPECT_SAYS("check=alloc", "bad size ``");
  EXPECT_SAYS("check=alloc:64mb", "bad size `64mb`");
  EXPECT_SAYS("check=alloc:0", "bad size `0`");
  EXPECT_SAYS("check=alloc:99999999999g", "bad size");
  EXPECT_SAYS("check=interval:2", "with its unit");
  EXPECT_SAYS("check=interval:0s", "bad duration");
  EXPECT_SAYS("check=interval:2h", "bad duration");
  EXPECT_SAYS("check=gc:3", "takes no value");
  EXPECT_SAYS("check=auto:", "bad size ``");
  EXPECT_SAYS("check=auto:4k", "64k or more");
  EXPECT_SAYS("check=gc+gc", "names `gc` twice");
  EXPECT_SAYS("check=auto+", "unknown `check` policy");
}

TEST(Options, MaxVso) {
  const Options options = accepted("max-vso=15,max-vso=leak:2.5,max-vso=leak-in-arrays:3");
  ASSERT_EQ(options.maxVso.size(), 3u);
  EXPECT_EQ(options.maxVso[0], std::make_pair(std::string(), 15.0));
  EXPECT_EQ(options.maxVso[1], std::make_pair(std::string("leak"), 2.5));
  EXPECT_EQ(options.maxVso[2].first, "leak-in-arrays");
  EXPECT_SAYS("max-vso=1", "above 1");
  EXPECT_SAYS("max-vso=0.5", "above 1");
  EXPECT_SAYS("max-vso=nan", "above 1");
  EXPECT_SAYS("max-vso=inf", "above 1");
  EXPECT_SAYS("max-vso=many", "bad limit `many`");
  EXPECT_SAYS("max-vso=leak:", "bad limit");
  EXPECT_SAYS("max-vso=:15", "bad spec name");
  EXPECT_SAYS("max-vso=leak:2,max-vso=leak:3", "given twice for spec `leak`");
  EXPECT_SAYS("max-vso=2,max-vso=3", "given twice");
}

TEST(Options, ExitCode) {
  EXPECT_EQ(accepted("exit-code=1").exitCode, 1);
  EXPECT_EQ(accepted("exit-code=255").exitCode, 255);
  EXPECT_EQ(accepted("exit-code=0").exitCode, 0);
  for (const char* text : {"exit-code=256", "exit-code=-1", "exit-code=x", "exit-code=1x"})
    EXPECT_SAYS(text, "1 to 255");
}

TEST(Options, Tune) {
  const Options options = accepted("tune=WINDOW:20,tune=NAME:a:b");
  ASSERT_EQ(options.tune.size(), 2u);
  EXPECT_EQ(options.tune[0], std::make_pair(std::string("WINDOW"), std::string("20")));
  EXPECT_EQ(options.tune[1].second, "a:b");
  EXPECT_SAYS("tune=WINDOW", "NAME:VALUE");
  EXPECT_SAYS("tune=WINDOW:", "NAME:VALUE");
  EXPECT_SAYS("tune=3:4", "NAME:VALUE");
  EXPECT_SAYS("tune=A:1,tune=A:2", "given twice for `A`");
}

TEST(Options, MinSiteHoldsAComma) {
  Options options = accepted("min-site=128k,0.02,top=5");
  EXPECT_EQ(options.minSiteBytes, 128u << 10);
  EXPECT_DOUBLE_EQ(options.minSiteShare, 0.02);
  EXPECT_EQ(options.top, 5u);
  EXPECT_EQ(options.given[0].second, "128k,0.02");
  options = accepted("strict,min-site=0,1%");
  EXPECT_EQ(options.minSiteBytes, 0u);
  EXPECT_DOUBLE_EQ(options.minSiteShare, 0.01);
  EXPECT_DOUBLE_EQ(accepted("min-site=0,0").minSiteShare, 0.0);
  EXPECT_SAYS("min-site=64k", "BYTES,SHARE");
  EXPECT_SAYS("min-site=64k,strict", "BYTES,SHARE");
  EXPECT_SAYS("min-site=64k,1.5", "BYTES,SHARE");
  EXPECT_SAYS("min-site=64k,101%", "BYTES,SHARE");
  EXPECT_SAYS("min-site=x,0.1", "BYTES,SHARE");
}

TEST(Options, TopStrictAndLog) {
  EXPECT_EQ(accepted("top=1").top, 1u);
  EXPECT_SAYS("top=0", "1 or more");
  EXPECT_SAYS("top=-3", "1 or more");
  EXPECT_TRUE(accepted("strict").strict);
  EXPECT_TRUE(accepted("strict=true").strict);
  EXPECT_FALSE(accepted("strict=false").strict);
  EXPECT_SAYS("strict=maybe", "bad `strict`");
  EXPECT_EQ(accepted("log=error").logLevel, 0);
  EXPECT_EQ(accepted("log=trace:x.log").logPath, "x.log");
  EXPECT_SAYS("log=warning", "did you mean `warn`?");
  EXPECT_SAYS("log=info:", "needs a path");
}

TEST(Options, UnknownAndRepeatedKeys) {
  EXPECT_SAYS("reprot=x",
              "unknown option `reprot`, did you mean `report`? valid options are: report, text");
  EXPECT_SAYS("maxvso=3", "did you mean `max-vso`?");
  EXPECT_EQ(refused("zzzzzz=3").find("did you mean"), std::string::npos);
  EXPECT_SAYS("REPORT=x", "unknown option `REPORT`");
  EXPECT_SAYS("report=a,report=b", "`report` is given twice");
  EXPECT_SAYS("strict,strict", "`strict` is given twice");
  EXPECT_SAYS("top", "needs a value");
  EXPECT_SAYS("=3", "unknown option ``");
}

TEST(Options, TellsEveryMistakeAtOnce) {
  const std::string error = refused("top=0,exit-code=300,colour=red");
  EXPECT_NE(error.find("`top`"), std::string::npos);
  EXPECT_NE(error.find("`exit-code`"), std::string::npos);
  EXPECT_NE(error.find("`colour`"), std::string::npos);
}

TEST(Options, KeepsWhatWasGiven) {
  const Options options = accepted("top=5,report=%p.json,strict");
  ASSERT_EQ(options.given.size(), 3u);
  EXPECT_EQ(options.given[1], std::make_pair(std::string("report"), std::string("%p.json")));
  EXPECT_EQ(options.given[2], std::make_pair(std::string("strict"), std::string()));
}

TEST(Options, DescribesWhatIsInForce) {
  const auto all =
      describeOptions(accepted("report=r-%p.json,check=gc+alloc:1m,max-vso=15,max-vso=leak:3"));
  const auto value = [&](const std::string& key) {
    std::string values;
    for (const auto& [name, text] : all)
      if (name == key) values += "[" + text + "]";
    return values;
  };
  EXPECT_EQ(value("report"), "[r-" + pid() + ".json]");
  EXPECT_EQ(value("check"), "[gc+alloc:1m]");
  EXPECT_EQ(value("max-vso"), "[15][leak:3]");
  EXPECT_EQ(value("min-site"), "[64k,0.01]");
  EXPECT_EQ(value("log"), "[warn]");
  EXPECT_EQ(value("text"), "");
}

TEST(ClassAside, TestHarnessesAndGlobs) {
  const Options options = accepted("aside=test-harness,aside=com.acme.bench.*");
  EXPECT_TRUE(classAside(options, "org.apache.maven.surefire.api.util.internal.Channels"));
  EXPECT_TRUE(classAside(options, "org.junit.runner.Description"));
  EXPECT_TRUE(classAside(options, "com.acme.bench.Harness"));
  EXPECT_FALSE(classAside(options, "org.junitpioneer.Thing"));
  EXPECT_FALSE(classAside(options, "com.acme.Main"));
  const char* const calls = "org.mockito.internal.verification.DefaultRegisteredInvocations";
  EXPECT_FALSE(classAside(options, calls)) << "the finding decides";
  EXPECT_TRUE(classAside(accepted("aside=org.mockito.*"), calls));
  EXPECT_TRUE(recordsCalls(calls));
  EXPECT_FALSE(recordsCalls("org.junit.runner.Description"));
  const char* const store = "org.junit.platform.engine.support.store.NamespacedHierarchicalStore";
  EXPECT_TRUE(classAside(options, store));
  EXPECT_TRUE(storesForExtensions(store));
  EXPECT_TRUE(storesForExtensions("org.junit.jupiter.engine.execution.ExtensionValuesStore"));
  EXPECT_FALSE(storesForExtensions("org.junit.jupiter.engine.execution.MethodInvocation"));
  EXPECT_FALSE(classAside(accepted(""), "org.junit.runner.Description"));
  EXPECT_SAYS("aside=org/junit", "class names are dotted");
}

TEST(ClassSelected, IncludesAndExcludes) {
  const Options options =
      accepted("include=com.acme.*;org.?cme.Main,exclude=com.acme.gen.*;*$Proxy?");
  EXPECT_TRUE(classSelected(options, "com.acme.Main"));
  EXPECT_TRUE(classSelected(options, "com.acme.a.b.C$D"));
  EXPECT_TRUE(classSelected(options, "org.acme.Main"));
  EXPECT_FALSE(classSelected(options, "org.acme.Main2"));
  EXPECT_FALSE(classSelected(options, "com.acme.gen.Parser"));
  EXPECT_FALSE(classSelected(options, "com.acme.$Proxy3"));
  EXPECT_FALSE(classSelected(options, "java.lang.String"));
  EXPECT_FALSE(classSelected(options, ""));
}

TEST(ClassSelected, EverythingButTheAgentsOwnByDefault) {
  const Options options = accepted("");
  EXPECT_TRUE(classSelected(options, "java.lang.String"));
  EXPECT_TRUE(classSelected(options, "java.lang.IslRTX"));
  EXPECT_FALSE(classSelected(options, "java.lang.IslRT"));
  EXPECT_FALSE(classSelected(options, "java.lang.IslRT$Guard"));
  EXPECT_FALSE(classSelected(options, "isl.Amplifier"));
}

TEST(ClassSelected, GlobsMatchWithManyStars) {
  const Options options = accepted("include=*a*b*c*");
  EXPECT_TRUE(classSelected(options, "xxaxxbxbxc"));
  EXPECT_FALSE(classSelected(options, std::string(2000, 'a') + std::string(2000, 'b')));
  EXPECT_SAYS("include=com/acme/*", "class names are dotted");
  EXPECT_SAYS("include=a;;b", "empty pattern");
  EXPECT_EQ(accepted("exclude=a,exclude=b").exclude.size(), 2u);
}

TEST(Options, ExplainTakesSites) {
  Options options;
  EXPECT_EQ(
      test::said(parseOptions("explain=a.B.c:12;a.B$C.<init>,explain=*.Cache.load*", options)), "");
  EXPECT_EQ(options.explain,
            (std::vector<std::string>{"a.B.c:12", "a.B$C.<init>", "*.Cache.load*"}));
  for (const char* bad : {"explain=B", "explain=a.B.c:0", "explain=a.B.c:x", "explain=a.B.c;",
                          "explain=.c", "explain=a/B.c", "explain=a.B.c()"}) {
    Options fresh;
    EXPECT_NE(test::said(parseOptions(bad, fresh)).find("in `explain`: write CLASS.method"),
              std::string::npos)
        << bad;
  }
}

}  // namespace
}  // namespace isl

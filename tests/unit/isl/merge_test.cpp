#include "Merge.h"

#include "reports.h"

namespace isl::tool {
namespace {

using test::load;
using test::rising;

report::Report merged(std::vector<report::Report> reports) {
  std::vector<Loaded> loaded;
  for (const report::Report& report : reports) loaded.push_back(load(report));
  return readReport(mergeReports(std::move(loaded)));
}

TEST(Merge, TheWorstJvmDecides) {
  const report::Report out =
      merged({rising(1, 30, 2, 5), rising(2, 40, 9, 5), rising(3, 50, 4, 5)});
  ASSERT_EQ(out.run.jvms.size(), 3u);
  EXPECT_EQ(out.run.jvms[1].pid, 2u);
  EXPECT_EQ(out.run.jvms[1].checks, 40u);
  EXPECT_EQ(out.run.pid, 0u);
  ASSERT_EQ(out.specs.size(), 1u);
  const report::Spec& spec = out.specs[0];
  EXPECT_EQ(spec.verdict, "fail");
  EXPECT_EQ(spec.verdictWhy, "over in ListLeak (pid 2)");
  EXPECT_DOUBLE_EQ(spec.maxVso, 9);
  EXPECT_EQ(spec.objectsAmplified, 300u);
  EXPECT_EQ(spec.hiddenSites, 15u);
  EXPECT_EQ(spec.handlers[0].count, 3000u);
}

TEST(Merge, ChecksGetNewNumbersThatEverythingRefersTo) {
  const report::Report out = merged({rising(1, 30, 2, 5), rising(2, 40, 9, 5)});
  ASSERT_EQ(out.checks.size(), 70u);
  for (uint32_t i = 0; i < 70; ++i) {
    EXPECT_EQ(out.checks[i].n, i + 1);
    EXPECT_EQ(out.checks[i].jvm, i < 30 ? 1u : 2u);
  }
  EXPECT_EQ(out.specs[0].maxVsoCheck, 70u);
  ASSERT_EQ(out.specs[0].sites.size(), 1u);
  const report::Site& site = out.specs[0].sites[0];
  EXPECT_EQ(site.check, 70u);
  EXPECT_EQ(site.penaltyBytes, 8000000u);
  ASSERT_EQ(site.jvms.size(), 2u);
  EXPECT_EQ(site.jvms[0].jvm, 2u);
  EXPECT_EQ(site.jvms[1].jvm, 1u);
  EXPECT_EQ(site.jvms[1].penaltyBytes, 1000000u);
}

TEST(Merge, IsTheSameInOneStepOrTwo) {
  const report::Report a = rising(1, 30, 2, 5), b = rising(2, 40, 9, 5), c = rising(3, 20, 7, 5);
  std::vector<Loaded> two;
  two.push_back(load(a));
  two.push_back(load(b));
  Loaded first{"ab", mergeReports(std::move(two))};
  std::vector<Loaded> again;
  again.push_back(std::move(first));
  again.push_back(load(c));
  EXPECT_EQ(report::toJson(readReport(mergeReports(std::move(again)))).size(),
            report::toJson(merged({a, b, c})).size());
}

TEST(Merge, DifferentSitesStayApartAndAreRankedAnew) {
  report::Report a = rising(1, 30, 2, 5), b = rising(2, 30, 9, 5);
  b.specs[0].sites[0].line = 7;
  const report::Report out = merged({a, b});
  ASSERT_EQ(out.specs[0].sites.size(), 2u);
  EXPECT_EQ(out.specs[0].sites[0].line, 7);
  EXPECT_EQ(out.specs[0].sites[0].rank, 1u);
  EXPECT_EQ(out.specs[0].sites[1].rank, 2u);
}

TEST(Merge, ShortRunsDoNotHideAVerdict) {
  report::Report a = rising(1, 30, 2, 5), b = rising(2, 3, 1.5, 5);
  b.specs[0].verdict = "inconclusive";
  const report::Report out = merged({b, a});
  EXPECT_EQ(out.specs[0].verdict, "pass");
  EXPECT_NE(out.specs[0].verdictWhy.find("1 of 2 JVMs ran too few checks"), std::string::npos);
  EXPECT_EQ(merged({b, b}).specs[0].verdict, "inconclusive");
}

TEST(Merge, KeepsFieldsOfOtherVersions) {
  Loaded a = load(rising(1, 30, 2, 5)), b = load(rising(2, 30, 9, 5));
  a.json["colours"] = llvm::json::Array{"A"};
  b.json["colours"] = llvm::json::Array{"B"};
  (*(*b.json.getArray("specs"))[0].getAsObject())["shade"] = "dark";
  std::vector<Loaded> both;
  both.push_back(std::move(a));
  both.push_back(std::move(b));
  const llvm::json::Object out = mergeReports(std::move(both));
  EXPECT_EQ(*out.getArray("colours"), (llvm::json::Array{"A", "B"}));
  EXPECT_EQ((*out.getArray("specs"))[0].getAsObject()->getString("shade"), llvm::StringRef("dark"));
}

TEST(Merge, ScopesOfAllJvms) {
  report::Report a = rising(1, 30, 2, 5), b = rising(2, 30, 9, 5);
  a.scopes = {{"T.one", 1, 10}, {"T.two", 1, 5}};
  b.scopes = {{"T.two", 2, 6}};
  a.specs[0].sites[0].scopes = {{"T.one", 5, 500}, {"T.two", 1, 100}};
  b.specs[0].sites[0].scopes = {{"T.two", 30, 3000}};
  const report::Report out = merged({a, b});
  ASSERT_EQ(out.scopes.size(), 2u);
  EXPECT_EQ(out.scopes[1].name, "T.two");
  EXPECT_EQ(out.scopes[1].opened, 3u);
  EXPECT_EQ(out.scopes[1].checks, 11u);
  const std::vector<report::ScopeShare>& shares = out.specs[0].sites[0].scopes;
  ASSERT_EQ(shares.size(), 2u);
  EXPECT_EQ(shares[0].name, "T.two");
  EXPECT_EQ(shares[0].penaltyBytes, 3000u);
  EXPECT_EQ(shares[1].penaltyBytes, 500u);
}

// An option that differs is gone from the text that is written, too.
TEST(Merge, KeepsTheOptionsThatAllHave) {
  std::vector<Loaded> loaded;
  for (uint64_t pid : {1, 2, 3}) {
    report::Report one = rising(pid, 30, 2, 5);
    one.run.options = {
        {"check", "auto:64k"},
        {"report", "/tmp/a folder with a long name/isl-" + std::to_string(pid) + ".json"}};
    loaded.push_back(test::load(one));
  }
  const std::string text = toText(mergeReports(std::move(loaded)));
  EXPECT_NE(text.find("\"check\": \"auto:64k\""), std::string::npos);
  EXPECT_EQ(text.find("\"report\""), std::string::npos);
}

TEST(Merge, FiftyJvms) {
  std::vector<report::Report> all;
  for (uint64_t pid = 1; pid <= 50; ++pid)
    all.push_back(rising(pid, 100, 1 + 0.1 * static_cast<double>(pid), 5));
  const report::Report out = merged(all);
  EXPECT_EQ(out.checks.size(), 5000u);
  EXPECT_EQ(out.specs[0].sites[0].jvms.size(), 50u);
  EXPECT_EQ(out.specs[0].sites[0].jvms[0].jvm, 50u);
  EXPECT_NE(out.specs[0].verdictWhy.find("(pid 50); 10 of 50 JVMs failed"), std::string::npos)
      << out.specs[0].verdictWhy;
  EXPECT_NE(report::toText(out, 20).find("and in 49 other JVMs"), std::string::npos);
  EXPECT_NE(report::toHtml(out).find("and in 49 other JVMs"), std::string::npos);
}

}  // namespace
}  // namespace isl::tool

#include "base/OptionTable.h"
#include "said.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace isl {
namespace {

// A value that each option takes, and a second one where it takes two.
const std::map<std::string_view, std::vector<std::string>> kValues = {
    {"report", {"r.json"}},
    {"text", {"t.txt"}},
    {"html", {"h.html"}},
    {"check", {"gc+alloc:1m"}},
    {"max-vso", {"15", "a:2"}},
    {"max-idle", {"0.3", "a:0.5"}},
    {"max-paper-vso", {"15", "a:2"}},
    {"exit-code", {"3"}},
    {"tune", {"A:1", "B:2"}},
    {"include", {"a.*;b", "c"}},
    {"exclude", {"a.*", "c"}},
    {"aside", {"a.*", "b"}},
    {"min-site", {"1k,0.5"}},
    {"static-data", {"on"}},
    {"heap", {"jvmti"}},
    {"unit", {"a.B.c"}},
    {"ready", {"a.B.d"}},
    {"explain", {"a.B.c", "d.E.f:3"}},
    {"top", {"7"}},
    {"scopes", {"on"}},
    {"sites", {"off"}},
    {"only-main", {"a.*", "b"}},
    {"skip-main", {"a.*", "b.*"}},
    {"journal", {"j.txt"}},
    {"strict", {"true"}},
    {"log", {"debug"}}};

std::string item(const OptionRow& row, size_t i) {
  return std::string(row.key) + "=" + kValues.at(row.key).at(i);
}

std::string described(const std::string& text, std::string_view key) {
  Options options;
  EXPECT_EQ(test::said(parseOptions(text.c_str(), options)), "");
  std::string values;
  for (const auto& [name, value] : describeOptions(options))
    if (name == key) values += (values.empty() ? "" : " ") + value;
  return values;
}

TEST(OptionTable, KeysAreUniqueAndFound) {
  std::set<std::string_view> keys;
  for (const OptionRow& row : optionRows()) {
    EXPECT_TRUE(keys.insert(row.key).second) << row.key;
    EXPECT_EQ(findOption(row.key), &row);
    EXPECT_EQ(kValues.count(row.key), 1u) << "no value to test " << row.key << " with";
  }
  EXPECT_EQ(keys.size(), kValues.size());
  EXPECT_EQ(findOption("tops"), nullptr);
  EXPECT_EQ(findOption(""), nullptr);
}

TEST(OptionTable, EveryOptionIsTakenAndDescribed) {
  for (const OptionRow& row : optionRows())
    EXPECT_EQ(described(item(row, 0), row.key), kValues.at(row.key)[0]);
}

TEST(OptionTable, OnlySomeMayBeRepeated) {
  for (const OptionRow& row : optionRows()) {
    const bool repeated = row.given == Given::Repeatedly;
    ASSERT_EQ(kValues.at(row.key).size(), repeated ? 2u : 1u) << row.key;
    const std::string twice = item(row, 0) + "," + item(row, repeated ? 1 : 0);
    Options options;
    const std::string error = test::said(parseOptions(twice.c_str(), options));
    EXPECT_EQ(error, repeated ? "" : "option `" + std::string(row.key) + "` is given twice");
    if (repeated)
      EXPECT_EQ(described(twice, row.key), kValues.at(row.key)[0] + " " + kValues.at(row.key)[1]);
  }
}

TEST(OptionTable, OnlyBareOptionsDoWithoutAValue) {
  for (const OptionRow& row : optionRows()) {
    Options options;
    const std::string error = test::said(parseOptions(std::string(row.key).c_str(), options));
    EXPECT_EQ(error.empty(), row.given == Given::Bare) << row.key;
    EXPECT_NE(test::said(parseOptions((std::string(row.key) + "=").c_str(), options)), "")
        << row.key;
  }
}

TEST(OptionTable, DefaultsAreThoseInForce) {
  for (const OptionRow& row : optionRows()) {
    // What is named after the process, and the text that there is where no report was asked for.
    if (row.key == "report" || row.key == "text") continue;
    EXPECT_EQ(described("", row.key), row.standard) << row.key;
  }
}

TEST(OptionTable, HelpHasALineForEach) {
  Options options;
  const std::string help = "\n" + test::said(parseOptions("help", options)) + "\n";
  for (const OptionRow& row : optionRows()) {
    const std::string form = row.form.empty() ? "" : "=" + std::string(row.form);
    EXPECT_NE(help.find("\n  " + std::string(row.key) + form), std::string::npos) << help;
    EXPECT_NE(help.find(row.help), std::string::npos) << row.key;
  }
  EXPECT_NE(help.find("  tune=NAME:VALUE  (may be repeated)\n      another value"),
            std::string::npos)
      << help;
  EXPECT_NE(help.find("  top=K  (default: 20)\n      sites in the report\n"), std::string::npos)
      << help;
}

}  // namespace
}  // namespace isl

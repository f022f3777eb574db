#include "base/Options.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/Glob.h"
#include "base/OptionTable.h"
#include "base/OptionValues.h"
#include "base/TestHarness.h"

namespace isl {
namespace {

using std::string;
using std::string_view;

bool startsWith(string_view text, string_view head) { return text.substr(0, head.size()) == head; }

bool given(const Options& options, string_view key) {
  return std::any_of(options.given.begin(), options.given.end(),
                     [&](const auto& pair) { return pair.first == key; });
}

string unknownOption(string_view key) {
  std::vector<string_view> keys;
  string valid;
  for (const OptionRow& row : optionRows()) {
    keys.push_back(row.key);
    valid += string(row.key) + ", ";
  }
  return "unknown option " + quoted(key) + "," + didYouMean(keys, key) +
         " valid options are: " + valid + "and `help`, which describes them";
}

string parseItem(string_view item, Options& options) {
  const size_t equals = item.find('=');
  const bool hasValue = equals != string_view::npos;
  const string_view key = item.substr(0, equals);
  const string_view value = hasValue ? item.substr(equals + 1) : string_view();
  if (item == "help")
    return "`help` starts no program; the options are, joined with commas:\n" + optionHelp();
  const OptionRow* const row = findOption(key);
  if (row == nullptr) return unknownOption(key);
  if (given(options, key) && row->given != Given::Repeatedly)
    return "option " + quoted(key) + " is given twice";
  options.given.emplace_back(key, value);
  if (row->given == Given::Bare) return row->parse(key, hasValue ? value : "true", options);
  if (value.empty())
    return "option " + quoted(key) + " needs a value: write " + quoted(string(key) + "=...");
  return row->parse(key, value, options);
}

// A value whose form has a comma holds one itself: `min-site=64k,0.01` is one item.
size_t itemEnd(string_view text, size_t from) {
  const size_t comma = text.find(',', from);
  const size_t equals = text.find('=', from);
  if (comma == string_view::npos || equals > comma) return comma;
  const OptionRow* const row = findOption(text.substr(from, equals - from));
  if (row == nullptr || row->form.find(',') == string_view::npos) return comma;
  const size_t next = text.find(',', comma + 1);
  const string_view second = text.substr(comma + 1, next - comma - 1);
  const bool number =
      !second.empty() && second.find_first_not_of("0123456789.%-+e") == string_view::npos;
  return number ? next : comma;
}

void fillDefaults(Options& options) {
  if (options.text.empty() && options.report.empty()) options.text = "stderr";
  if (options.report.empty()) expandPath("report", findOption("report")->standard, options.report);
}

bool anyMatches(const std::vector<string>& globs, string_view name) {
  return std::any_of(globs.begin(), globs.end(),
                     [&](const string& glob) { return globMatches(glob, name); });
}

// Instrumenting its own helpers would make the agent call itself; what the test listeners keep is not
// the program's.
bool ownClass(string_view name) {
  for (string_view own : {string_view("java.lang.IslRT"), string_view("isl.Amplifier"),
                          string_view("isl.ScopeVerdict")})
    if (name.substr(0, own.size()) == own && (name.size() == own.size() || name[own.size()] == '$'))
      return true;
  return startsWith(name, "isl.junit.");
}

}  // namespace

Status parseOptions(const char* text, Options& options) {
  const string_view all = text ? string_view(text) : string_view();
  string errors;
  for (size_t from = 0; from < all.size();) {
    const size_t end = std::min(itemEnd(all, from), all.size());
    // An empty item comes from scripts that join lists; it cannot mean anything else.
    if (end > from) {
      const string error = parseItem(all.substr(from, end - from), options);
      if (!error.empty()) errors += (errors.empty() ? "" : "\n") + error;
    }
    from = end + 1;
  }
  fillDefaults(options);
  if (errors.empty()) return {};
  return Error{std::move(errors)};
}

std::vector<std::pair<std::string, std::string>> describeOptions(const Options& options) {
  std::vector<std::pair<string, string>> out;
  for (const OptionRow& row : optionRows()) {
    if (row.describe == nullptr) continue;
    string value = row.describe(options);
    if (!value.empty()) out.emplace_back(row.key, std::move(value));
  }
  for (const auto& [key, value] : options.given)
    if (findOption(key)->describe == nullptr) out.emplace_back(key, value);
  return out;
}

bool classAside(const Options& options, const std::string& dottedName) {
  return std::any_of(options.aside.begin(), options.aside.end(), [&](const string& glob) {
    return glob == kTestHarness ? ofTestHarness(dottedName) : globMatches(glob, dottedName);
  });
}

bool classSelected(const Options& options, const std::string& dottedName) {
  if (ownClass(dottedName) || anyMatches(options.exclude, dottedName)) return false;
  return options.include.empty() || anyMatches(options.include, dottedName);
}

}  // namespace isl

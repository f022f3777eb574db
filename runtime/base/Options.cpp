#include "base/Options.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <ctime>
#include <string_view>
#include <utility>

#include "base/EditDistance.h"
#include "base/Glob.h"
#include "base/SitePattern.h"

namespace isl {
namespace {

using std::string;
using std::string_view;

constexpr string_view kKeys[] = {"report",    "text",      "html",    "check",   "max-vso",
                                 "exit-code", "tune",      "include", "exclude", "min-site",
                                 "top",       "strict",    "log",     "scopes",  "explain",
                                 "only-main", "skip-main", "journal", "aside"};
constexpr string_view kRepeatable[] = {"max-vso", "tune",      "include",   "exclude",
                                       "explain", "only-main", "skip-main", "aside"};
constexpr string_view kLogLevels[] = {"error", "warn", "info", "debug", "trace"};

constexpr string_view kHarness[] = {
#define HARNESS(glob) glob,
#include "base/TestHarness.def"
#undef HARNESS
};

string quoted(string_view text) { return "`" + string(text) + "`"; }

template <size_t N>
bool contains(const string_view (&list)[N], string_view text) {
  return std::find(std::begin(list), std::end(list), text) != std::end(list);
}

template <size_t N>
string joined(const string_view (&list)[N]) {
  string out;
  for (string_view item : list) {
    if (!out.empty()) out += ", ";
    out += item;
  }
  return out;
}

bool startsWith(string_view text, string_view head) { return text.substr(0, head.size()) == head; }

// " did you mean `Y`?" when one name is near enough to be a slip of the hand, else empty.
template <size_t N>
string didYouMean(const string_view (&names)[N], string_view given) {
  size_t best = SIZE_MAX;
  string_view nearest;
  for (string_view name : names) {
    const size_t distance = editDistance(given, name);
    const bool near = distance <= (std::max(given.size(), name.size()) + 1) / 3 ||
                      (given.size() > 2 && (startsWith(given, name) || startsWith(name, given)));
    if (near && distance < best) {
      best = distance;
      nearest = name;
    }
  }
  return nearest.empty() ? string() : " did you mean " + quoted(nearest) + "?";
}

template <typename T>
bool parseNumber(string_view text, T& value) {
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return !text.empty() && result.ec == std::errc() && result.ptr == end;
}

bool scaled(string_view digits, uint64_t unit, uint64_t& value) {
  uint64_t number = 0;
  if (!parseNumber(digits, number) || number > UINT64_MAX / unit) return false;
  value = number * unit;
  return true;
}

// 4096, 64k, 64m, 2g; powers of 1024 as in -Xmx.
bool parseSize(string_view text, uint64_t& bytes) {
  if (text.empty()) return false;
  uint64_t unit = 1;
  switch (text.back()) {
    case 'k':
    case 'K': unit = uint64_t{1} << 10; break;
    case 'm':
    case 'M': unit = uint64_t{1} << 20; break;
    case 'g':
    case 'G': unit = uint64_t{1} << 30; break;
    default: break;
  }
  if (unit != 1) text.remove_suffix(1);
  return scaled(text, unit, bytes);
}

// 500ms, 2s, 1m. A bare number is refused: readers disagree whether it means ms or s.
bool parseDuration(string_view text, uint64_t& ms) {
  const size_t unitAt = text.find_first_not_of("0123456789");
  if (unitAt == string_view::npos) return false;
  const string_view unit = text.substr(unitAt);
  const uint64_t factor = unit == "ms" ? 1 : unit == "s" ? 1000 : unit == "m" ? 60000 : 0;
  return factor != 0 && scaled(text.substr(0, unitAt), factor, ms);
}

// 0.01 or 1%.
bool parseShare(string_view text, double& share) {
  const bool percent = !text.empty() && text.back() == '%';
  if (percent) text.remove_suffix(1);
  double value = 0;
  if (!parseNumber(text, value) || !std::isfinite(value)) return false;
  if (percent) value /= 100;
  if (value < 0 || value > 1) return false;
  share = value;
  return true;
}

bool isName(string_view text) {
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  });
}

// HotSpot's own form of %t in log file names.
string startTime() {
  const time_t now = time(nullptr);
  tm local{};
  localtime_r(&now, &local);
  char text[32];
  return string(text, strftime(text, sizeof text, "%Y-%m-%d_%H-%M-%S", &local));
}

string hostName() {
  char name[256] = "";
  if (gethostname(name, sizeof name - 1) != 0 || name[0] == '\0') return "localhost";
  return name;
}

string expandPath(string_view key, string_view path, string& out) {
  out.clear();
  if (path.empty())
    return quoted(string(key) + "=") + " needs a path, as in " +
           quoted(string(key) + "=/tmp/isl-%p.json");
  for (size_t i = 0; i < path.size(); ++i) {
    if (path[i] != '%') {
      out += path[i];
      continue;
    }
    const char kind = ++i < path.size() ? path[i] : '\0';
    if (kind == 'p')
      out += std::to_string(getpid());
    else if (kind == 't')
      out += startTime();
    else if (kind == 'h')
      out += hostName();
    else if (kind == '%')
      out += '%';
    else
      return "unknown " + quoted(kind ? string("%") + kind : string("%")) + " in " +
             quoted(string(key) + "=" + string(path)) +
             ": valid are %p (process id), %t (start time), %h (host name) and %% (a percent sign)";
  }
  return {};
}

string parseTextOutput(string_view value, string& out) {
  if (value == "stdout" || value == "-" || value == "/dev/stdout")
    return quoted("text=" + string(value)) +
           " is refused: standard output belongs to the program; use `text=stderr` or a path";
  return expandPath("text", value, out);
}

constexpr uint64_t kSmallestStep = 64 * 1024;

string parseCheckPart(string_view part, CheckPolicy& policy) {
  constexpr string_view kinds[] = {"auto", "alloc", "gc", "interval", "manual"};
  constexpr string_view valid =
      "auto, auto:SIZE, alloc:SIZE, gc, interval:DURATION, manual, joined with `+`";
  const size_t colon = part.find(':');
  const string_view kind = part.substr(0, colon);
  const bool hasValue = colon != string_view::npos;
  const string_view value = hasValue ? part.substr(colon + 1) : string_view();
  const bool wantsValue = kind == "alloc" || kind == "interval";
  if (!contains(kinds, kind))
    return "unknown `check` policy " + quoted(kind) + "," + didYouMean(kinds, kind) +
           " valid are: " + string(valid);
  if (kind == "auto" && hasValue &&
      (!parseSize(value, policy.leastStep) || policy.leastStep < kSmallestStep))
    return "bad size " + quoted(value) +
           " in `check=auto:SIZE`: it is the allocation between two checks " +
           "at the start, 64k or more, as in `auto:1m`";
  if (hasValue && !wantsValue && kind != "auto")
    return "`check=" + string(kind) + "` takes no value";
  bool repeated = false;
  if (kind == "alloc") {
    repeated = policy.allocBytes != 0;
    if (!parseSize(value, policy.allocBytes) || policy.allocBytes == 0)
      return "bad size " + quoted(value) + " in `check`: write it as in `alloc:64m` (k, m or g)";
  } else if (kind == "interval") {
    repeated = policy.intervalMs != 0;
    if (!parseDuration(value, policy.intervalMs) || policy.intervalMs == 0)
      return "bad duration " + quoted(value) +
             " in `check`: write it with its unit, as in `interval:500ms`, `2s` or `1m`";
  } else {
    bool& flag = kind == "auto" ? policy.automatic : kind == "gc" ? policy.onFullGc : policy.manual;
    repeated = std::exchange(flag, true);
  }
  return repeated ? "`check` names " + quoted(kind) + " twice" : string();
}

string parseCheck(string_view value, CheckPolicy& policy) {
  policy = CheckPolicy();
  policy.automatic = false;
  for (size_t from = 0;;) {
    const size_t plus = value.find('+', from);
    string error = parseCheckPart(value.substr(from, plus - from), policy);
    if (!error.empty()) return error;
    if (plus == string_view::npos) return {};
    from = plus + 1;
  }
}

// [SPEC:]N
string parseMaxVso(string_view value, Options& options) {
  const size_t colon = value.rfind(':');
  const string_view spec = colon == string_view::npos ? string_view() : value.substr(0, colon);
  const string_view number = colon == string_view::npos ? value : value.substr(colon + 1);
  if (colon != string_view::npos && !isName(spec))
    return "bad spec name " + quoted(spec) + " in `max-vso`: write it as in `max-vso=leak:15`";
  double limit = 0;
  if (!parseNumber(number, limit) || !std::isfinite(limit) || limit <= 1)
    return "bad limit " + quoted(number) +
           " in `max-vso`: a VSO is never below 1, so the limit must be a number above 1, as in "
           "`max-vso=15` or `max-vso=leak:15`";
  for (const auto& [name, old] : options.maxVso)
    if (name == spec)
      return spec.empty() ? string("`max-vso` without a spec is given twice")
                          : "`max-vso` is given twice for spec " + quoted(spec);
  options.maxVso.emplace_back(spec, limit);
  return {};
}

string parseExitCode(string_view value, int& code) {
  int number = 0;
  if (!parseNumber(value, number) || number < 0 || number > 255)
    return "bad `exit-code` " + quoted(value) +
           ": it is 1 to 255 (default 86), or 0 when the verdict is to be in the report only";
  code = number;
  return {};
}

// NAME:VALUE; the value is checked later against the type of the const.
string parseTune(string_view value, Options& options) {
  const size_t colon = value.find(':');
  const string_view name = value.substr(0, colon);
  if (colon == string_view::npos || colon + 1 == value.size() || !isName(name))
    return "bad `tune` " + quoted(value) + ": write NAME:VALUE, as in `tune=WINDOW:20`";
  for (const auto& [other, old] : options.tune)
    if (other == name) return "`tune` is given twice for " + quoted(name);
  options.tune.emplace_back(name, value.substr(colon + 1));
  return {};
}

string parseGlobs(string_view key, string_view value, std::vector<string>& globs) {
  for (size_t from = 0;;) {
    const size_t end = value.find(';', from);
    const string_view glob = value.substr(from, end - from);
    if (glob.empty())
      return "empty pattern in `" + string(key) +
             "`: write globs over dotted class names, as in `" + string(key) +
             "=com.acme.*;org.acme.Main`";
    if (glob.find('/') != string_view::npos)
      return "`/` in `" + string(key) + "` pattern " + quoted(glob) +
             ": class names are dotted, as in `com.acme.*`";
    globs.emplace_back(glob);
    if (end == string_view::npos) return {};
    from = end + 1;
  }
}

string parseExplain(string_view value, std::vector<string>& sites) {
  for (size_t from = 0;;) {
    const size_t end = value.find(';', from);
    const string one(value.substr(from, end - from));
    SitePattern pattern;
    if (!parseSitePattern(one, pattern))
      return "bad site " + quoted(one) +
             " in `explain`: write CLASS.method or CLASS.method:LINE with a " +
             "dotted class name, as in `explain=com.acme.Cache.load:42` (a constructor is "
             "`<init>`)";
    sites.push_back(one);
    if (end == string_view::npos) return {};
    from = end + 1;
  }
}

// Globs over the main class or the path of the jar, joined with `;`.
string parseMains(string_view key, string_view value, std::vector<string>& globs) {
  for (size_t from = 0;;) {
    const size_t end = value.find(';', from);
    const string_view glob = value.substr(from, end - from);
    if (glob.empty())
      return "empty pattern in `" + string(key) +
             "`: write globs over the main class or the jar, as in `" + string(key) +
             "=com.acme.*;*/app.jar`";
    globs.emplace_back(glob);
    if (end == string_view::npos) return {};
    from = end + 1;
  }
}

string parseMinSite(string_view value, Options& options) {
  const size_t comma = value.find(',');
  const string_view share = comma == string_view::npos ? string_view() : value.substr(comma + 1);
  if (!parseSize(value.substr(0, comma), options.minSiteBytes) ||
      !parseShare(share, options.minSiteShare))
    return "bad `min-site` " + quoted(value) +
           ": write BYTES,SHARE, as in `min-site=64k,0.01` or `min-site=64k,1%` "
           "(`min-site=0,0` hides nothing)";
  return {};
}

string parseTop(string_view value, uint32_t& top) {
  uint32_t number = 0;
  if (!parseNumber(value, number) || number == 0)
    return "bad `top` " + quoted(value) + ": it is a number of sites, 1 or more (default 20)";
  top = number;
  return {};
}

string parseLog(string_view value, Options& options) {
  const size_t colon = value.find(':');
  const string_view level = value.substr(0, colon);
  const auto* const found = std::find(std::begin(kLogLevels), std::end(kLogLevels), level);
  if (found == std::end(kLogLevels))
    return "unknown `log` level " + quoted(level) + "," + didYouMean(kLogLevels, level) +
           " valid levels are: " + joined(kLogLevels);
  options.logLevel = static_cast<int>(found - std::begin(kLogLevels));
  if (colon == string_view::npos) return {};
  const string_view path = value.substr(colon + 1);
  if (path == "stderr") return {};
  if (path == "stdout" || path == "/dev/stdout")
    return "`log` to standard output is refused: it belongs to the program; leave the path out "
           "for stderr, or name a file";
  return expandPath("log", path, options.logPath);
}

string parseStrict(string_view value, bool hasValue, bool& strict) {
  if (hasValue && value != "true" && value != "false")
    return "bad `strict` " + quoted(value) +
           ": write `strict` alone, `strict=true` or `strict=false`";
  strict = !hasValue || value == "true";
  return {};
}

string parseSwitch(string_view key, string_view value, bool& on) {
  if (value != "on" && value != "off")
    return "bad " + quoted(key) + " " + quoted(value) + ": write `" + string(key) + "=on` or `" +
           string(key) + "=off`";
  on = value == "on";
  return {};
}

string apply(string_view key, string_view value, Options& options) {
  if (key == "report") return expandPath(key, value, options.report);
  if (key == "text") return parseTextOutput(value, options.text);
  if (key == "html") return expandPath(key, value, options.html);
  if (key == "check") return parseCheck(value, options.check);
  if (key == "max-vso") return parseMaxVso(value, options);
  if (key == "exit-code") return parseExitCode(value, options.exitCode);
  if (key == "tune") return parseTune(value, options);
  if (key == "include") return parseGlobs(key, value, options.include);
  if (key == "exclude") return parseGlobs(key, value, options.exclude);
  if (key == "aside") return parseGlobs(key, value, options.aside);
  if (key == "only-main") return parseMains(key, value, options.onlyMain);
  if (key == "skip-main") return parseMains(key, value, options.skipMain);
  if (key == "journal") return expandPath(key, value, options.journal);
  if (key == "min-site") return parseMinSite(value, options);
  if (key == "scopes") return parseSwitch(key, value, options.scopes);
  if (key == "explain") return parseExplain(value, options.explain);
  if (key == "top") return parseTop(value, options.top);
  return parseLog(value, options);
}

bool given(const Options& options, string_view key) {
  return std::any_of(options.given.begin(), options.given.end(),
                     [&](const auto& pair) { return pair.first == key; });
}

string parseItem(string_view item, Options& options) {
  const size_t equals = item.find('=');
  const bool hasValue = equals != string_view::npos;
  const string_view key = item.substr(0, equals);
  const string_view value = hasValue ? item.substr(equals + 1) : string_view();
  if (!contains(kKeys, key))
    return "unknown option " + quoted(key) + "," + didYouMean(kKeys, key) +
           " valid options are: " + joined(kKeys);
  if (given(options, key) && !contains(kRepeatable, key))
    return "option " + quoted(key) + " is given twice";
  options.given.emplace_back(key, value);
  if (key == "strict") return parseStrict(value, hasValue, options.strict);
  if (!hasValue || value.empty())
    return "option " + quoted(key) + " needs a value: write " + quoted(string(key) + "=...");
  return apply(key, value, options);
}

// The value of min-site holds a comma itself: `min-site=64k,0.01` is one item.
size_t itemEnd(string_view text, size_t from) {
  constexpr string_view prefix = "min-site=";
  size_t comma = text.find(',', from);
  if (text.substr(from, prefix.size()) != prefix || comma == string_view::npos) return comma;
  const size_t next = text.find(',', comma + 1);
  const string_view share = text.substr(comma + 1, next - comma - 1);
  const bool number =
      !share.empty() && share.find_first_not_of("0123456789.%-+e") == string_view::npos;
  return number ? next : comma;
}

string shortSize(uint64_t bytes) {
  constexpr char units[] = {'g', 'm', 'k'};
  for (int i = 0; i < 3; ++i) {
    const uint64_t unit = uint64_t{1} << (30 - 10 * i);
    if (bytes >= unit && bytes % unit == 0) return std::to_string(bytes / unit) + units[i];
  }
  return std::to_string(bytes);
}

string shortNumber(double value) {
  char text[32];
  return string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

void fillDefaults(Options& options) {
  if (options.text.empty() && options.report.empty()) options.text = "stderr";
  if (options.report.empty()) expandPath("report", "isl-%p.json", options.report);
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

std::string parseOptions(const char* text, Options& options) {
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
  return errors;
}

std::vector<std::pair<std::string, std::string>> describeOptions(const Options& options) {
  std::vector<std::pair<string, string>> out = {
      {"report", options.report},
      {"check", "auto"},
      {"exit-code", std::to_string(options.exitCode)},
      {"min-site", shortSize(options.minSiteBytes) + "," + shortNumber(options.minSiteShare)},
      {"top", std::to_string(options.top)},
      {"strict", options.strict ? "true" : "false"},
      {"scopes", options.scopes ? "on" : "off"},
      {"log", string(kLogLevels[options.logLevel])}};
  if (!options.text.empty()) out.emplace_back("text", options.text);
  if (!options.html.empty()) out.emplace_back("html", options.html);
  if (!options.journal.empty()) out.emplace_back("journal", options.journal);
  for (auto& [key, value] : out)
    for (const auto& [name, verbatim] : options.given)
      if (name == key && (key == "check" || key == "log")) value = verbatim;
  for (const auto& [name, verbatim] : options.given)
    if (contains(kRepeatable, name)) out.emplace_back(name, verbatim);
  return out;
}

bool classAside(const Options& options, const std::string& dottedName) {
  return std::any_of(options.aside.begin(), options.aside.end(), [&](const string& glob) {
    if (glob != kTestHarness) return globMatches(glob, dottedName);
    return std::any_of(std::begin(kHarness), std::end(kHarness),
                       [&](string_view harness) { return globMatches(harness, dottedName); });
  });
}

bool classSelected(const Options& options, const std::string& dottedName) {
  if (ownClass(dottedName) || anyMatches(options.exclude, dottedName)) return false;
  return options.include.empty() || anyMatches(options.include, dottedName);
}

}  // namespace isl

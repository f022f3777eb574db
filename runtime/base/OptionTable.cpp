#include "base/OptionTable.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "base/OptionValues.h"
#include "base/SitePattern.h"
#include "base/Text.h"

namespace isl {
namespace {

using std::string;
using std::string_view;

constexpr string_view kLogLevels[] = {"error", "warn", "info", "debug", "trace"};

string parseText(string_view key, string_view value, Options& options) {
  if (value == "stdout" || value == "-" || value == "/dev/stdout")
    return quoted("text=" + string(value)) +
           " is refused: standard output belongs to the program; use `text=stderr` or a path";
  return expandPath(key, value, options.text);
}

string parseCheckPart(string_view part, CheckPolicy& policy) {
  static const std::vector<string_view> kinds = {"auto", "alloc", "gc", "interval", "manual"};
  constexpr string_view valid =
      "auto, auto:SIZE, alloc:SIZE, gc, interval:DURATION, manual, joined with `+`";
  const size_t colon = part.find(':');
  const string_view kind = part.substr(0, colon);
  const bool hasValue = colon != string_view::npos;
  const string_view value = hasValue ? part.substr(colon + 1) : string_view();
  const bool wantsValue = kind == "alloc" || kind == "interval";
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
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

string parseCheck(string_view, string_view value, Options& options) {
  CheckPolicy policy;
  policy.automatic = false;
  for (string_view part : split(value, '+')) {
    string error = parseCheckPart(part, policy);
    if (!error.empty()) return error;
  }
  options.check = policy;
  return {};
}

// [SPEC:]N, one for each spec. `unfit` says what is wrong with a number, after "bad limit `N` in `key`: ".
string parseLimit(string_view key, string_view value, Options::SpecLimits& limits,
                  const std::function<string(double)>& unfit) {
  const string name = "`" + string(key) + "`";
  const size_t colon = value.rfind(':');
  const string_view spec = colon == string_view::npos ? string_view() : value.substr(0, colon);
  const string_view number = colon == string_view::npos ? value : value.substr(colon + 1);
  if (colon != string_view::npos && !isName(spec))
    return "bad spec name " + quoted(spec) + " in " + name + ": write it as in `" + string(key) +
           "=leak:" + string(number) + "`";
  double limit = 0;
  const bool isNumber = parseNumber(number, limit) && std::isfinite(limit);
  if (const string wrong = unfit(isNumber ? limit : -1); !wrong.empty())
    return "bad limit " + quoted(number) + " in " + name + ": " + wrong;
  for (const auto& [other, old] : limits)
    if (other == spec)
      return name + (spec.empty() ? string(" without a spec is given twice")
                                  : " is given twice for spec " + quoted(spec));
  limits.emplace_back(spec, limit);
  return {};
}

template <Options::SpecLimits Options::*limits>
string parseMaxVso(string_view key, string_view value, Options& options) {
  return parseLimit(key, value, options.*limits, [key](double limit) {
    const string name(key);
    return limit > 1 ? string()
                     : "a VSO is never below 1, so the limit must be a number above 1, as in `" +
                           name + "=15` or `" + name + "=leak:15`";
  });
}

string parseMaxIdle(string_view key, string_view value, Options& options) {
  return parseLimit(key, value, options.maxIdle, [](double limit) {
    return limit > 0 && limit < 1
               ? string()
               : string("it is a share of the live heap between 0 and 1, as in `max-idle=0.3` or "
                        "`max-idle=leak:0.3`");
  });
}

string parseExitCode(string_view, string_view value, Options& options) {
  int number = 0;
  if (!parseNumber(value, number) || number < 0 || number > 255)
    return "bad `exit-code` " + quoted(value) +
           ": it is 1 to 255 (default 86), or 0 when the verdict is to be in the report only";
  options.exitCode = number;
  return {};
}

// NAME:VALUE; the value is checked later against the type of the const.
string parseTune(string_view, string_view value, Options& options) {
  const size_t colon = value.find(':');
  const string_view name = value.substr(0, colon);
  if (colon == string_view::npos || colon + 1 == value.size() || !isName(name))
    return "bad `tune` " + quoted(value) + ": write NAME:VALUE, as in `tune=WINDOW:20`";
  for (const auto& [other, old] : options.tune)
    if (other == name) return "`tune` is given twice for " + quoted(name);
  options.tune.emplace_back(name, value.substr(colon + 1));
  return {};
}

// Appends the parts of a list joined with `;`. `refusal` says what is wrong with one, or "".
template <typename Refusal>
string appendParts(string_view value, std::vector<string>& list, Refusal refusal) {
  for (string_view part : split(value, ';')) {
    string error = refusal(part);
    if (!error.empty()) return error;
    list.emplace_back(part);
  }
  return {};
}

// Globs over dotted class names.
template <std::vector<string> Options::*list>
string parseGlobs(string_view key, string_view value, Options& options) {
  return appendParts(value, options.*list, [&](string_view glob) {
    if (glob.empty())
      return "empty pattern in " + quoted(key) + ": write globs over dotted class names, as in " +
             quoted(string(key) + "=com.acme.*;org.acme.Main");
    if (glob.find('/') != string_view::npos)
      return "`/` in " + quoted(key) + " pattern " + quoted(glob) +
             ": class names are dotted, as in `com.acme.*`";
    return string();
  });
}

// Globs over the main class or the path of the jar.
template <std::vector<string> Options::*list>
string parseMains(string_view key, string_view value, Options& options) {
  return appendParts(value, options.*list, [&](string_view glob) {
    return glob.empty() ? "empty pattern in " + quoted(key) +
                              ": write globs over the main class or the jar, as in " +
                              quoted(string(key) + "=com.acme.*;*/app.jar")
                        : string();
  });
}

string parseExplain(string_view, string_view value, Options& options) {
  return appendParts(value, options.explain, [](string_view site) {
    SitePattern pattern;
    return parseSitePattern(string(site), pattern)
               ? string()
               : "bad site " + quoted(site) +
                     " in `explain`: write CLASS.method or CLASS.method:LINE with a dotted class "
                     "name, as in `explain=com.acme.Cache.load:42` (a constructor is `<init>`)";
  });
}

template <string Options::*kMember>
string parseMethod(string_view key, string_view value, Options& options) {
  const size_t dot = value.rfind('.');
  if (dot == string_view::npos || dot == 0 || dot + 1 == value.size() ||
      value.find_first_of("/:( ") != string_view::npos)
    return "bad `" + string(key) + "` " + quoted(value) +
           ": write CLASS.method with a dotted class name, as in `" + string(key) +
           "=com.acme.Orders.handle`";
  options.*kMember = value;
  return {};
}

string parseMinSite(string_view, string_view value, Options& options) {
  const size_t comma = value.find(',');
  const string_view share = comma == string_view::npos ? string_view() : value.substr(comma + 1);
  if (!parseSize(value.substr(0, comma), options.minSiteBytes) ||
      !parseShare(share, options.minSiteShare))
    return "bad `min-site` " + quoted(value) +
           ": write BYTES,SHARE, as in `min-site=64k,0.01` or `min-site=64k,1%` "
           "(`min-site=0,0` hides nothing)";
  return {};
}

string parseTop(string_view, string_view value, Options& options) {
  uint32_t number = 0;
  if (!parseNumber(value, number) || number == 0)
    return "bad `top` " + quoted(value) + ": it is a number of sites, 1 or more (default 20)";
  options.top = number;
  return {};
}

string parseLog(string_view key, string_view value, Options& options) {
  const size_t colon = value.find(':');
  const string_view level = value.substr(0, colon);
  const auto* const found = std::find(std::begin(kLogLevels), std::end(kLogLevels), level);
  if (found == std::end(kLogLevels))
    return "unknown `log` level " + quoted(level) + "," +
           didYouMean({std::begin(kLogLevels), std::end(kLogLevels)}, level) +
           " valid levels are: error, warn, info, debug, trace";
  options.logLevel = static_cast<int>(found - std::begin(kLogLevels));
  if (colon == string_view::npos) return {};
  const string_view path = value.substr(colon + 1);
  if (path == "stderr") return {};
  if (path == "stdout" || path == "/dev/stdout")
    return "`log` to standard output is refused: it belongs to the program; leave the path out "
           "for stderr, or name a file";
  return expandPath(key, path, options.logPath);
}

string parseStrict(string_view, string_view value, Options& options) {
  if (value != "true" && value != "false")
    return "bad `strict` " + quoted(value) +
           ": write `strict` alone, `strict=true` or `strict=false`";
  options.strict = value == "true";
  return {};
}

string parseHeap(string_view, string_view value, Options& options) {
  if (value != "auto" && value != "direct" && value != "jvmti")
    return "bad `heap` " + quoted(value) +
           ": write `heap=auto`, `heap=direct` or `heap=jvmti`; auto reads directly where it can";
  options.heap = value;
  return {};
}

string parseScopes(string_view, string_view value, Options& options) {
  if (value != "on" && value != "off")
    return "bad `scopes` " + quoted(value) + ": write `scopes=on` or `scopes=off`";
  options.scopes = value == "on";
  return {};
}

string parseStaticData(string_view, string_view value, Options& options) {
  if (value != "on" && value != "off")
    return "bad `static-data` " + quoted(value) + ": write `static-data=on` or `static-data=off`";
  options.staticData = value == "on";
  return {};
}

string parseSites(string_view, string_view value, Options& options) {
  if (value != "on" && value != "off")
    return "bad `sites` " + quoted(value) + ": write `sites=on` or `sites=off`";
  options.sites = value == "on";
  return {};
}

template <string Options::*path>
string parsePath(string_view key, string_view value, Options& options) {
  return expandPath(key, value, options.*path);
}

template <string Options::*path>
string describePath(const Options& options) {
  return options.*path;
}

// As it was given, else the default.
string verbatim(const Options& options, string_view key) {
  for (const auto& [name, value] : options.given)
    if (name == key) return value;
  return string(findOption(key)->standard);
}

constexpr auto Once = Given::Once;
constexpr auto Repeatedly = Given::Repeatedly;

const OptionRow kRows[] = {
    {"report", Once, "PATH", "isl-%p.json", parsePath<&Options::report>,
     describePath<&Options::report>, "the JSON report; %p process id, %t start time, %h host"},
    {"text", Once, "PATH", "", parseText, describePath<&Options::text>,
     "the report as text; `text=stderr` where no report is named"},
    {"html", Once, "PATH", "", parsePath<&Options::html>, describePath<&Options::html>,
     "the report as one page"},
    {"check", Once, "POLICY", "auto", parseCheck,
     [](const Options& options) { return verbatim(options, "check"); },
     "when to check the heap: auto, auto:SIZE, alloc:SIZE, gc, interval:TIME, manual, joined with "
     "`+`"},
    {"max-vso", Repeatedly, "[SPEC:]N", "", parseMaxVso<&Options::maxVso>, nullptr,
     "the assertion: the run fails when the rated VSO, that of what leaks, passes N"},
    {"max-idle", Repeatedly, "[SPEC:]SHARE", "", parseMaxIdle, nullptr,
     "the run fails when more than this share of the live heap is idle"},
    {"max-paper-vso", Repeatedly, "[SPEC:]N", "", parseMaxVso<&Options::maxPaperVso>, nullptr,
     "the run fails when the paper's VSO, held for 20 checks, passes N"},
    {"exit-code", Once, "N", "86", parseExitCode,
     [](const Options& options) { return std::to_string(options.exitCode); },
     "exit status of a failed assertion; 0: the verdict is in the report only"},
    {"tune", Repeatedly, "NAME:VALUE", "", parseTune, nullptr,
     "another value for a constant of the spec"},
    {"include", Repeatedly, "GLOB", "", parseGlobs<&Options::include>, nullptr,
     "classes to instrument, dotted, joined with `;`; all where none is given"},
    {"exclude", Repeatedly, "GLOB", "", parseGlobs<&Options::exclude>, nullptr,
     "classes to leave as they are, likewise"},
    {"aside", Repeatedly, "GLOB", "", parseGlobs<&Options::aside>, nullptr,
     "classes whose allocation sites do not count, likewise; `test-harness`: JUnit and the like"},
    {"min-site", Once, "BYTES,SHARE", "64k,0.01", parseMinSite,
     [](const Options& options) {
       return shortSize(options.minSiteBytes) + "," + shortNumber(options.minSiteShare);
     },
     "a site counts from these stale bytes and this share of the live heap on"},
    {"static-data", Once, "on", "off", parseStaticData,
     [](const Options& options) { return string(options.staticData ? "on" : "off"); },
     "what static initialisers allocate counts, too: constant tables, pools that are too large"},
    {"heap", Once, "jvmti", "auto", parseHeap, describePath<&Options::heap>,
     "walk the heap by JVMTI, even where it can be read directly (auto, direct)"},
    {"sites", Once, "off", "on", parseSites,
     [](const Options& options) { return string(options.sites ? "on" : "off"); },
     "leave the program as it is: no field in its objects, no class rewritten, sites unknown; for "
     "specs that only look at checks"},
    {"unit", Once, "CLASS.method", "", parseMethod<&Options::unit>, describePath<&Options::unit>,
     "calls of this method are the units of the program's work, by which `auto` checks"},
    {"ready", Once, "CLASS.method", "", parseMethod<&Options::ready>, describePath<&Options::ready>,
     "the program is ready when this method is called first; else at its first unit of work"},
    {"explain", Repeatedly, "CLASS.method[:line]", "", parseExplain, nullptr,
     "say why this allocation site was, or was not, flagged; joined with `;`"},
    {"top", Once, "K", "20", parseTop,
     [](const Options& options) { return std::to_string(options.top); }, "sites in the report"},
    {"scopes", Once, "on", "off", parseScopes,
     [](const Options& options) { return string(options.scopes ? "on" : "off"); },
     "keep apart what each test allocated"},
    {"only-main", Repeatedly, "GLOB", "", parseMains<&Options::onlyMain>, nullptr,
     "JVMs to watch, by main class or jar, joined with `;`; all where none is given"},
    {"skip-main", Repeatedly, "GLOB", "", parseMains<&Options::skipMain>, nullptr,
     "JVMs to leave alone, likewise; `build-tools`: Maven, Gradle, javac and the like"},
    {"journal", Once, "PATH", "", parsePath<&Options::journal>, describePath<&Options::journal>,
     "a line per JVM: watched, left out or refused"},
    {"strict", Given::Bare, "", "false", parseStrict,
     [](const Options& options) { return string(options.strict ? "true" : "false"); },
     "fail when a context matched nothing, a spec was never exercised or a handler failed"},
    {"log", Once, "LEVEL[:PATH]", "warn", parseLog,
     [](const Options& options) { return verbatim(options, "log"); },
     "error, warn, info, debug or trace, to stderr or to a file"},
};

}  // namespace

OptionRows optionRows() { return {std::begin(kRows), std::end(kRows)}; }

const OptionRow* findOption(string_view key) {
  const auto* const found = std::find_if(std::begin(kRows), std::end(kRows),
                                         [&](const OptionRow& row) { return row.key == key; });
  return found == std::end(kRows) ? nullptr : found;
}

string optionHelp() {
  string out;
  for (const OptionRow& row : optionRows()) {
    string notes = row.standard.empty() ? string() : "default: " + string(row.standard);
    if (row.given == Given::Repeatedly) notes = "may be repeated";
    out += (out.empty() ? "  " : "\n  ") + string(row.key);
    if (!row.form.empty()) out += "=" + string(row.form);
    if (!notes.empty()) out += "  (" + notes + ")";
    out += "\n      " + string(row.help);
  }
  return out;
}

}  // namespace isl

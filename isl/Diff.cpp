// isl diff: which findings two reports do not share.
#include <fmt/format.h>

#include <map>

#include "Args.h"
#include "Commands.h"
#include "Finding.h"
#include "report/Format.h"
#include "report/Wording.h"

namespace isl::tool {

using report::Report;
using report::Site;
using report::Spec;

namespace {

const char* const kHelp = R"(usage: isl diff OLD NEW

Compares two reports: new, gone, worse and better sites, by the bytes of their suspicious objects. A
site is the same when its names are; lines may differ. Worse or better means a change by more than a
quarter and more than 64 KiB.

exit status: 0 nothing got worse, 1 a new or worse site or a verdict that turned to fail, 2 a report
cannot be read
)";

constexpr uint64_t kLeastChange = 64 * 1024;

struct Sum {
  const Site* site = nullptr;  // the largest of those with this key
  uint64_t bytes = 0;
};

// Sites of one key are added up: a line with two allocations of one type is one finding.
std::map<std::string, Sum> sumsOf(const Spec* spec) {
  std::map<std::string, Sum> out;
  if (!spec) return out;
  for (const Site& site : spec->sites) {
    Sum& sum = out[siteKey(site)];
    if (!sum.site) sum.site = &site;
    sum.bytes += site.liveBytes;
  }
  return out;
}

const Spec* find(const Report& report, const std::string& name) {
  for (const Spec& spec : report.specs) {
    if (spec.name == name) return &spec;
  }
  return nullptr;
}

bool muchMore(uint64_t a, uint64_t b) { return a > b + b / 4 && a - b > kLeastChange; }

struct Difference {
  std::string fresh, gone, worse, better;
  size_t same = 0;
};

std::string row(const char* what, const Sum& sum, const std::string& numbers) {
  std::string text = fmt::format("  {:<7}{}: {}, {}\n", what, describePlace(*sum.site),
                                 report::plainText(sum.site->type), numbers);
  const std::string path = describePath(*sum.site);
  return path.empty() ? text : text + "         " + path + "\n";
}

Difference compare(const Spec* before, const Spec* after) {
  Difference out;
  const std::map<std::string, Sum> old = sumsOf(before), now = sumsOf(after);
  for (const auto& [key, sum] : now) {
    const auto was = old.find(key);
    if (was == old.end()) {
      out.fresh += row("new", sum, report::humanBytes(sum.bytes));
      continue;
    }
    const std::string numbers = fmt::format("{} -> {}", report::humanBytes(was->second.bytes),
                                            report::humanBytes(sum.bytes));
    if (muchMore(sum.bytes, was->second.bytes))
      out.worse += row("worse", sum, numbers);
    else if (muchMore(was->second.bytes, sum.bytes))
      out.better += row("better", sum, numbers);
    else
      out.same++;
  }
  for (const auto& [key, sum] : old) {
    if (now.count(key) == 0) out.gone += row("gone", sum, report::humanBytes(sum.bytes));
  }
  return out;
}

std::string numbersOf(const Spec* spec) {
  return spec ? fmt::format("{}, VSO {:.2f}, severity {:.2f}", report::verdictWord(*spec),
                            spec->sustainedVso, spec->severity)
              : std::string("absent");
}

// True when something got worse.
bool compareSpec(const Report& before, const Report& after, const std::string& name,
                 std::string& out) {
  const Spec* const old = find(before, name);
  const Spec* const now = find(after, name);
  out += fmt::format("{}: {} -> {}\n", report::plainText(name), numbersOf(old), numbersOf(now));
  // A spec that only one report holds says nothing about its sites in the other.
  if (!old || !now) return false;
  const Difference found = compare(old, now);
  out += found.fresh + found.worse + found.better + found.gone;
  if (found.same > 0) out += fmt::format("  {} as before\n", report::counted(found.same, "site"));
  return !found.fresh.empty() || !found.worse.empty() ||
         (now->verdict == "fail" && old->verdict != "fail");
}

}  // namespace

int diffCommand(const Words& words) {
  Args args;
  if (const Status parsed = args.parse(words, {{"--help", false}, {"-h", false}}, false); !parsed)
    return usage("diff", parsed.message());
  if (args.has("--help") || args.has("-h")) return print(kHelp);
  if (args.positional().size() != 2)
    return usage("diff", "two reports are compared: isl diff OLD NEW");
  Report reports[2];
  for (size_t i = 0; i < 2; ++i) {
    Result<Loaded> loaded = openReport(args.positional()[i]);
    if (!loaded) return fail(loaded.message());
    reports[i] = std::move(loaded->report);
  }
  std::string out;
  bool worse = false;
  for (const Spec& spec : reports[1].specs)
    worse = compareSpec(reports[0], reports[1], spec.name, out) || worse;
  for (const Spec& spec : reports[0].specs) {
    if (!find(reports[1], spec.name)) compareSpec(reports[0], reports[1], spec.name, out);
  }
  const size_t a = reports[0].checks.size(), b = reports[1].checks.size();
  if (a * 4 < b * 3 || b * 4 < a * 3)
    out += fmt::format(
        "note: {} checks against {}: sizes and VSO grow with the run, severity does not\n", a, b);
  if (const int status = print(out); status != 0) return status;
  return worse ? 1 : 0;
}

}  // namespace isl::tool

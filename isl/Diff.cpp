// isl diff: which findings two reports do not share.
#include <fmt/format.h>

#include <map>

#include "Args.h"
#include "Commands.h"
#include "Finding.h"
#include "report/Format.h"
#include "report/Wording.h"

namespace isl::tool {

using report::Finding;
using report::Report;
using report::Spec;

namespace {

const char* const kHelp = R"(usage: isl diff OLD NEW

Compares two reports: new, gone, worse and better findings. A finding is the same when its holder is.
Worse means that it grows and did not, or grows by a quarter more for the same work; of what does not
grow, a quarter and 64 KiB more. Better is the opposite.

exit status: 0 nothing got worse, 1 a new or worse finding or a verdict that turned to fail, 2 a report
cannot be read
)";

constexpr uint64_t kLeastChange = 64 * 1024;

struct Known {
  const Spec* spec = nullptr;
  const Finding* finding = nullptr;
};

std::map<std::string, Known> findingsOf(const Spec* spec) {
  std::map<std::string, Known> out;
  if (!spec) return out;
  for (const Finding& finding : spec->findings) {
    out.try_emplace(findingKey(*spec, finding), Known{spec, &finding});
  }
  return out;
}

const Spec* find(const Report& report, const std::string& name) {
  for (const Spec& spec : report.specs) {
    if (spec.name == name) return &spec;
  }
  return nullptr;
}

bool muchMore(double a, double b, double least) { return a > 1.25 * b && a - b > least; }

// Of what grows in both runs the slopes are compared, which do not depend on the length of a run.
int changeOf(const Finding& was, const Finding& is) {
  const bool grew = was.growth == "growing", grows = is.growth == "growing";
  if (grew != grows) return grows ? 1 : -1;
  const bool slopes = grows && was.trend.per == is.trend.per;
  const double a = slopes ? is.trend.slope : static_cast<double>(is.retainedBytes);
  const double b = slopes ? was.trend.slope : static_cast<double>(was.retainedBytes);
  const double least = slopes ? 0 : static_cast<double>(kLeastChange);
  return muchMore(a, b, least) ? 1 : muchMore(b, a, least) ? -1 : 0;
}

struct Difference {
  std::string fresh, gone, worse, better;
  size_t same = 0;
};

std::string row(const char* what, const Known& known, const Finding* was = nullptr) {
  std::string text =
      fmt::format("  {:<7}{}\n         {}", what, report::findingHead(*known.finding),
                  report::growthText(known.finding->growth, known.finding->trend));
  if (was)
    text += fmt::format("; it was {}, {}", report::humanBytes(was->retainedBytes),
                        report::growthText(was->growth, was->trend));
  return text + "\n         " + report::findingOrigin(*known.finding) + "\n";
}

Difference compare(const Spec* before, const Spec* after) {
  Difference out;
  const std::map<std::string, Known> old = findingsOf(before), now = findingsOf(after);
  for (const auto& [key, known] : now) {
    const auto was = old.find(key);
    if (was == old.end()) {
      out.fresh += row("new", known);
      continue;
    }
    const Finding* const finding = was->second.finding;
    const int change = changeOf(*finding, *known.finding);
    if (change > 0)
      out.worse += row("worse", known, finding);
    else if (change < 0)
      out.better += row("better", known, finding);
    else
      out.same++;
  }
  for (const auto& [key, known] : old) {
    if (now.count(key) == 0) out.gone += row("gone", known);
  }
  return out;
}

std::string numbersOf(const Spec* spec) {
  return spec ? fmt::format("{}, rated VSO {:.2f}", report::verdictWord(*spec), spec->ratedVso)
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
  if (found.same > 0)
    out += fmt::format("  {} as before\n", report::counted(found.same, "finding"));
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
  if (const int status = print(out); status != 0) return status;
  return worse ? 1 : 0;
}

}  // namespace isl::tool

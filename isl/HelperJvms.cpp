#include "HelperJvms.h"

#include <algorithm>
#include <string>

#include "verdict/Verdict.h"

namespace isl::tool {
namespace {

using report::Report;

constexpr uint64_t kParts = 32;  // of the work of all
constexpr uint64_t kTimes = 8;   // as long the longest JVM lived

bool ranTests(const Report& report) {
  const std::vector<std::string>& notes = report.coverage.notes;
  return std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
    return note.rfind(kUnitsNote, 0) == 0 && note.find(" of kind test of ") != std::string::npos;
  });
}

void leaveOpen(Report& report) {
  for (report::Spec& spec : report.specs) {
    if (spec.verdict != "fail") continue;
    spec.verdict = "inconclusive";
    spec.verdictWhy =
        "it ran no tests, and ended after less than a 32nd of the work of all: what grew in it may "
        "be what it began with";
    spec.ratedVso = 1;
    for (report::Finding& finding : spec.findings)
      if (finding.kind == "leak") finding.kind = "unclear";
  }
}

}  // namespace

uint64_t allocatedBytes(const Report& report) {
  uint64_t most = 0;
  for (const report::Check& check : report.checks) most = std::max(most, check.allocatedBytes);
  return most;
}

void judgeHelpers(std::vector<Report>& reports) {
  if (std::none_of(reports.begin(), reports.end(), ranTests)) return;
  uint64_t work = 0, longest = 0;
  for (const Report& report : reports) {
    work += allocatedBytes(report);
    longest = std::max(longest, report.run.wallMs);
  }
  for (Report& report : reports) {
    const uint64_t own = allocatedBytes(report);
    if (!report.run.jvms.empty() || ranTests(report)) continue;
    if (kParts * own < work && kTimes * report.run.wallMs < longest) leaveOpen(report);
  }
}

}  // namespace isl::tool

#include "verdict/Verdict.h"

#include <cstdio>

namespace isl {

std::vector<std::string> strictFailures(const report::Report& report) {
  std::vector<std::string> failures;
  for (const std::string& note : report.coverage.notes) {
    if (note.compare(0, 4, "R801") == 0) failures.push_back(note);
  }
  for (const report::Spec& spec : report.specs) {
    uint64_t events = 0;
    for (const report::Handler& handler : spec.handlers) {
      events += handler.count;
      if (handler.faults > 0) {
        failures.push_back("R804 spec " + spec.name + ": " + std::to_string(handler.faults) +
                           " faults in " + handler.event + ", first: " + handler.firstFault);
      }
    }
    if (events == 0) {
      failures.push_back("spec " + spec.name + " was never exercised: no handler ran");
    }
  }
  return failures;
}

double limitOf(const Options& options, const std::string& spec) {
  double limit = 0;
  for (const auto& [name, value] : options.maxVso) {
    if (name.empty() && limit == 0) limit = value;
    if (name == spec) limit = value;
  }
  return limit;
}

void decideVerdict(report::Spec& spec, uint32_t checks, uint32_t sustainedSpan) {
  char text[256];
  if (checks < 2 * spec.window) {
    spec.verdict = "inconclusive";
    snprintf(text, sizeof text, "%u checks ran, at least %u (twice the window) are needed", checks,
             2 * spec.window);
    spec.verdictWhy = text;
    return;
  }
  const bool held = checks >= sustainedSpan;
  const double value = held ? spec.sustainedVso : spec.maxVso;
  if (spec.maxAllowedVso <= 0) {
    spec.verdict = "pass";
    spec.verdictWhy = "no max-vso was given, so nothing was asserted";
    return;
  }
  const bool fail = value > spec.maxAllowedVso;
  spec.verdict = fail ? "fail" : "pass";
  snprintf(text, sizeof text, "the %s VSO %.2f is %s the allowed %.2f",
           held ? "sustained" : "maximum", value, fail ? "over" : "within", spec.maxAllowedVso);
  spec.verdictWhy = text;
}

}  // namespace isl

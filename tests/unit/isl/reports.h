// Reports for the tests of the tool, made by the runtime's own writer.
#pragma once

#include <gtest/gtest.h>

#include "../report/example.h"
#include "ReportFile.h"

namespace isl::tool::test {

inline Loaded load(const report::Report& report) {
  Result<Loaded> out = parseReport("test.json", report::toJson(report));
  EXPECT_TRUE(out);
  return out ? std::move(*out) : Loaded();
}

// Reports are long: where two texts differ, the first line that does is said.
inline testing::AssertionResult sameText(const std::string& a, const std::string& b) {
  if (a == b) return testing::AssertionSuccess();
  size_t at = 0, line = 0;
  for (; at < a.size() && at < b.size() && a[at] == b[at]; ++at) line = a[at] == '\n' ? at : line;
  return testing::AssertionFailure()
         << a.substr(line, at - line + 60) << "\n  against" << b.substr(line, at - line + 60);
}

// A JVM whose VSO rises from 1 to `top` over `checks` checks, with one site that has all the penalty.
inline report::Report rising(uint64_t pid, uint32_t checks, double top, double limit) {
  report::Report out = report::test::exampleReport();
  out.run.pid = pid;
  out.checks.clear();
  report::Spec& spec = out.specs[0];
  report::Site& site = spec.sites[0];
  site.history.clear();
  for (uint32_t n = 1; n <= checks; ++n) {
    const double vso = 1 + (top - 1) * n / checks;
    const auto penalty = static_cast<uint64_t>((vso - 1) * 1e6);
    report::Check check;
    check.n = n;
    check.cause = "auto";
    check.atMs = n * 10;
    check.liveBytes = 1000000;
    check.specs.push_back({"leak", penalty, vso, 0});
    out.checks.push_back(check);
    site.history.push_back({n, penalty, 0});
  }
  site.penaltyBytes = spec.findings[0].penaltyBytes = static_cast<uint64_t>((top - 1) * 1e6);
  spec.findings[0].share = (top - 1) / 20;
  spec.ratedVso = top;
  spec.maxVso = spec.sustainedVso = top;
  spec.maxVsoCheck = spec.sitesCheck = checks;
  spec.maxAllowedVso = limit;
  spec.verdict = top > limit ? "fail" : "pass";
  spec.verdictWhy = top > limit ? "over" : "within";
  return out;
}

}  // namespace isl::tool::test

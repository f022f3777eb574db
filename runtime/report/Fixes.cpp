#include "report/Fixes.h"

namespace isl::report {

const char* defectKind(const Spec& spec) {
  return spec.defect == "growth" ? "leak" : spec.defect == "churn" ? "churn" : "defect";
}

std::vector<Fix> orderOfFixes(const Spec& spec) {
  std::vector<Fix> out;
  double all = 0;
  for (const Finding& finding : spec.findings) {
    if (finding.kind != defectKind(spec) || !finding.accepted.empty()) continue;
    out.push_back({&finding});
    all += finding.share;
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Fix& a, const Fix& b) { return a.finding->share > b.finding->share; });
  const auto left = [&](double share) {
    return std::min(spec.ratedVso, ratedOf(std::max(0.0, share)));
  };
  double rest = all;
  bool within = spec.maxAllowedVso <= 0 || spec.ratedVso <= spec.maxAllowedVso;
  for (Fix& fix : out) {
    rest -= fix.finding->share;
    fix.alone = left(all - fix.finding->share);
    // The last one leaves nothing, whatever the sum's rounding says.
    fix.after = &fix == &out.back() ? 1 : left(rest);
    if (out.size() == 1) fix.alone = 1;
    fix.within = !within && fix.after <= spec.maxAllowedVso;
    within = within || fix.within;
  }
  return out;
}

}  // namespace isl::report

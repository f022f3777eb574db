// "If you fix this": the rated VSO without a finding, and the order of fixes that brings it under the limit soonest.
#pragma once

#include <algorithm>
#include <vector>

#include "report/Report.h"

namespace isl::report {

// The penalty, in checks, at which the rated VSO takes what it counts: as long as the paper's VSO has to be held.
inline constexpr double kRatedChecks = 20;

// The rated VSO of defects that make up this share, which is 1 at most.
inline double ratedOf(double share) { return 1 + kRatedChecks * std::min(share, 1.0); }
// What kind of finding counts as a defect of the spec.
const char* defectKind(const Spec& spec);

struct Fix {
  const Finding* finding;  // of the spec
  double alone = 1;        // rated VSO when only this one is gone
  double after = 1;        // and when those before it are gone too
  bool within = false;     // the first fix after which it is within the limit
};

// Largest share first: as the shares add up, no other order needs fewer fixes. Empty without defects. In a merged report
// shares are of the JVM where each is largest, so that the numbers are the most that can be left.
std::vector<Fix> orderOfFixes(const Spec& spec);

}  // namespace isl::report

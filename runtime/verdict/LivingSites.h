// All objects of some sites, idle or not. An object is known to be idle many checks after its last use. Of a class of five tests that
// leave it behind later tests tell that, whose checks may be too few to see five steps; the number of what lived after each of the five
// is of the checks at them.
#pragma once

#include <cstdint>

#include "check/SpecRun.h"
#include "trend/Trend.h"
#include "verdict/FindingEvidence.h"
#include "verdict/ReportInputs.h"

namespace isl {

// The trend of what lived until the first check after the program had allocated so many bytes, along what it allocates. Unclear
// where at the check of the figures an eighth of them or more are in use, or one test brought them.
Trend livingUntil(const ReportInputs& in, const SpecRun& run,
                  const FindingEvidence::SiteList& sites, uint64_t allocatedBytes);

}  // namespace isl

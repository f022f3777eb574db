// From allocation sites to findings: one for each holder, with what piles up there, who puts it there and whether it
// grows.
#pragma once

#include <vector>

#include "report/Report.h"
#include "trend/Axis.h"
#include "trend/Trend.h"
#include "verdict/FindingInputs.h"

namespace isl {

// Kept, and it does not grow.
bool isIdle(const report::Finding& finding);
// What grows and is no idle memory before the rest, by its share of the heap's gain; then by bytes, and what the static
// fields of the JDK or a language's library keep idle after all else.
bool outranks(const report::Finding& a, const report::Finding& b);

// Ranked.
std::vector<report::Finding> findingsOf(const FindingInputs& in);

report::Trend describeTrend(const Trend& trend, Axis axis);

}  // namespace isl

// Inline SVG for the page: plain lines over the checks, each with a text alternative.
#pragma once

#include <string>
#include <string_view>

#include "report/Report.h"

namespace isl::report {

// For element content and quoted attributes; control characters become spaces.
std::string escapeHtml(std::string_view text);

// VSO of every spec over time, with the limits. Needs at least one check.
std::string vsoChart(const Report& report);
// The live heap and the virtual heap (live + penalties) of one spec.
std::string heapChart(const Report& report, const Spec& spec);
// Penalty of one site over the checks; empty without at least two points.
std::string sparkline(const Site& site);

}  // namespace isl::report

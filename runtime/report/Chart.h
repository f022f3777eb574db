// Inline SVG for the page: plain lines over the checks, each with a text alternative.
#pragma once

#include <string>
#include <string_view>

#include "report/Report.h"

namespace isl::report {

// For element content and quoted attributes; control characters become spaces.
std::string escapeHtml(std::string_view text);

// What a chart goes along. kUnits, kAllocated: the program's work.
enum class Axis { kTime, kUnits, kAllocated };
// The work that the checks count; kTime: they count none.
Axis workAxis(const Report& report);

// VSO of every spec, with the limits of the paper's VSO. Needs at least one check.
std::string vsoChart(const Report& report, Axis axis);
// The live heap and the virtual heap (live + penalties) of one spec.
std::string heapChart(const Report& report, const Spec& spec, Axis axis);
// Bytes of a finding over the checks of the run, all on one scale of checks; empty without two points.
std::string lane(const Report& report, const Spec& spec, const Finding& finding);
// VSO of one JVM of a merged report, over its time.
std::string memberLine(const Report& report, const Spec& spec, uint32_t jvm);
// Penalty of one site over the checks; empty without at least two points.
std::string sparkline(const Site& site);

}  // namespace isl::report

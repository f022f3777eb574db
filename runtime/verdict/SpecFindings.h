// The findings of a spec: asks the state of the run what Findings.h wants to know of the sites, and names the lines.
#pragma once

#include <set>
#include <string>

#include "report/Report.h"
#include "verdict/Findings.h"
#include "verdict/ReportInputs.h"

namespace isl {

// Has the line of that site made its last object of that type long ago, or do its objects take the place of others? See
// StoppedLines.h and FullTables.h.
bool makesNoMore(const ReportInputs& in, uint32_t site, const std::string& type, Axis axis);
// Names the place of a finding: where that site is, and the program's own call that leads there.
void addPlace(const ReportInputs& in, uint32_t site, report::Finding& finding);
// Of the findings that a library's field holds: names the program's own field that leads there.
void nameOwnFields(const ReportInputs& in, report::Spec& spec);
// Has it a leak over its limit?
bool hasLeak(const report::Spec& spec);
// Of its sites, which have ranks, paths and growth. What the heap gained, as this spec tells. On the agent thread.
HeapGain addFindings(const ReportInputs& in, const SpecRun& run, report::Spec& out);

}  // namespace isl

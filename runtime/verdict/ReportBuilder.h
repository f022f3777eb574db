// Turns the state of the run into the report.
#pragma once

#include "report/Report.h"
#include "verdict/ReportInputs.h"

namespace isl {

// On the agent thread after a check, or after Checker::stop().
report::Report buildReport(const ReportInputs& in, bool complete);

}  // namespace isl

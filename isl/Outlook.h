// What is to come of the live heap: how it goes with the program's work, when it fills the heap, and by what.
#pragma once

#include "report/Report.h"

namespace isl::tool {

// Of the report of one JVM that is not merged.
report::Outlook outlookOf(const report::Report& report);

// Gives the report its outlook unless it has one, or is merged of reports without.
void foretell(report::Report& report);

}  // namespace isl::tool

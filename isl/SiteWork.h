// How the bytes of each site go with the data that a job reads: within a record, within a group, over the task.
#pragma once

#include "report/Report.h"

namespace isl::tool {

// For each site of a report of one JVM that is not merged.
void tellSiteWork(report::Report& report);

}  // namespace isl::tool

// One report of many JVMs. The decisive JVM of a spec is the one with the worst verdict and, among
// these, the highest sustained VSO: VSO, severity and verdict of the merged spec are its own.
// Counts are added up. The checks of all JVMs follow one another under new numbers. A site (same
// class, method, line, type) keeps the numbers of the JVM with its largest penalty and lists the
// others. The rules of single fields stand in report/Fields.h.
#pragma once

#include <vector>

#include "report/Report.h"

namespace isl::tool {

// At least one report; merged reports may be merged again.
report::Report mergeReports(std::vector<report::Report> reports);

}  // namespace isl::tool

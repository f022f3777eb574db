// One report of many JVMs. The decisive JVM of a spec is the one with the worst verdict and, among
// these, the highest sustained VSO: VSO, severity and verdict of the merged spec are its own.
// Counts are added up. The checks of all JVMs follow one another under new numbers. A site (same
// class, method, line, type) keeps the numbers of the JVM with its largest penalty and lists the
// others. Fields that this version does not know are kept: arrays are joined, of others the first
// (in a spec the decisive) is taken.
#pragma once

#include <vector>

#include "ReportFile.h"

namespace isl::tool {

// At least one report; merged reports may be merged again.
llvm::json::Object mergeReports(std::vector<Loaded> reports);

// Indented JSON text, as the runtime writes it.
std::string toText(const llvm::json::Object& json);

}  // namespace isl::tool

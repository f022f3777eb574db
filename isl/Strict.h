// What a run says nothing about although its verdicts are green: a spec or an option that met nothing of the program.
#pragma once

#include <string>
#include <vector>

#include "report/Report.h"

namespace isl::tool {

// A sentence for each spec that no JVM exercised, each context whose classes no JVM loaded, and each method that an
// option names and no JVM called. `reports`: one for each JVM, not merged; those without a check say nothing.
std::vector<std::string> metNothing(const std::vector<report::Report>& reports);

}  // namespace isl::tool

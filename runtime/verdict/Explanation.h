// The answer to `explain`: for each site asked for and each spec, why it was flagged or why not.
#pragma once

#include <vector>

#include "verdict/ReportBuilder.h"

namespace isl {

std::vector<report::Explanation> explain(const ReportInputs& in);

}  // namespace isl

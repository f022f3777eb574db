// The source lines around a finding, for the page.
#pragma once

#include <string>
#include <vector>

#include "report/Report.h"

namespace isl::tool {

// Looks below `roots` (none: the working directory) when it is first asked. Three lines before and after; of lines longer
// than 200 bytes the beginning. Empty where no file of that name and package has the line.
report::SourceLookup sourceLines(const std::vector<std::string>& roots);

}  // namespace isl::tool

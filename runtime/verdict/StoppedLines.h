// What the lines of a program made that do not run any more, by the sampled stacks: a table that was filled at first. Checks
// may lie far apart by then, and between two of them it would seem to fill evenly.
#pragma once

#include <string>
#include <vector>

#include "events/FrameLines.h"
#include "trend/Trend.h"
#include "verdict/ReportInputs.h"

namespace isl {

// Did a line that ran last after so many allocated bytes do so in the last sixth of the work, which begun and is done after so many?
// Where it was never seen to run (0), nothing says that it did not.
bool ranLately(uint64_t last, uint64_t begun, uint64_t done);

// All objects of that type along the allocation of the program, until all is done, where the line did not run in the last sixth
// of the work, in which what grows has to stay. Empty: it did, or may have, as more of them were seen since.
std::vector<WorkSample> objectsOfStopped(const ReportInputs& in, const FrameLines::Line& line,
                                         const std::string& type);

}  // namespace isl

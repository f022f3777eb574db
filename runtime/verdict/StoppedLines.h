// What the lines of a program made that make no more of it: a table that was filled at first. By the number of their objects at the
// checks; and by the sampled stacks, as checks may lie far apart by then, and between two of them it would seem to fill evenly.
#pragma once

#include <string>
#include <vector>

#include "events/FrameLines.h"
#include "trend/Axis.h"
#include "trend/Trend.h"
#include "verdict/ReportInputs.h"

namespace isl {

// Did a line that ran last after so many allocated bytes do so in the last sixth of the work, which begun and is done after so many?
// Where it was never seen to run (0), nothing says that it did not.
bool ranLately(uint64_t last, uint64_t begun, uint64_t done);

// Are there, idle or not, no more objects of that site up to check `last` than at the half of the work since the program was
// ready, or by the first sight after that, a fourth later; in a suite of tests also at the half of them, as each is as much work
// as another? False: not known as well.
bool hasStoodByHalf(const ReportInputs& in, uint32_t site, Axis axis, uint32_t last);

// Types of the program's own, or of no language's library, whose objects have one each of what the path leads from: by a field
// of theirs, no array, collection or node between.
std::vector<std::string> havingOneEach(const report::Path& path);

// Does each object of the site hang so on one of a class, of which as many live and no more than at the half of the work? Then
// they take the place of others: new prices in the rows of a table. False: not known as well.
bool replaceOthers(const ReportInputs& in, const report::Site& site, Axis axis, uint32_t last);

// All objects of that type along the allocation of the program, until its work is done, where the line did not run in the last
// sixth of that, in which what grows has to stay. Empty: it did, or may have, as more of them were seen since. A program that let go
// of all it had may have worked on until its end since it was last seen to have it.
std::vector<WorkSample> objectsOfStopped(const ReportInputs& in, const FrameLines::Line& line,
                                         const std::string& type);

}  // namespace isl

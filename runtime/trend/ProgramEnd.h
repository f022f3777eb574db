// A program that ends closes what it had opened: what the last looks at its heap miss came to be let go of, and was no less of a
// leak while it worked.
#pragma once

#include <cstddef>
#include <vector>

#include "trend/Trend.h"

namespace isl {

// Of what was seen of the live heap along the `work` that it did, the last sample before those of the program's end: the last of all
// where it has let go of nothing. What it let go of is an eighth of all that had come or more, and more each time, within the last
// eighth of the work; or the last half, where an eighth less lies there in the end than ever before: it closes what it began with.
// A program that works on at what it has fallen to has not ended, and one whose heap had fallen so before moves as ever. `live` is
// not empty.
size_t lastBeforeProgramEnd(const std::vector<WorkSample>& live, double work);

}  // namespace isl

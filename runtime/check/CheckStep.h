// How far apart checks are that the agent chooses by itself: a rule without state.
#pragma once

#include <cstdint>

#include "base/Options.h"

namespace isl {

// How many bytes of allocation `auto` lets pass before the next check, given what has been allocated
// so far: twice what is in use and not suspicious, so that ten checks span several turnovers of the
// working set, but no less than 1/30 and no more than 1/24 of the run's allocation so far (and no less
// than 4 MB). So the window of ten checks covers a share of the run (28 to 33%), not an instant of it:
// phases are judged on the scale of the program; a fast leak cannot stretch the steps with its own
// growth; the number of checks grows with the logarithm of the run's length.
uint64_t automaticStep(uint64_t liveBytes, uint64_t suspiciousBytes, uint64_t allocatedBytes,
                       uint64_t leastStep = kDefaultLeastStep);

}  // namespace isl

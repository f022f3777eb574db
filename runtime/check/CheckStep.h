// How far apart checks are that the agent chooses by itself: a rule without state.
#pragma once

#include <cstdint>

#include "base/Options.h"

namespace isl {

// How many bytes of allocation `auto` lets pass before the next check, given what has been allocated
// so far: 1/16 of it, so that the window of ten checks covers a share of the run (45%) and not an instant
// of it: phases are judged on the scale of the program, and the number of checks grows with the logarithm
// of the run's length. At the start it is twice what lives, from one to four least steps.
uint64_t automaticStep(uint64_t liveBytes, uint64_t allocatedBytes,
                       uint64_t leastStep = kDefaultLeastStep);

}  // namespace isl

// How far apart checks are that the agent chooses by itself, and how many it needs: rules without state.
#pragma once

#include <cstdint>

#include "base/Options.h"

namespace isl {

// As many checks as a verdict needs: ten for the usual window, and two for each of the eight parts of a trend.
constexpr uint32_t kVerdictChecks = 26;

// How many bytes of allocation `auto` lets pass before the next check, given what has been allocated
// so far: 1/16 of it, so that the window of ten checks covers a share of the run (45%) and not an instant
// of it: phases are judged on the scale of the program, and the number of checks grows with the logarithm
// of the run's length. At the start it is twice what lives, from one to four least steps.
uint64_t automaticStep(uint64_t liveBytes, uint64_t allocatedBytes,
                       uint64_t leastStep = kDefaultLeastStep);

}  // namespace isl

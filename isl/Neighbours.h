// What the other members of its kind foretell of a member: they did the same work, more of it, and ran out of memory.
#pragma once

#include "report/Report.h"

namespace isl::tool {

// In a merged report, for each member that has not run out of memory: where two neighbours did, and the mean of their live
// heaps explains its own so far as well as a curve has to, its heap is full where theirs were on average. Comes before its
// own curve, which knows nothing of what it has not seen.
void foretellByNeighbours(report::Report& merged);

}  // namespace isl::tool

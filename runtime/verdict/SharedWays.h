// The way of a site that was never looked for itself: its objects hold those of another one, whose way to a root leads
// through them.
#pragma once

#include <vector>

#include "report/Report.h"

namespace isl {

// Of the sites of one spec. Those that have no way get the rest of the first such one that reached a root.
void addSharedWays(std::vector<report::Site>& sites);

}  // namespace isl

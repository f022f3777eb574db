// Holders that lie behind each other: a server that has all of the program's tables holds what those hold that grow, and is not what
// is to be cleared for that.
#pragma once

#include <vector>

#include "report/Report.h"

namespace isl {

// What findings gain, by their places; of a leak without what lies under the holder of another that gains something, nearer to the
// objects. `heap`: how the live heap is held, the share of its bytes in each path.
std::vector<double> withoutNearerHolders(const std::vector<report::Path>& heap,
                                         const std::vector<report::Finding>& findings,
                                         std::vector<double> gains);

}  // namespace isl

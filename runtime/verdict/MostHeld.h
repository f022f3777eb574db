// Who holds most of the heap, whether it is idle, grows, or neither.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "report/Report.h"

namespace isl {

// `heap`: how objects that stand for the live heap are held, see DirectPaths::takeHeap(). From the roots down the ways part;
// the last reference that more than half of the bytes have in common, and the holder that is nearest to the objects on the
// way there (see HolderChoice.h; `growing` are types whose objects become more). Empty: no root has so much.
std::optional<report::MostHeld> mostHeld(const std::vector<report::Path>& heap,
                                         const std::set<std::string>& growing = {});

}  // namespace isl

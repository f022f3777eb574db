// Who holds most of the heap, whether it is idle, grows, or neither.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "report/Report.h"

namespace isl {

// `heap`: how objects that stand for the live heap are held, see DirectPaths::takeHeap(). From the roots down the ways part;
// the last reference that more than half of the bytes have in common, and the holder that is nearest to the objects on the
// way there (see HolderChoice.h; `growing` are types whose objects become more). One of which half as many live as of what it
// holds is one of these; `objectsOf`: how many do, null: not known. Empty: no root has so much.
std::optional<report::MostHeld>
mostHeld(const std::vector<report::Path>& heap, std::set<std::string> growing = {},
         const std::function<uint64_t(const std::string& type)>& objectsOf = nullptr);

}  // namespace isl

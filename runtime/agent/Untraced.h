// sites=off: the program runs as it is, with no field in its objects and no class rewritten. Which specs and options
// that leaves.
#pragma once

#include <vector>

#include "base/Options.h"
#include "base/Result.h"
#include "base/VmProbe.h"
#include "store/SiteTable.h"
#include "isl/abi.h"

namespace isl {

// An error says which spec or option needs the word or the rewriting, and for what.
Status fitsUntraced(const std::vector<const IslSpec*>& specs, const Options& options);

// What else tells objects apart: the heap itself, and not every collector's can be read.
Status fitsUntraced(const VmInfo& vm);

// The one site of such an agent; every object counts as born there. The table is empty.
void internUntraced(SiteTable& sites);

}  // namespace isl

// The program's own line behind a finding, where no sampled call tells it: what the program makes hangs on what piles up, as
// a listener does on its registration.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "report/Report.h"

namespace isl {

struct OwnMakerInputs {
  const std::vector<report::Site>* sites = nullptr;         // all of the report, with their paths
  const std::vector<report::Path>* heap = nullptr;          // how the live heap is held
  std::function<report::Site(uint32_t id)> placeOf;         // where a site is
  std::function<bool(const std::string& className)> isOwn;  // dotted
};

// A site of the program's own code whose objects come between the holder and the objects of the finding's sites, or are these;
// else between it and the live heap. Only behind an array or a chain of nodes: before it lies what the holder has once. The
// nearest to the holder, the one with most bytes behind it. Its type is that of the objects it makes.
std::optional<report::Site> ownMakerOf(const OwnMakerInputs& in, const report::Finding& finding);

}  // namespace isl

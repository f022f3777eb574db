// The Boundaries of the specs: methods whose entries are ticks, and units of the program's work.
#pragma once

#include <memory>
#include <vector>

#include "base/Options.h"
#include "java/WorkUnits.h"
#include "isl/abi.h"

namespace isl {

// What counts: by the options, the specs and the list. The ticks of the specs follow it.
std::unique_ptr<WorkUnits> unitsFor(const Options& options,
                                    const std::vector<const IslSpec*>& specs);

// The rows of those whose handlers ask for ticks at events.
std::vector<int32_t> settledRows(const std::vector<const IslSpec*>& specs, const WorkUnits& units);

}  // namespace isl

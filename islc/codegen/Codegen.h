// Plan -> C++ text. The text includes the ABI headers only and compiles without diagnostics
// for every accepted program.
#pragma once

#include <string>

#include "lower/Plan.h"

namespace isl::codegen {

// One translation unit for all specs of an agent, with the table the runtime looks for.
// Those of the switches that the agent obeys are written into it.
std::string emit(llvm::ArrayRef<const lower::Plan*> plans, const Switches& switches,
                 Diagnostics& diags);

}  // namespace isl::codegen

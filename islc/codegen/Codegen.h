// Plan -> C++ text. The text includes the ABI headers only and compiles without diagnostics
// for every accepted program.
#pragma once

#include <string>

#include "lower/Plan.h"

namespace isl::codegen {

// One translation unit for all specs of an agent, with the table the runtime looks for.
std::string emit(llvm::ArrayRef<const lower::Plan*> plans, Diagnostics& diags);

}  // namespace isl::codegen

// Plan -> C++ text. The text includes the ABI headers only and compiles without diagnostics
// for every accepted program.
#pragma once

#include <string>

#include "lower/Plan.h"

namespace isl::codegen {

// One translation unit for all specs of an agent, with the table the runtime looks for.
// `disabled`: optimisations that the instrumented code does without, as in Switches.def.
std::string emit(llvm::ArrayRef<const lower::Plan*> plans, llvm::ArrayRef<std::string> disabled,
                 Diagnostics& diags);

}  // namespace isl::codegen

// The descriptor tables of a spec: what the runtime learns of it when the agent starts.
#pragma once

#include <string>

#include "lower/Plan.h"

namespace isl::codegen {

// The guards that a filter function of the handler decides; none: it has no such function.
std::vector<lower::StaticGuard> filterOf(const lower::Plan& plan, const lower::HandlerPlan& p);
// The name of that function.
std::string filterName(const lower::HandlerPlan& p);

// Contexts, constants and handlers, and the IslSpec `spec` that holds them together.
std::string tables(const lower::Plan& plan);

}  // namespace isl::codegen

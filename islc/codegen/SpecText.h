// The namespace of one spec: its constants and fields, its history, its handlers and the tables that
// describe them.
#pragma once

#include <string>

#include "lower/Plan.h"

namespace isl::codegen {

std::string specText(const lower::Plan& plan, Diagnostics& diags);

}  // namespace isl::codegen

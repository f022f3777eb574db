// The JSON schema of a report, made from the description of its fields.
#pragma once

#include <string>

namespace isl::tool {

std::string reportSchema();

}  // namespace isl::tool

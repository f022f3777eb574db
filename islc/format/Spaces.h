// Which neighbours on one line have a space between them.
#pragma once

#include <vector>

#include "format/Indent.h"

namespace isl::format {

// For each token whether it stands right behind the one before it.
std::vector<bool> glued(const std::vector<Token>& tokens);

}  // namespace isl::format

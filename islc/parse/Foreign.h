// Spellings that come from other languages, or are a slip of a word of ISL: `elif`, `===`, `event`.
#pragma once

#include <vector>

#include "parse/Source.h"

namespace isl::parse {

// Reports, with what to write instead, what cannot be part of any spec. `tokens` are the visible ones, with the
// end of the file.
void reportForeign(const std::vector<antlr4::Token*>& tokens, const Source& source,
                   Diagnostics& diags);

}  // namespace isl::parse

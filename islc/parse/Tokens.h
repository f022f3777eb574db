// Checks of the token list before parsing.
#pragma once

#include <vector>

#include "parse/Source.h"

namespace isl::parse {

void checkTokens(const std::vector<antlr4::Token*>& tokens, const Source& source,
                 Diagnostics& diags);

// A `{` without its `}`, and the token that the `}` should stand before, as the indentation of
// the lines suggests it. Empty when the text does not lack any.
struct MissingBrace {
  antlr4::Token* before;
  antlr4::Token* open;
};
std::vector<MissingBrace> findMissingBraces(const std::vector<antlr4::Token*>& tokens,
                                            const Source& source);

}  // namespace isl::parse

// Where lines begin. Statements are followed by their shape alone (which words open which), so the
// tokens of a text without syntax errors are enough.
#pragma once

#include <vector>

#include "parse/Lex.h"

namespace isl::format {

constexpr unsigned kIndent = 2, kContinuation = 4;

// A token that the parser sees.
struct Token {
  size_t type;
  llvm::StringRef text;
  bool startsLine;  // a line break stands between it and the one before
};

// For each token the column that it has where it begins a line.
std::vector<unsigned> columns(const std::vector<Token>& tokens);

}  // namespace isl::format

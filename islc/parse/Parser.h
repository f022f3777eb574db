// Text -> AST. Lexical errors, then syntax errors, are reported; the AST is built only from a
// text without either.
#pragma once

#include "Diagnostics.h"
#include "ast/Ast.h"

namespace isl::parse {

// The size of the largest text that is parsed.
constexpr size_t kMaxBytes = 1 << 20;

// Parses the buffer `id` of the diagnostics' source manager. Null when errors were reported.
const ast::Program* parse(Diagnostics& diags, unsigned id, ast::Arena& arena);

}  // namespace isl::parse

// ParseTree -> AST of a text without syntax errors, so every child that the grammar promises is
// there.
#pragma once

#include "IslParser.h"
#include "ast/Ast.h"
#include "parse/Source.h"

namespace isl::parse {

const ast::Program* buildAst(grammar::IslParser::ProgramContext* tree, const Source& source,
                             Diagnostics& diags, ast::Arena& arena);

}  // namespace isl::parse

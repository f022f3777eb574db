// Pre-order walk over every expression and statement below a statement.
#pragma once

#include <functional>

#include "ast/Ast.h"

namespace isl::ast {

using ExprFn = std::function<void(const Expr*)>;
using StmtFn = std::function<void(const Stmt*)>;

void walk(const Expr* e, const ExprFn& onExpr);
void walk(const Stmt* s, const ExprFn& onExpr, const StmtFn& onStmt = {});

}  // namespace isl::ast

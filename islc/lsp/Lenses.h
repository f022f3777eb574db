// How the handlers are evaluated, and what that costs, in words from the plan.
#pragma once

#include "lsp/Document.h"

namespace isl::lsp {

// The command of the lenses; the server runs it, too.
constexpr llvm::StringLiteral kShowPlan = "isl.showPlan";

llvm::json::Value codeLenses(const Document& document);
// The text of --emit=plan, and whether it is that of the text as it is.
llvm::json::Value planText(const Document& document);

// One line about a handler, and one about what is kept for each object.
std::string costOf(const lower::Plan& plan, const lower::HandlerPlan& handler);
std::string costOfObjects(const lower::Plan& plan);

}  // namespace isl::lsp

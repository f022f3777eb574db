// What each token is, for colours that know more than words.
#pragma once

#include "lsp/Document.h"

namespace isl::lsp {

llvm::json::Object semanticTokensLegend();
// Those that overlap the span, in LSP's relative numbers.
llvm::json::Value semanticTokens(const Document& document, Span span);

}  // namespace isl::lsp

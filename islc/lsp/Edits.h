// Formatting as edits.
#pragma once

#include "lsp/Document.h"

namespace isl::lsp {

// The lines of the span that are not in the house form, each an edit of what differs in it; null where
// the text has syntax errors.
llvm::json::Value formattingEdits(const Document& document, Span span);

}  // namespace isl::lsp

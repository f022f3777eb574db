// What can be said about a place: the messages there with the meaning of their codes, and what the name
// there is.
#pragma once

#include "lsp/Document.h"

namespace isl::lsp {

// Null where there is nothing to say; plain text for clients that do not show markdown.
llvm::json::Value hover(const Document& document, size_t offset, bool markdown);

}  // namespace isl::lsp

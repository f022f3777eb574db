// The compiler's messages as LSP's diagnostics, and their fix-its as code actions.
#pragma once

#include "lsp/Document.h"

namespace isl::lsp {

// The parameters of textDocument/publishDiagnostics. `page` is the URI of the page that describes
// the codes, or "".
llvm::json::Object diagnostics(const Document& document, llvm::StringRef page);
llvm::json::Value codeActions(const Document& document, Span span, llvm::StringRef page);

}  // namespace isl::lsp

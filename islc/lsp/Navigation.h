// From a name to what it names and to the other places that name it.
#pragma once

#include "lsp/Document.h"

namespace isl::lsp {

// Null where nothing is defined: outside names, and what the language has of its own.
llvm::json::Value definition(const Document& document, size_t offset);
llvm::json::Value references(const Document& document, size_t offset, bool withDeclaration);
llvm::json::Value highlights(const Document& document, size_t offset);

// The span of the name that may be renamed there, or why none can.
llvm::Expected<Span> prepareRename(const Document& document, size_t offset);
// A WorkspaceEdit. Refused are names that are not the spec's own, words that are no names, and names
// with which the spec would mean something else.
llvm::Expected<llvm::json::Value> rename(const Document& document, size_t offset,
                                         llvm::StringRef name, const Settings& settings);

}  // namespace isl::lsp

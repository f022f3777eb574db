// What may stand at a place.
#pragma once

#include <set>

#include "lsp/Document.h"

namespace isl::lsp {

// What the client can do: fill in the places of snippets, show markdown.
struct CompletionStyle {
  bool snippets = false, markdown = false;
};

// A CompletionList. `classes` are those of the class path, as in `java/util/Map$Entry`.
llvm::json::Value completion(const Document& document, size_t offset,
                             const std::set<std::string>& classes, CompletionStyle style);

}  // namespace isl::lsp

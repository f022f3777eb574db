// What may stand at a place.
#pragma once

#include <set>

#include "lsp/Document.h"

namespace isl::lsp {

// A CompletionList. `classes` are those of the class path, as in `java/util/Map$Entry`; with
// `snippets`, what is inserted has places to fill in.
llvm::json::Value completion(const Document& document, size_t offset,
                             const std::set<std::string>& classes, bool snippets);

}  // namespace isl::lsp

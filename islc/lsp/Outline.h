// The shape of a text, from its tokens alone, so that it is there while the text is broken.
#pragma once

#include "lsp/Document.h"

namespace isl::lsp {

llvm::json::Value documentSymbols(const Document& document);
llvm::json::Value foldingRanges(const Document& document);

// A top-level construct: `kind` is its first word.
struct OutlineItem {
  size_t kind;  // type of the token
  llvm::StringRef word;
  Span name, whole;
  struct Member {
    Span name, whole;
    bool isField;
  };
  std::vector<Member> members;  // properties and fields
};
std::vector<OutlineItem> outline(const Analysis& analysis);

}  // namespace isl::lsp

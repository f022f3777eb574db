// Places of ANTLR tokens in the source manager's buffer. ANTLR counts code points, SourceMgr
// bytes; the table between them is built only for texts that are not plain ASCII.
#pragma once

#include <vector>

#include "Diagnostics.h"
#include "antlr4-runtime.h"

namespace isl::parse {

class Source {
 public:
  explicit Source(llvm::StringRef text) : text_(text) {
    bool ascii = true;
    for (unsigned char c : text) ascii = ascii && c < 0x80;
    if (ascii) return;
    // A byte order mark is dropped by the runtime and so not counted.
    for (size_t i = text.startswith("\xEF\xBB\xBF") ? 3 : 0; i < text.size(); ++i) {
      if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) offsets_.push_back(i);
    }
    offsets_.push_back(text.size());
  }

  llvm::SMLoc at(size_t codePoint) const {
    size_t offset = codePoint;
    if (!offsets_.empty()) offset = offsets_[std::min(codePoint, offsets_.size() - 1)];
    return llvm::SMLoc::getFromPointer(text_.data() + std::min(offset, text_.size()));
  }
  llvm::SMRange range(size_t start, size_t end) const { return {at(start), at(end)}; }
  llvm::SMRange range(const antlr4::Token* token) const {
    if (token->getType() == antlr4::Token::EOF) return endOfText();
    return range(token->getStartIndex(), token->getStopIndex() + 1);
  }
  llvm::SMRange range(const antlr4::Token* first, const antlr4::Token* last) const {
    return {range(first).Start, range(last).End};
  }
  llvm::StringRef text(llvm::SMRange range) const {
    return {range.Start.getPointer(),
            static_cast<size_t>(range.End.getPointer() - range.Start.getPointer())};
  }
  llvm::StringRef all() const { return text_; }

 private:
  // Messages about the end point behind the last visible character.
  llvm::SMRange endOfText() const {
    size_t end = text_.rtrim().size();
    auto loc = llvm::SMLoc::getFromPointer(text_.data() + end);
    return {loc, loc};
  }

  llvm::StringRef text_;
  std::vector<size_t> offsets_;
};

}  // namespace isl::parse

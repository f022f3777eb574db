#include "lsp/Lines.h"

#include <algorithm>

namespace isl::lsp {

Lines::Lines(llvm::StringRef text) : text_(text), starts_{0} {
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' || (text[i] == '\r' && text.substr(i + 1, 1) != "\n")) {
      starts_.push_back(i + 1);
    }
  }
}

// Of the character that begins with the byte, in UTF-8 and in UTF-16.
static unsigned bytes(unsigned char first) {
  return first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}
static unsigned units(unsigned char first) { return first < 0xF0 ? 1 : 2; }

Position Lines::position(size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), offset);
  Position out;
  out.line = static_cast<unsigned>(next - starts_.begin() - 1);
  for (size_t at = starts_[out.line]; at < offset;) {
    const auto first = static_cast<unsigned char>(text_[at]);
    out.character += units(first);
    at += bytes(first);
  }
  return out;
}

Span Lines::line(unsigned index) const {
  if (index >= starts_.size()) return {text_.size(), text_.size()};
  const size_t next = index + 1 < starts_.size() ? starts_[index + 1] : text_.size();
  return {starts_[index], starts_[index] + text_.slice(starts_[index], next).rtrim("\r\n").size()};
}

size_t Lines::offset(Position position) const {
  const Span all = line(position.line);
  size_t at = all.begin;
  for (unsigned column = 0; at < all.end && column < position.character;) {
    const auto first = static_cast<unsigned char>(text_[at]);
    column += units(first);
    if (column > position.character) break;  // in the middle of a surrogate pair
    at += bytes(first);
  }
  return std::min(at, all.end);
}

static llvm::json::Object object(Position p) {
  return llvm::json::Object{{"line", static_cast<int64_t>(p.line)},
                            {"character", static_cast<int64_t>(p.character)}};
}

llvm::json::Object Lines::range(Span span) const {
  return llvm::json::Object{{"start", object(position(span.begin))},
                            {"end", object(position(span.end))}};
}

}  // namespace isl::lsp

// Offsets of a text in bytes <-> the positions of LSP: lines, and columns in UTF-16 code units.
#pragma once

#include <vector>

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

namespace isl::lsp {

struct Position {
  unsigned line = 0, character = 0;
};

struct Span {
  size_t begin = 0, end = 0;

  bool operator==(const Span& o) const { return begin == o.begin && end == o.end; }
  // Also right behind it, where the cursor is when a word has been typed.
  bool touches(size_t offset) const { return begin <= offset && offset <= end; }
  bool overlaps(Span o) const { return begin <= o.end && o.begin <= end; }
};

class Lines {
 public:
  explicit Lines(llvm::StringRef text);

  Position position(size_t offset) const;
  // A column behind the end of its line is its end, a line behind the last one the end of the text.
  size_t offset(Position position) const;
  llvm::json::Object range(Span span) const;

  unsigned count() const { return static_cast<unsigned>(starts_.size()); }
  // Without the line break.
  Span line(unsigned index) const;

 private:
  llvm::StringRef text_;
  std::vector<size_t> starts_;
};

}  // namespace isl::lsp

// Places of a text carried over to what the text has become.
#pragma once

#include <vector>

#include "lsp/Lines.h"
#include "llvm/ADT/Optional.h"

namespace isl::lsp {

// From one text to the next: which parts were replaced by which.
class Shift {
 public:
  Shift(llvm::StringRef from, llvm::StringRef to);

  // The place in the first text; none within what was replaced.
  llvm::Optional<size_t> back(size_t offset) const;
  // The span in the second text; none where a part of it was replaced with what lies around it.
  llvm::Optional<Span> to(Span span) const;

 private:
  struct Hunk {
    Span from, to;
  };
  void addLines(llvm::StringRef from, llvm::StringRef to, const std::vector<Span>& fromLines,
                const std::vector<Span>& toLines);
  void add(llvm::StringRef from, llvm::StringRef to, Span fromSpan, Span toSpan);

  std::vector<Hunk> hunks_;  // in the order of the text
};

// One change after the other.
class Shifts {
 public:
  void add(Shift shift) { steps_.push_back(std::move(shift)); }
  void clear() { steps_.clear(); }
  size_t count() const { return steps_.size(); }

  llvm::Optional<size_t> back(size_t offset) const;
  llvm::Optional<Span> to(Span span) const;

 private:
  std::vector<Shift> steps_;
};

}  // namespace isl::lsp

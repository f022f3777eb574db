#include "lsp/Shift.h"

#include <algorithm>

namespace isl::lsp {

using llvm::None;
using llvm::Optional;
using llvm::StringRef;

// Of so many pairs of lines the common ones are looked for; more are replaced as a whole.
static constexpr size_t kMaxPairs = 1 << 20;

// The lines of a part of a text, with their breaks.
static std::vector<Span> linesOf(StringRef text, size_t begin, size_t end) {
  std::vector<Span> out;
  while (begin < end) {
    const size_t next = std::min(text.find('\n', begin), end - 1) + 1;
    out.push_back({begin, next});
    begin = next;
  }
  return out;
}

Shift::Shift(StringRef from, StringRef to) {
  // What both begin and end with, to whole lines.
  const size_t shorter = std::min(from.size(), to.size());
  size_t begin = 0;
  while (begin < shorter && from[begin] == to[begin]) ++begin;
  while (begin > 0 && from[begin - 1] != '\n') --begin;
  size_t tail = 0;
  while (tail < shorter - begin && from[from.size() - 1 - tail] == to[to.size() - 1 - tail]) ++tail;
  while (tail > 0 && from[from.size() - 1 - tail] != '\n') --tail;
  addLines(from, to, linesOf(from, begin, from.size() - tail),
           linesOf(to, begin, to.size() - tail));
}

// A longest common subsequence of the lines; what lies between its members was replaced.
void Shift::addLines(StringRef from, StringRef to, const std::vector<Span>& fromLines,
                     const std::vector<Span>& toLines) {
  const size_t rows = fromLines.size(), columns = toLines.size();
  if (rows == 0 && columns == 0) return;
  const size_t fromBegin = rows > 0 ? fromLines.front().begin : from.size();
  const size_t toBegin = columns > 0 ? toLines.front().begin : to.size();
  // An empty side stands where the other one begins: what lies before is the same in both.
  Span fromRest{rows > 0 ? fromBegin : toBegin, rows > 0 ? fromLines.back().end : toBegin};
  Span toRest{columns > 0 ? toBegin : fromBegin, columns > 0 ? toLines.back().end : fromBegin};
  if (rows * columns > kMaxPairs) return add(from, to, fromRest, toRest);
  auto same = [&](size_t i, size_t j) {
    return from.slice(fromLines[i].begin, fromLines[i].end) ==
           to.slice(toLines[j].begin, toLines[j].end);
  };
  std::vector<unsigned> longest((rows + 1) * (columns + 1));
  auto at = [&](size_t i, size_t j) -> unsigned& { return longest[i * (columns + 1) + j]; };
  for (size_t i = rows; i-- > 0;) {
    for (size_t j = columns; j-- > 0;) {
      at(i, j) = same(i, j) ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
    }
  }
  for (size_t i = 0, j = 0; i < rows && j < columns;) {
    if (!same(i, j)) {
      ++(at(i + 1, j) >= at(i, j + 1) ? i : j);
      continue;
    }
    add(from, to, {fromRest.begin, fromLines[i].begin}, {toRest.begin, toLines[j].begin});
    fromRest.begin = fromLines[i++].end;
    toRest.begin = toLines[j++].end;
  }
  add(from, to, fromRest, toRest);
}

// Without what both begin and end with.
void Shift::add(StringRef from, StringRef to, Span a, Span b) {
  while (a.begin < a.end && b.begin < b.end && from[a.begin] == to[b.begin]) {
    ++a.begin;
    ++b.begin;
  }
  while (a.begin < a.end && b.begin < b.end && from[a.end - 1] == to[b.end - 1]) {
    --a.end;
    --b.end;
  }
  if (a.begin < a.end || b.begin < b.end) hunks_.push_back({a, b});
}

Optional<size_t> Shift::back(size_t offset) const {
  size_t delta = 0;  // modulo 2^64, as all sums here
  for (const Hunk& hunk : hunks_) {
    if (offset < hunk.to.begin) break;
    if (offset < hunk.to.end) return None;
    delta = hunk.from.end - hunk.to.end;
  }
  return offset + delta;
}

Optional<Span> Shift::to(Span span) const {
  size_t begin = 0, end = 0;
  for (const Hunk& hunk : hunks_) {
    if (hunk.from.begin >= span.end && hunk.from.end > span.begin) break;
    const size_t delta = hunk.to.end - hunk.from.end;
    if (hunk.from.end > span.begin) {
      // Around what was replaced, or not at all.
      if (span.begin > hunk.from.begin || span.end < hunk.from.end) return None;
    } else {
      begin = delta;
    }
    end = delta;
  }
  return Span{span.begin + begin, span.end + end};
}

Optional<size_t> Shifts::back(size_t offset) const {
  Optional<size_t> at = offset;
  for (size_t i = steps_.size(); i-- > 0 && at;) at = steps_[i].back(*at);
  return at;
}

Optional<Span> Shifts::to(Span span) const {
  Optional<Span> at = span;
  for (size_t i = 0; i < steps_.size() && at; ++i) at = steps_[i].to(*at);
  return at;
}

}  // namespace isl::lsp

#include "base/SourceMap.h"

#include <charconv>

namespace isl {
namespace {

constexpr std::string_view kStratum = "*S KotlinDebug";

// The first line of the text, without its end; the text goes on behind it.
std::string_view takeLine(std::string_view& text) {
  const size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

// A number at the beginning of the text, which goes on behind it. False: there is none.
bool takeNumber(std::string_view& text, int32_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 0) return false;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return true;
}

// Behind that character, where the text begins with it.
bool takeNumberAfter(char mark, std::string_view& text, int32_t& number) {
  if (text.empty() || text.front() != mark) return false;
  text.remove_prefix(1);
  return takeNumber(text, number);
}

}  // namespace

SourceMap::SourceMap(std::string_view extension) {
  bool ofStratum = false, lines = false;
  while (!extension.empty()) {
    const std::string_view line = takeLine(extension);
    if (!line.empty() && line.front() == '*') {
      if (line.substr(0, 2) == "*S") ofStratum = line == kStratum;
      lines = ofStratum && line == "*L";
    } else if (lines) {
      add(line);
    }
  }
}

// InputStartLine#FileID,RepeatCount:OutputStartLine,OutputLineIncrement; file, count and increment may be missing.
void SourceMap::add(std::string_view row) {
  constexpr int32_t kMost = 65'535;  // a class file has no more lines
  int32_t from = 0, file = 0, repeat = 1, first = 0, each = 1;
  if (!takeNumber(row, from)) return;
  takeNumberAfter('#', row, file);
  takeNumberAfter(',', row, repeat);
  if (!takeNumberAfter(':', row, first)) return;
  takeNumberAfter(',', row, each);
  if (repeat == 0 || each == 0 || first > kMost || repeat > kMost || each > kMost) return;
  const int64_t last = first + static_cast<int64_t>(repeat) * each - 1;
  if (last <= kMost) rows_.push_back({first, static_cast<int32_t>(last), from, each});
}

int32_t SourceMap::callLine(int32_t line) const {
  for (const Rows& rows : rows_) {
    if (line >= rows.first && line <= rows.last)
      return rows.calledFrom + (line - rows.first) / rows.each;
  }
  return line;
}

}  // namespace isl

// A unified diff of texts whose lines correspond one to one: nothing has to be searched for.
#include <vector>

#include "format/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace isl::format {

using llvm::StringRef;

// Lines with their breaks.
static std::vector<StringRef> linesOf(StringRef text) {
  std::vector<StringRef> out;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    out.push_back(text.take_front(end));
    text = text.drop_front(end);
  }
  return out;
}

static void writeLine(llvm::raw_ostream& os, char mark, StringRef line) {
  os << mark << line;
  if (!line.endswith("\n")) os << "\n\\ No newline at end of file\n";
}

std::string unifiedDiff(StringRef before, StringRef after, StringRef name) {
  static constexpr size_t kContext = 3;
  const auto a = linesOf(before), b = linesOf(after);
  const size_t count = std::max(a.size(), b.size());
  auto differs = [&](size_t i) { return i >= a.size() || i >= b.size() || a[i] != b[i]; };
  std::string out;
  llvm::raw_string_ostream os(out);
  for (size_t i = 0; i < count; ++i) {
    if (!differs(i)) continue;
    if (out.empty()) os << "--- " << name << "\n+++ " << name << "\n";
    const size_t begin = i > kContext ? i - kContext : 0;
    size_t last = i;  // the last line that differs and is near enough for the same hunk
    for (size_t j = i; j < count && j <= last + 2 * kContext + 1; ++j) {
      if (differs(j)) last = j;
    }
    const size_t end = std::min(count, last + 1 + kContext);
    const size_t endA = std::min(end, a.size()), endB = std::min(end, b.size());
    auto start = [begin](size_t to) { return to > begin ? begin + 1 : begin; };
    os << "@@ -" << start(endA) << "," << endA - std::min(begin, endA) << " +" << start(endB) << ","
       << endB - std::min(begin, endB) << " @@\n";
    for (size_t j = begin; j < end;) {
      if (!differs(j)) {
        writeLine(os, ' ', a[j++]);
        continue;
      }
      size_t stop = j;
      while (stop < end && differs(stop)) ++stop;
      for (size_t k = j; k < std::min(stop, a.size()); ++k) writeLine(os, '-', a[k]);
      for (size_t k = j; k < std::min(stop, b.size()); ++k) writeLine(os, '+', b[k]);
      j = stop;
    }
    i = end - 1;
    os.flush();
  }
  return os.str();
}

}  // namespace isl::format

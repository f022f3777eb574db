#include "lsp/Edits.h"

#include "format/Format.h"

namespace isl::lsp {

namespace json = llvm::json;
using llvm::StringRef;

json::Value formattingEdits(const Document& document, Span span) {
  const Analysis& now = document.now();
  if (!now.program()) return nullptr;
  const std::string house = format::format(now.text());
  const Lines lines(house);
  const unsigned count = now.lines().count();
  json::Array edits;
  for (unsigned i = 0; i < count; ++i) {
    Span old = now.lines().line(i);
    if (!old.overlaps(span)) continue;
    const Span fresh = lines.line(i);
    const StringRef before = now.text(old), after = StringRef(house).slice(fresh.begin, fresh.end);
    if (i >= lines.count()) {
      // Blank lines at the end go, with the break before them.
      old = {now.lines().line(i - 1).end, now.text().size()};
      edits.push_back(json::Object{{"range", now.range(old)}, {"newText", ""}});
      break;
    }
    if (before != after) {
      edits.push_back(json::Object{{"range", now.range(old)}, {"newText", after.str()}});
    }
    // The last line gets its break.
    if (i + 1 == count && lines.count() > count) {
      const Span end{old.end, old.end};
      edits.push_back(json::Object{
          {"range", now.range(end)},
          {"newText", StringRef(house).slice(fresh.end, lines.line(i + 1).begin).str()}});
    }
  }
  return edits;
}

}  // namespace isl::lsp

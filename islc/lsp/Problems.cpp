#include "lsp/Problems.h"

namespace isl::lsp {

namespace json = llvm::json;
using llvm::StringRef;

namespace {

std::string codeOf(const Message& m) {
  const char* code = diagInfo(m.kind).code;
  return *code == '\0' ? "" : std::string("ISL-") + code;
}

// What has no width is drawn under the character at its place.
Span visibleSpan(const Analysis& analysis, llvm::SMRange range) {
  Span span = analysis.span(range);
  if (span.begin == span.end && span.end < analysis.text().size() &&
      analysis.text()[span.end] != '\n' && analysis.text()[span.end] != '\r') {
    ++span.end;
    while (span.end < analysis.text().size() && (analysis.text()[span.end] & 0xC0) == 0x80)
      ++span.end;
  }
  return span;
}

int severityOf(Severity severity) {
  return severity == Severity::Error ? 1 : severity == Severity::Warning ? 2 : 3;
}

json::Object diagnostic(const Document& document, const Message& m, StringRef page) {
  const Analysis& now = document.now();
  json::Object out{{"range", now.range(visibleSpan(now, m.range))},
                   {"severity", severityOf(m.severity)},
                   {"source", "islc"},
                   {"message", m.text}};
  const std::string code = codeOf(m);
  if (!code.empty()) {
    out["code"] = code;
    if (!page.empty()) {
      out["codeDescription"] = json::Object{{"href", (page + "#" + StringRef(code).lower()).str()}};
    }
  }
  // LSP draws these grey.
  if (m.kind == Diag::UnusedLocal || m.kind == Diag::UnusedConstruct ||
      m.kind == Diag::Unreachable) {
    out["tags"] = json::Array{1};
  }
  json::Array related;
  for (const Message& note : m.notes) {
    related.push_back(json::Object{
        {"location", json::Object{{"uri", document.uri()}, {"range", now.range(note.range)}}},
        {"message", note.text}});
  }
  if (!related.empty()) out["relatedInformation"] = std::move(related);
  return out;
}

std::string title(const Analysis& analysis, const llvm::SMFixIt& fix) {
  const std::string old = analysis.text(analysis.span(fix.getRange())).str();
  if (old.empty()) return ("insert `" + fix.getText() + "`").str();
  if (fix.getText().empty()) return "remove `" + old + "`";
  return ("replace `" + old + "` by `" + fix.getText() + "`").str();
}

}  // namespace

json::Object diagnostics(const Document& document, StringRef page) {
  json::Array list;
  for (const Message& m : document.now().messages()) {
    list.push_back(diagnostic(document, m, page));
  }
  json::Object out{{"uri", document.uri()}, {"diagnostics", std::move(list)}};
  if (document.version()) out["version"] = *document.version();
  return out;
}

json::Value codeActions(const Document& document, Span span, StringRef page) {
  const Analysis& now = document.now();
  json::Array out;
  for (const Message& m : now.messages()) {
    if (m.fixits.empty() || !visibleSpan(now, m.range).overlaps(span)) continue;
    json::Array edits;
    for (const llvm::SMFixIt& fix : m.fixits) {
      edits.push_back(
          json::Object{{"range", now.range(fix.getRange())}, {"newText", fix.getText()}});
    }
    out.push_back(json::Object{
        {"title", title(now, m.fixits.front())},
        {"kind", "quickfix"},
        {"isPreferred", true},
        {"diagnostics", json::Array{diagnostic(document, m, page)}},
        {"edit", json::Object{{"changes", json::Object{{document.uri(), std::move(edits)}}}}}});
  }
  return out;
}

}  // namespace isl::lsp

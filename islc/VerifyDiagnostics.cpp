// The test mode of the compiler: expectations live beside the code they speak about.
#include "Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace isl {

namespace {

struct Expectation {
  Severity severity;
  unsigned line;
  std::string text;
  bool met = false;
};

// Parses `expected-error @+1 {{text}}` occurrences of one line.
void parseLine(llvm::StringRef line, unsigned number, std::vector<Expectation>& out) {
  size_t at;
  while ((at = line.find("expected-")) != llvm::StringRef::npos) {
    line = line.drop_front(at + 9);
    Severity severity;
    if (line.consume_front("error"))
      severity = Severity::Error;
    else if (line.consume_front("warning"))
      severity = Severity::Warning;
    else if (line.consume_front("remark"))
      severity = Severity::Remark;
    else if (line.consume_front("note"))
      severity = Severity::Note;
    else
      continue;
    line = line.ltrim();
    int offset = 0;
    if (line.consume_front("@")) {
      bool negative = line.startswith("-");
      line = line.drop_front();
      unsigned value = 0;
      line.consumeInteger(10, value);
      offset = negative ? -static_cast<int>(value) : static_cast<int>(value);
      line = line.ltrim();
    }
    if (!line.consume_front("{{")) continue;
    size_t end = line.find("}}");
    if (end == llvm::StringRef::npos) continue;
    out.push_back({severity, number + offset, line.take_front(end).str()});
    line = line.drop_front(end + 2);
  }
}

}  // namespace

bool verifyDiagnostics(Diagnostics& diags, unsigned buffer, llvm::raw_ostream& os) {
  diags.sort();
  std::vector<Expectation> expected;
  llvm::StringRef text = diags.sources().getMemoryBuffer(buffer)->getBuffer();
  unsigned number = 0;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    parseLine(line, ++number, expected);
    text = rest;
  }
  bool ok = true;
  auto check = [&](const Message& m) {
    unsigned line = m.range.isValid() ? diags.sources().FindLineNumber(m.range.Start) : 0;
    std::string full = m.text + " [ISL-" + diagInfo(m.kind).code + "]";
    for (Expectation& e : expected) {
      if (!e.met && e.severity == m.severity && e.line == line &&
          llvm::StringRef(full).contains(e.text)) {
        e.met = true;
        return;
      }
    }
    // Notes need no expectation of their own.
    if (m.severity == Severity::Note) return;
    os << "line " << line << ": unexpected " << spelling(m.severity) << ": " << full << "\n";
    ok = false;
  };
  for (const Message& m : diags.messages()) {
    check(m);
    for (const Message& note : m.notes) check(note);
  }
  for (const Expectation& e : expected) {
    if (e.met) continue;
    os << "line " << e.line << ": expected " << spelling(e.severity) << " not reported: " << e.text
       << "\n";
    ok = false;
  }
  return ok;
}

}  // namespace isl

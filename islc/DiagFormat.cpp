// The messages for machines. Columns count code points, as SARIF's columnKind says.
#include "Diagnostics.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace isl {

namespace json = llvm::json;

namespace {

struct Place {
  std::string file;
  unsigned line = 0, column = 0, endLine = 0, endColumn = 0;
};

class Writer {
 public:
  explicit Writer(Diagnostics& diags) : sources_(diags.sources()) {}

  json::Object plain(const Message& m) {
    json::Object out{{"severity", spelling(m.severity)}, {"message", m.text}};
    const char* code = diagInfo(m.kind).code;
    if (*code != '\0') out["code"] = std::string("ISL-") + code;
    if (m.range.isValid()) {
      Place p = place(m.range);
      out["file"] = p.file;
      out["line"] = p.line;
      out["column"] = p.column;
      out["endLine"] = p.endLine;
      out["endColumn"] = p.endColumn;
    }
    json::Array fixes, notes;
    for (const llvm::SMFixIt& fix : m.fixits) {
      Place p = place(fix.getRange());
      fixes.push_back(json::Object{{"line", p.line},
                                   {"column", p.column},
                                   {"endLine", p.endLine},
                                   {"endColumn", p.endColumn},
                                   {"text", fix.getText()}});
    }
    for (const Message& note : m.notes) notes.push_back(plain(note));
    if (!fixes.empty()) out["fixes"] = std::move(fixes);
    if (!notes.empty()) out["notes"] = std::move(notes);
    return out;
  }

  json::Object result(const Message& m) {
    json::Object out{{"ruleId", std::string("ISL-") + diagInfo(m.kind).code},
                     {"level", m.severity == Severity::Remark ? "note" : spelling(m.severity)},
                     {"message", json::Object{{"text", m.text}}}};
    if (!m.range.isValid()) return out;
    out["locations"] = json::Array{location(m.range)};
    json::Array related, replacements;
    for (const Message& note : m.notes) {
      if (!note.range.isValid()) continue;
      json::Object entry = location(note.range);
      entry["message"] = json::Object{{"text", note.text}};
      related.push_back(std::move(entry));
    }
    if (!related.empty()) out["relatedLocations"] = std::move(related);
    for (const llvm::SMFixIt& fix : m.fixits) {
      replacements.push_back(
          json::Object{{"deletedRegion", region(place(fix.getRange()))},
                       {"insertedContent", json::Object{{"text", fix.getText()}}}});
    }
    if (replacements.empty()) return out;
    json::Object change{{"artifactLocation", json::Object{{"uri", place(m.range).file}}},
                        {"replacements", std::move(replacements)}};
    out["fixes"] = json::Array{json::Object{{"artifactChanges", json::Array{std::move(change)}}}};
    return out;
  }

 private:
  static json::Object region(const Place& p) {
    return json::Object{{"startLine", p.line},
                        {"startColumn", p.column},
                        {"endLine", p.endLine},
                        {"endColumn", p.endColumn}};
  }
  json::Object location(llvm::SMRange range) {
    Place p = place(range);
    json::Object physical{{"artifactLocation", json::Object{{"uri", p.file}}},
                          {"region", region(p)}};
    return json::Object{{"physicalLocation", std::move(physical)}};
  }

  void lineAndColumn(llvm::SMLoc loc, unsigned buffer, unsigned& line, unsigned& column) {
    line = sources_.FindLineNumber(loc, buffer);
    const char* begin = sources_.getMemoryBuffer(buffer)->getBufferStart();
    column = 1;
    for (const char* at = loc.getPointer(); at != begin && at[-1] != '\n'; --at) {
      column += (static_cast<unsigned char>(at[-1]) & 0xC0) != 0x80;
    }
  }

  Place place(llvm::SMRange range) {
    unsigned buffer = sources_.FindBufferContainingLoc(range.Start);
    Place p;
    p.file = sources_.getMemoryBuffer(buffer)->getBufferIdentifier().str();
    lineAndColumn(range.Start, buffer, p.line, p.column);
    lineAndColumn(range.End, buffer, p.endLine, p.endColumn);
    return p;
  }

  llvm::SourceMgr& sources_;
};

}  // namespace

void printJson(Diagnostics& diags, llvm::raw_ostream& os) {
  Writer writer(diags);
  json::Array out;
  for (const Message& m : diags.messages()) out.push_back(writer.plain(m));
  os << llvm::formatv("{0:2}", json::Value(std::move(out))) << "\n";
}

void printSarif(Diagnostics& diags, llvm::raw_ostream& os) {
  Writer writer(diags);
  json::Array rules, results;
  std::string last;
  for (const DiagInfo& info : allDiagInfos()) {
    if (*info.code == '\0' || last == info.code) continue;
    last = info.code;
    rules.push_back(json::Object{{"id", "ISL-" + last},
                                 {"name", info.name},
                                 {"shortDescription", json::Object{{"text", info.text}}}});
  }
  for (const Message& m : diags.messages()) results.push_back(writer.result(m));
  json::Object driver{{"name", "islc"}, {"version", ISL_VERSION}, {"rules", std::move(rules)}};
  json::Object run{{"tool", json::Object{{"driver", std::move(driver)}}},
                   {"columnKind", "unicodeCodePoints"},
                   {"results", std::move(results)}};
  json::Object log{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                   {"version", "2.1.0"},
                   {"runs", json::Array{std::move(run)}}};
  os << llvm::formatv("{0:2}", json::Value(std::move(log))) << "\n";
}

}  // namespace isl

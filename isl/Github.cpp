#include <fmt/format.h>

#include "Finding.h"
#include "Formats.h"
#include "report/Format.h"
#include "report/Wording.h"

namespace isl::tool {

using report::Finding;
using report::Report;
using report::Spec;

namespace {

std::string annotation(const Spec& spec, const Finding& finding, const SourceFinder& sources) {
  const bool error = spec.verdict == "fail" && isDefect(finding) && finding.accepted.empty();
  std::string out = error ? "::error " : "::notice ";
  const Place place = report::findingLine(finding);
  if (!place.file.empty()) {
    out += "file=" + escapeCommand(sources.pathOf(place), true) + ",";
    if (place.line >= 0) out += fmt::format("line={},", place.line);
  }
  out += "title=" + escapeCommand("ISL " + spec.name, true) + "::";
  std::string text = describeFinding(spec, finding);
  if (!finding.accepted.empty()) text += " (accepted: " + finding.accepted + ")";
  return out + escapeCommand(text, false) + "\n";
}

}  // namespace

std::string escapeCommand(const std::string& text, bool property) {
  std::string out;
  for (char c : report::plainText(text)) {
    const bool special = c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ','));
    out += special ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return out;
}

std::string toGithub(const Report& report, const SourceFinder& sources) {
  std::string out;
  for (const Spec& spec : report.specs) {
    const char* const kind = spec.verdict == "fail"   ? "error"
                             : spec.verdict == "pass" ? "notice"
                                                      : "warning";
    out +=
        fmt::format("::{} title={}::{}\n", kind, escapeCommand("ISL " + spec.name, true),
                    escapeCommand(report::verdictWord(report, spec) + ", " +
                                      report::verdictNumbers(report, spec) + ". " + spec.verdictWhy,
                                  false));
    for (const Finding& finding : spec.findings) out += annotation(spec, finding, sources);
  }
  return out;
}

}  // namespace isl::tool

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

// plainText() makes one line of its input; the lines of a message are escaped one by one.
std::string lines(const std::vector<std::string>& all) {
  std::string out;
  for (const std::string& one : all) {
    if (!one.empty()) out += escapeXml(one) + "\n";
  }
  return out;
}

std::string testCase(const Spec& spec, const std::string& name, const std::string& body) {
  return fmt::format(
      "    <testcase classname=\"isl.{}\" name=\"{}\" time=\"0\">\n{}    </testcase>\n",
      escapeXml(spec.name), escapeXml(name), body);
}

std::string result(const Spec& spec, const std::string& message, const std::string& text,
                   bool accepted, bool defect = true) {
  if (accepted) return fmt::format("      <skipped message=\"{}\"/>\n", escapeXml(message));
  if (spec.verdict == "fail" && defect)
    return fmt::format("      <failure type=\"isl.{}\" message=\"{}\">{}</failure>\n",
                       escapeXml(spec.name), escapeXml(message), text);
  if (spec.verdict != "inconclusive")
    return fmt::format("      <system-out>{}</system-out>\n", text);
  return fmt::format("      <skipped message=\"{}\"/>\n", escapeXml(message));
}

std::string findingCase(const Spec& spec, const Finding& finding) {
  const std::string described = describeFinding(spec, finding);
  const bool accepted = !finding.accepted.empty();
  const std::string message = accepted ? "accepted: " + finding.accepted : described;
  return testCase(spec, findingKey(spec, finding) + " holds " + finding.type,
                  result(spec, message, lines({described}), accepted, isDefect(finding)));
}

std::string suite(const Report& report, const Spec& spec) {
  std::string cases =
      testCase(spec, "verdict",
               result(spec, spec.verdictWhy,
                      lines({report::verdictNumbers(report, spec), spec.verdictWhy}), false));
  const bool fail = spec.verdict == "fail", open = spec.verdict == "inconclusive";
  size_t accepted = 0, failures = fail ? 1 : 0;
  for (const Finding& finding : spec.findings) {
    accepted += finding.accepted.empty() ? 0 : 1;
    failures += fail && isDefect(finding) && finding.accepted.empty() ? 1 : 0;
    cases += findingCase(spec, finding);
  }
  const size_t all = spec.findings.size() + 1;
  return fmt::format("  <testsuite name=\"isl.{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" "
                     "skipped=\"{}\" time=\"{:.3f}\">\n{}  </testsuite>\n",
                     escapeXml(spec.name), all, failures, open ? all : accepted,
                     static_cast<double>(report.run.wallMs) / 1000, cases);
}

}  // namespace

std::string escapeXml(const std::string& text) {
  std::string out;
  for (char c : report::plainText(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string toJunit(const Report& report) {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"isl\">\n";
  for (const Spec& spec : report.specs) out += suite(report, spec);
  return out + "</testsuites>\n";
}

}  // namespace isl::tool

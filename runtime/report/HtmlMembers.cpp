// Which JVM has which finding: a row for each, with its VSO over time.
#include <algorithm>
#include <map>

#include "report/Chart.h"
#include "report/Format.h"
#include "report/HtmlParts.h"
#include "report/Wording.h"

namespace isl::report {
namespace {

constexpr size_t kColumns = 12;  // findings, those of the first ranks

std::map<uint32_t, uint64_t> bytesByJvm(const Finding& finding) {
  std::map<uint32_t, uint64_t> out;
  for (const SiteJvm& each : finding.jvms) out[each.jvm] += each.penaltyBytes;
  return out;
}

std::string cell(uint64_t bytes, uint64_t most) {
  if (bytes == 0) return "<td>-</td>";
  const double share = most > 0 ? static_cast<double>(bytes) / static_cast<double>(most) : 0;
  return "<td style=\"--share:" + fixed(100 * share, 0) + "%\">" + humanBytes(bytes) + "</td>";
}

}  // namespace

std::string membersPart(const Report& report, size_t at) {
  const Spec& spec = report.specs[at];
  const size_t columns = std::min(kColumns, spec.findings.size());
  if (report.run.jvms.size() < 2) return {};
  std::vector<std::map<uint32_t, uint64_t>> bytes;
  std::vector<uint64_t> most;
  for (size_t i = 0; i < columns; ++i) {
    bytes.push_back(bytesByJvm(spec.findings[i]));
    most.push_back(0);
    for (const auto& [jvm, each] : bytes.back()) most.back() = std::max(most.back(), each);
  }
  const std::string name = "JVMs and findings of " + escapeHtml(spec.name);
  std::string out = element("h2", name) +
                    "<p>Penalty of each finding in each JVM; choose a JVM for its findings.</p>\n"
                    "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" +
                    name +
                    "\">\n<table class=\"matrix\">\n<tr><th scope=\"col\">JVM</th>"
                    "<th scope=\"col\">VSO</th>";
  for (size_t i = 0; i < columns; ++i) {
    const Finding& finding = spec.findings[i];
    out += "<th scope=\"col\"><a href=\"#" + findingId(at, finding.rank) + "\">" +
           escapeHtml(holderText(finding.holder)) + "</a></th>";
  }
  out += "</tr>\n";
  for (uint32_t jvm = 1; jvm <= report.run.jvms.size(); ++jvm) {
    const Jvm& one = report.run.jvms[jvm - 1];
    out += "<tr><th scope=\"row\" data-jvm=\"" + std::to_string(jvm) + "\" data-list=\"findings-" +
           std::to_string(at) + "\">" + escapeHtml(jvmName(one.mainClass, one.member, one.pid)) +
           "</th><td>" + memberLine(report, spec, jvm) + "</td>";
    for (size_t i = 0; i < columns; ++i) {
      const auto found = bytes[i].find(jvm);
      out += cell(found == bytes[i].end() ? 0 : found->second, most[i]);
    }
    out += "</tr>\n";
  }
  out += "</table></div>\n";
  if (spec.findings.size() > columns)
    out += element("p",
                   counted(spec.findings.size() - columns, "finding") + " of lower rank left out.");
  return out;
}

}  // namespace isl::report

#include <fmt/format.h>

#include "Finding.h"
#include "Formats.h"
#include "report/Format.h"
#include "report/Wording.h"

namespace isl::tool {

using report::Report;
using report::Site;
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
                   bool accepted) {
  if (accepted) return fmt::format("      <skipped message=\"{}\"/>\n", escapeXml(message));
  if (spec.verdict == "fail")
    return fmt::format("      <failure type=\"isl.{}\" message=\"{}\">{}</failure>\n",
                       escapeXml(spec.name), escapeXml(message), text);
  if (spec.verdict == "pass") return fmt::format("      <system-out>{}</system-out>\n", text);
  return fmt::format("      <skipped message=\"{}\"/>\n", escapeXml(message));
}

std::string siteCase(const Report& report, const Spec& spec, const Site& site) {
  const std::string text =
      lines({describePlace(site), describeSite(site), report::siteJvms(report, site)});
  const bool accepted = !site.accepted.empty();
  const std::string message = accepted ? "accepted: " + site.accepted : describeSite(site);
  return testCase(spec, fmt::format("{} allocates {}", describePlace(site), site.type),
                  result(spec, message, text, accepted));
}

std::string suite(const Report& report, const Spec& spec) {
  std::string cases =
      testCase(spec, "verdict",
               result(spec, spec.verdictWhy,
                      lines({report::verdictNumbers(report, spec), spec.verdictWhy}), false));
  size_t accepted = 0;
  for (const Site& site : spec.sites) {
    accepted += site.accepted.empty() ? 0 : 1;
    cases += siteCase(report, spec, site);
  }
  const size_t all = spec.sites.size() + 1;
  const bool fail = spec.verdict == "fail", open = !fail && spec.verdict != "pass";
  return fmt::format("  <testsuite name=\"isl.{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" "
                     "skipped=\"{}\" time=\"{:.3f}\">\n{}  </testsuite>\n",
                     escapeXml(spec.name), all, fail ? all - accepted : 0, open ? all : accepted,
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

std::string describeSite(const Site& site) {
  std::string text =
      fmt::format("{} of penalty, {} of {} ({} in the heap)", report::humanBytes(site.penaltyBytes),
                  report::counted(site.suspiciousObjects, "object"),
                  site.type.empty() ? "unknown type" : report::plainText(site.type),
                  report::humanBytes(site.liveBytes));
  if (!site.growth.empty()) text += ", " + report::plainText(site.growth);
  for (const std::string& more : {describePath(site), describeScopes(site)})
    if (!more.empty()) text += "; " + more;
  return text;
}

std::string toJunit(const Report& report) {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"isl\">\n";
  for (const Spec& spec : report.specs) out += suite(report, spec);
  return out + "</testsuites>\n";
}

}  // namespace isl::tool

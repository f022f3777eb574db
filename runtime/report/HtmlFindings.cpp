// Findings on the page, and what fixing them comes to.
#include <algorithm>

#include "report/Chart.h"
#include "report/Fixes.h"
#include "report/Format.h"
#include "report/HtmlParts.h"
#include "report/PathTree.h"
#include "report/Wording.h"

namespace isl::report {
namespace {

// Beyond the twelfth step the tree goes straight down, or a long path would leave the page.
constexpr size_t kDeepest = 12;
constexpr size_t kWidest = 6;  // branches at one place; the sites below have all paths
constexpr size_t kOpen = 3;    // findings that are open at first

std::string branch(const PathNode& node, double all, size_t depth) {
  std::string out;
  for (size_t i = 0; i < std::min(kWidest, node.children.size()); ++i) {
    const PathNode& child = node.children[i];
    const double share = all > 0 ? child.penaltyBytes / all : 0;
    out += "<li><span class=\"bar\" style=\"width:" + fixed(100 * share, 1) +
           "%\"></span><span class=\"share\">" + percent(share) + "</span> " +
           (child.isHolder ? "<strong>" + code(child.label) + "</strong> <em>it collects here</em>"
                           : code(child.label));
    if (!child.detail.empty())
      out += " <span class=\"quiet\">" + escapeHtml(child.detail) + "</span>";
    out += branch(child, all, depth + 1) + "</li>\n";
  }
  if (node.children.size() > kWidest)
    out += element("li", counted(node.children.size() - kWidest, "more branch", "more branches"));
  if (out.empty()) return out;
  return std::string("<ul") + (depth > kDeepest ? " class=\"deep\"" : "") + ">\n" + out + "</ul>\n";
}

std::string tree(const Spec& spec, const Finding& finding) {
  const PathNode top = pathTree(spec, finding);
  if (top.children.empty()) return {};
  return "<div class=\"tree\"><h4>From the root to the objects; bars are penalties</h4>\n" +
         branch(top, top.penaltyBytes, 0) + "</div>\n";
}

std::string source(const Finding& finding, const SourceLookup& sources) {
  const Place place = findingLine(finding);
  if (!sources || place.line < 0) return {};
  const SourceText text = sources(place.className, place.file, place.line);
  if (text.lines.empty()) return {};
  std::string out;
  for (size_t i = 0; i < text.lines.size(); ++i) {
    const uint64_t number = text.first + i;
    const std::string line = std::to_string(number) + "  " + escapeHtml(text.lines[i]);
    out +=
        number == static_cast<uint64_t>(place.line) ? "<mark>" + line + "</mark>\n" : line + "\n";
  }
  return "<pre tabindex=\"0\" aria-label=\"Source lines\">" + out + "</pre>\n";
}

std::string sitesOf(size_t at, const Finding& one) {
  std::string out;
  for (const uint32_t rank : one.sites) {
    out += (out.empty() ? "" : ", ") + ("<a href=\"#" + siteId(at, rank)) + "\">#" +
           std::to_string(rank > 0 ? rank - 1 : 0) + "</a>";
    if (&rank - one.sites.data() == 19) break;  // the JSON report has all of them
  }
  return out;
}

std::string jvmsOf(const Report& report, const Finding& one) {
  std::string out;
  for (const SiteJvm& each : one.jvms) {
    if (each.jvm == 0 || each.jvm > report.run.jvms.size()) continue;
    const Jvm& jvm = report.run.jvms[each.jvm - 1];
    out += (out.empty() ? "" : ", ") + jvmName(jvm.mainClass, jvm.member, jvm.pid);
    if (&each - one.jvms.data() == 4 && one.jvms.size() > 5) {
      out += " and " + counted(one.jvms.size() - 5, "other");
      break;
    }
  }
  return out;
}

std::string jvmNumbers(const Finding& one) {
  std::string out;
  for (const SiteJvm& each : one.jvms) out += (out.empty() ? "" : " ") + std::to_string(each.jvm);
  return out;
}

std::string finding(const Report& report, size_t at, size_t index, const SourceLookup& sources) {
  const Spec& spec = report.specs[at];
  const Finding& one = spec.findings[index];
  std::string out = "<details class=\"finding" +
                    std::string(one.growth == "growing" ? " grows" : "") + "\" id=\"" +
                    findingId(at, one.rank) + "\" data-kind=\"" + escapeHtml(one.kind) +
                    "\" data-rank=\"" + std::to_string(one.rank) + "\" data-bytes=\"" +
                    std::to_string(one.retainedBytes) + "\" data-share=\"" + fixed(one.share, 6) +
                    "\" data-jvms=\"" + jvmNumbers(one) + "\"" + (index < kOpen ? " open" : "") +
                    ">\n<summary><h3>" + escapeHtml(findingHead(one)) + "</h3>\n";
  out += std::string("<span class=\"") + (one.growth == "growing" ? "growing" : "quiet") + "\">" +
         escapeHtml(growthText(one)) + "</span></summary>\n";
  out += lane(report, spec, one);
  out += std::string("<p>") + (one.kind == "churn" ? "Allocated" : "Put there") + " at " +
         escapeHtml(findingPlace(one)) + "</p>\n" + source(one, sources) + "<dl>\n";
  const std::string caller = findingCaller(one);
  if (!caller.empty()) out += term("Called from", escapeHtml(caller));
  out += term(one.kind == "churn"       ? "Of all that was allocated"
              : one.growth == "growing" ? "Of what the live heap gained"
                                        : "Of the live heap",
              percent(one.share));
  if (!one.holder.allocated.empty())
    out += term("The holder was allocated at", escapeHtml(one.holder.allocated));
  if (!one.accepted.empty()) out += term("Accepted", escapeHtml(one.accepted));
  if (!one.sites.empty()) out += term("Allocation sites", sitesOf(at, one));
  const std::string jvms = jvmsOf(report, one);
  if (!jvms.empty()) out += term("JVMs", escapeHtml(jvms));
  return out + "</dl>\n" + tree(spec, one) + "</details>\n";
}

std::string jvmChoice(const Report& report) {
  if (report.run.jvms.empty()) return {};
  std::string out = "<label>JVM <select name=\"jvm\"><option value=\"\">all</option>";
  for (size_t i = 0; i < report.run.jvms.size(); ++i) {
    const Jvm& jvm = report.run.jvms[i];
    out += "<option value=\"" + std::to_string(i + 1) + "\">" +
           escapeHtml(jvmName(jvm.mainClass, jvm.member, jvm.pid)) + "</option>";
  }
  return out + "</select></label>\n";
}

// Only a script can use them: it shows them.
std::string tools(const Report& report, const std::string& list, const Spec& spec) {
  std::string out = "<form class=\"tools\" data-list=\"" + list +
                    "\" role=\"search\" aria-label=\"Findings of " + escapeHtml(spec.name) +
                    "\" hidden>\n<label>Search <input type=\"search\" name=\"q\"></label>\n"
                    "<label>Kind <select name=\"kind\"><option value=\"\">all</option>";
  for (const char* kind : {"leak", "defect", "churn", "idle", "start-up", "unclear"})
    out += std::string("<option>") + kind + "</option>";
  return out + "</select></label>\n" + jvmChoice(report) +
         "<label>Sort by <select name=\"sort\"><option value=\"rank\">growth</option>"
         "<option value=\"bytes\">bytes</option><option value=\"share\">share</option>"
         "<option value=\"name\">name</option></select></label>\n"
         "<button type=\"button\" name=\"open\">Expand</button>\n"
         "<button type=\"button\" name=\"close\">Collapse</button>\n"
         "<output aria-live=\"polite\"></output></form>\n";
}

std::string fixes(const Report& report, size_t at) {
  const Spec& spec = report.specs[at];
  const std::vector<Fix> order = orderOfFixes(spec);
  if (order.empty()) return {};
  std::string out =
      "<h3>If you fix this</h3>\n<p>The rated VSO is " + vsoText(spec.ratedVso) +
      (spec.maxAllowedVso > 0 ? ", the limit " + vsoText(spec.maxAllowedVso) : std::string()) +
      ". In this order the fewest fixes are needed" +
      (report.run.jvms.empty() ? "" : "; at most this is left, in the JVM that has most") +
      ".</p>\n<table class=\"fixes\">\n<tr><th scope=\"col\">clear</th><th scope=\"col\">VSO "
      "without "
      "it alone</th><th scope=\"col\">VSO after it and those above</th></tr>\n";
  constexpr size_t kShown = 20;
  for (size_t i = 0; i < std::min(kShown, order.size()); ++i) {
    const Fix& fix = order[i];
    out += "<tr><th scope=\"row\"><a href=\"#" + findingId(at, fix.finding->rank) + "\">" +
           escapeHtml(holderText(fix.finding->holder)) + "</a></th><td>" + vsoText(fix.alone) +
           "</td><td>" + vsoText(fix.after) +
           (fix.within ? " <strong class=\"good\">within the limit</strong>" : "") + "</td></tr>\n";
  }
  return out + "</table>\n";
}

}  // namespace

std::string findingsPart(const Report& report, size_t at, const SourceLookup& sources) {
  const Spec& spec = report.specs[at];
  const std::string list = "findings-" + std::to_string(at);
  std::string out = "<section aria-labelledby=\"" + list + "-head\">\n<h2 id=\"" + list +
                    "-head\">Findings of " + escapeHtml(spec.name) + "</h2>\n";
  if (spec.findings.empty()) return out + element("p", "No finding.") + "</section>\n";
  if (const std::string early = figuresText(report, spec); !early.empty())
    out += element("p", escapeHtml(early) + ".");
  if (spec.findings.size() > 1) out += tools(report, list, spec);
  out += "<div id=\"" + list + "\">\n";
  for (size_t i = 0; i < spec.findings.size(); ++i) out += finding(report, at, i, sources);
  return out + "</div>\n" + fixes(report, at) + "</section>\n";
}

}  // namespace isl::report

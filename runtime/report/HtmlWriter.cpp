// The report as one page that needs nothing but itself: no script, no font, no network.
#include <algorithm>

#include "report/Chart.h"
#include "report/Format.h"
#include "report/HtmlStyle.h"
#include "report/Report.h"
#include "report/Wording.h"

namespace isl::report {
namespace {

std::string element(const char* tag, const std::string& content, const char* cssClass = nullptr) {
  std::string out = std::string("<") + tag;
  if (cssClass) out += std::string(" class=\"") + cssClass + "\"";
  return out + ">" + content + "</" + tag + ">\n";
}

std::string code(const std::string& text) { return "<code>" + escapeHtml(text) + "</code>"; }

// Only the three words reach a class attribute; anything else counts as undecided.
const char* verdictClass(const Spec& spec) {
  if (spec.verdict == "pass") return "verdict pass";
  return spec.verdict == "fail" ? "verdict fail" : "verdict open";
}

std::string verdicts(const Report& report) {
  std::string out;
  for (const Spec& spec : report.specs) {
    out += std::string("<section class=\"") + verdictClass(spec) + "\">\n";
    out += element("h2", "<strong>" + escapeHtml(verdictWord(spec)) + "</strong> " +
                             escapeHtml(spec.name));
    out += element("p", escapeHtml(verdictNumbers(report, spec)), "numbers");
    if (!spec.verdictWhy.empty()) out += element("p", escapeHtml(spec.verdictWhy));
    out += element("p",
                   "Severity " + fixed(spec.severity, 2) +
                       " of 1: the share of the program's memory, over all checks, that lay there "
                       "with the symptom.",
                   "quiet");
    out += "</section>\n";
  }
  if (report.specs.empty()) out += element("p", "The report holds no spec.", "verdict open");
  return out + element("p", escapeHtml(vsoSentence(report)) + ".");
}

std::string charts(const Report& report) {
  std::string out = element("h2", "Over the run");
  if (report.checks.empty())
    return out + element("p", "No check ran, so there is nothing to draw.");
  out += "<div class=\"charts\">\n" + vsoChart(report);
  // Without penalties the virtual heap is the live heap: one chart is enough for such specs.
  const auto hasPenalty = [](const Spec& spec) { return spec.maxVso >= 1.005; };
  const bool some = std::any_of(report.specs.begin(), report.specs.end(), hasPenalty);
  for (const Spec& spec : report.specs)
    if (hasPenalty(spec) || (!some && &spec == &report.specs.front()))
      out += heapChart(report, spec);
  return out + "</div>\n";
}

std::string holderRow(const PathEdge& edge) {
  std::string out = code(holderField(edge)) + " <span class=\"quiet\">";
  out += edge.holderSite.empty() ? "allocation site unknown"
                                 : "allocated at " + escapeHtml(edge.holderSite);
  if (!edge.holderMethod.empty()) out += " in " + code(edge.holderMethod);
  if (edge.holderId) out += " (site " + std::to_string(edge.holderId) + ")";
  if (edge.retainedBytes) out += "; retains " + humanBytes(edge.retainedBytes);
  for (const std::string& other : edge.alsoHeldBy) out += "; also held by " + code(other);
  return out + "</span>";
}

std::string path(const Path& one, const Site& site) {
  std::string out = "<details open><summary><meter min=\"0\" max=\"1\" value=\"" +
                    fixed(one.share, 4) + "\"></meter> " + percent(one.share) +
                    " of the penalty</summary>\n<ol class=\"path\">\n";
  out += element("li", code(site.type) + " <span class=\"quiet\">the suspicious objects</span>");
  size_t depth = 0;
  // Beyond the twelfth step the tree goes straight down, or a long path would leave the page.
  const auto step = [&depth] { return "d" + std::to_string(std::min<size_t>(++depth, 12)); };
  for (const PathEdge& edge : one.edges)
    out += element("li", "held by " + holderRow(edge), step().c_str());
  out += element("li",
                 one.truncated ? "&hellip; the root was not reached"
                               : "root: <strong>" + escapeHtml(rootText(one.root)) + "</strong>",
                 step().c_str());
  return out + "</ol></details>\n";
}

std::string term(const char* name, const std::string& value) {
  return "<div><dt>" + std::string(name) + "</dt><dd>" + value + "</dd></div>\n";
}

std::string site(const Report& report, const Site& one, size_t index, const Check* check) {
  const size_t number = one.rank ? one.rank - 1 : index;
  std::string out = "<article>\n<h3>#" + std::to_string(number) + " " + escapeHtml(siteFile(one)) +
                    "</h3>\n<p>" + code(siteMethod(one)) + " allocates " +
                    code(one.type.empty() ? "objects of unknown type" : one.type);
  if (!one.via.empty()) out += " through " + code(one.via);
  if (!one.callerFile.empty()) {
    out += ", called from " + code(one.callerMethod) + " at " +
           escapeHtml(one.callerFile + ":" + std::to_string(one.callerLine));
  }
  out += "</p>\n<div class=\"spark-row\">" + sparkline(one);
  if (!one.growth.empty())
    out += std::string("<span class=\"") + (one.growth == "growing" ? "growing" : "quiet") + "\">" +
           escapeHtml(one.growth) +
           "</span> <span class=\"quiet\">suspicious bytes over the checks</span>";
  out += "</div>\n<dl>\n";
  if (!one.accepted.empty()) out += term("Accepted", escapeHtml(one.accepted));
  const std::string jvms = siteJvms(report, one);
  if (!jvms.empty()) out += term("JVM", escapeHtml(jvms));
  out += term("Penalty", exactBytes(one.penaltyBytes));
  std::string heap = exactBytes(one.liveBytes);
  const double share = liveShare(check, one);
  if (share >= 0) heap += ", " + percent(share) + " of the live heap";
  out += term("In the heap", heap);
  if (one.arrayBytes) out += term("of these, arrays they own", exactBytes(one.arrayBytes));
  out += term("Suspicious objects", std::to_string(one.suspiciousObjects));
  for (const ScopeShare& scope : one.scopes) {
    if (&scope - one.scopes.data() == 5) break;  // the JSON report has all of them
    out += term("Allocated in", escapeHtml(scope.name) + ": " +
                                    counted(scope.suspiciousObjects, "object") + ", " +
                                    humanBytes(scope.penaltyBytes) + " of penalty");
  }
  for (const ContextShare& context : one.contexts) {
    if (&context - one.contexts.data() == 5) break;
    out += term("Calling context", "number " + std::to_string(context.context) + ": " +
                                       counted(context.suspiciousObjects, "object") + ", " +
                                       humanBytes(context.penaltyBytes) + " of penalty");
  }
  out += term("Site id", std::to_string(one.id)) + "</dl>\n";
  for (const Path& each : one.paths) out += path(each, one);
  return out + "</article>\n";
}

std::string findings(const Spec& spec) {
  if (spec.findings.empty()) return {};
  std::string out = element("h2", "Findings of " + escapeHtml(spec.name)) + "<ol>\n";
  for (const Finding& one : spec.findings) {
    std::string sites;
    for (const uint32_t rank : one.sites)
      sites += (sites.empty() ? "#" : ", #") + std::to_string(rank - 1);
    const char* const shade = one.growth == "growing" ? "growing" : "quiet";
    out += "<li><strong>" + escapeHtml(findingHead(one)) + "</strong><br>put there at " +
           escapeHtml(findingPlace(one)) + "<br><span class=\"" + shade + "\">" +
           escapeHtml(growthText(one.growth, one.trend)) + "</span>; sites " + sites;
    if (!one.accepted.empty()) out += "<br>accepted: " + escapeHtml(one.accepted);
    out += "</li>\n";
  }
  return out + "</ol>\n";
}

std::string sites(const Report& report, const Spec& spec) {
  const Check* const check = sitesCheck(report, spec);
  std::string title = "Allocation sites of " + escapeHtml(spec.name);
  if (check && report.run.jvms.empty()) title += ", check " + std::to_string(check->n);
  std::string out = element("h2", title);
  if (spec.sites.empty()) return out + element("p", "No suspicious allocation site.");
  for (size_t i = 0; i < spec.sites.size(); ++i) {
    const Site& one = spec.sites[i];
    out += site(report, one, i, siteCheck(report, spec, one));
  }
  return out;
}

// What the program marked, such as its tests; the sites say how much of them each has.
std::string scopes(const Report& report) {
  if (report.scopes.empty()) return {};
  std::string out = element("h2", "Scopes") +
                    "<table>\n<tr><th scope=\"col\">scope</th><th scope=\"col\">opened</th>"
                    "<th scope=\"col\">checks while it was open</th></tr>\n";
  constexpr size_t kShown = 50;
  for (size_t i = 0; i < std::min(kShown, report.scopes.size()); i++) {
    const Scope& scope = report.scopes[i];
    out += "<tr><th scope=\"row\">" + escapeHtml(scope.name) + "</th><td>" +
           std::to_string(scope.opened) + "</td><td>" + std::to_string(scope.checks) +
           "</td></tr>\n";
  }
  out += "</table>\n";
  if (report.scopes.size() > kShown) {
    out +=
        element("p", counted(report.scopes.size() - kShown, "more scope") + " in the JSON report.");
  }
  return out;
}

std::string explanations(const Report& report) {
  if (report.explanations.empty()) return {};
  std::string out = element("h2", "Sites that were asked for");
  for (const Explanation& explanation : report.explanations) {
    out += "<article>\n" + element("h3", code(explanation.asked));
    if (explanation.sites.empty()) out += element("p", escapeHtml(nothingAsked(explanation)) + ".");
    for (const ExplainedSite* one : explainedSites(explanation)) {
      out += element("p", code(explainedPlace(*one))) + "<table>\n";
      for (const SiteEvidence& evidence : one->specs)
        out += "<tr><th scope=\"row\">" + escapeHtml(evidence.spec) + "</th><td>" +
               escapeHtml(evidence.status) + "</td><td>" + escapeHtml(evidence.why) +
               "</td></tr>\n";
      out += "</table>\n";
    }
    const std::string dead = deadSites(explanation);
    if (!dead.empty()) out += element("p", escapeHtml(dead) + ".");
    out += "</article>\n";
  }
  return out;
}

std::string notObserved(const Report& report) {
  const Coverage& coverage = report.coverage;
  std::string out = element("h2", "What was not observed");
  out += element("p", std::to_string(coverage.classesInstrumented) + " of " +
                          counted(coverage.classesSeen, "class", "classes") + " instrumented.");
  const std::vector<std::string> list = leftOut(report);
  if (list.empty()) return out + element("p", "Nothing that the agent knows of is missing.");
  out += "<ul>\n";
  for (const std::string& entry : list) out += element("li", escapeHtml(entry));
  return out + "</ul>\n";
}

std::string howToRead() {
  return element("h2", "How to read this page") +
         "<p>At each check the agent looks at every live object. An object that shows the symptom "
         "of "
         "the spec gets a penalty of its own size, again at every check: the live heap plus all "
         "penalties is the virtual heap, and VSO is the virtual heap divided by the live heap. "
         "Nothing is allocated for it.</p>\n<p>A leak is what grows with the program's work. The "
         "rated "
         "VSO, which a limit is compared with, is 1 + 20 times the leaks' part of what the live "
         "heap "
         "gains. Begin with the first finding: clear its holder, or change the line that puts the "
         "objects there. The sites below are its details.</p>\n";
}

std::string title(const Report& report) {
  for (const Spec& spec : report.specs)
    if (spec.verdict == "fail") return "FAIL " + spec.name;
  return report.specs.empty() ? "ISL report"
                              : verdictWord(report.specs[0]) + " " + report.specs[0].name;
}

}  // namespace

std::string toHtml(const Report& report) {
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n";
  out += element("title", escapeHtml(title(report)));
  out += std::string("<style>\n") + kStyle + "</style>\n</head>\n<body>\n<main>\n";
  out += element("h1", "Memory report");
  out += element("p", escapeHtml(runLine(report.run)), "quiet");
  out += verdicts(report) + charts(report);
  for (const Spec& spec : report.specs) out += findings(spec) + sites(report, spec);
  out += scopes(report) + explanations(report) + notObserved(report) + howToRead();
  return out + "</main>\n</body>\n</html>\n";
}

}  // namespace isl::report

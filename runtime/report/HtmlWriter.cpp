// The report as one page that needs nothing but itself: no font, no network; a script only to search and sort.
#include <algorithm>

#include "report/Chart.h"
#include "report/Format.h"
#include "report/HtmlParts.h"
#include "report/HtmlScript.h"
#include "report/HtmlStyle.h"
#include "report/Report.h"
#include "report/Wording.h"

namespace isl::report {

std::string element(const char* tag, const std::string& content, const char* cssClass) {
  std::string out = std::string("<") + tag;
  if (cssClass) out += std::string(" class=\"") + cssClass + "\"";
  return out + ">" + content + "</" + tag + ">\n";
}

std::string code(const std::string& text) { return "<code>" + escapeHtml(text) + "</code>"; }

std::string term(const char* name, const std::string& value) {
  return "<div><dt>" + std::string(name) + "</dt><dd>" + value + "</dd></div>\n";
}

std::string siteId(size_t spec, uint32_t rank) {
  return "s" + std::to_string(spec) + "-" + std::to_string(rank);
}

std::string findingId(size_t spec, uint32_t rank) {
  return "f" + std::to_string(spec) + "-" + std::to_string(rank);
}

namespace {

// Only the three words reach a class attribute; anything else counts as undecided.
const char* verdictClass(const Spec& spec) {
  if (spec.verdict == "pass") return "verdict pass";
  return spec.verdict == "fail" ? "verdict fail" : "verdict open";
}

std::string verdicts(const Report& report) {
  std::string out;
  for (const Spec& spec : report.specs) {
    out += std::string("<section class=\"") + verdictClass(spec) + "\">\n";
    out += element("h2", "<strong>" + escapeHtml(verdictWord(report, spec)) + "</strong> " +
                             escapeHtml(spec.name));
    out += element("p", escapeHtml(verdictNumbers(report, spec)), "numbers");
    if (!spec.verdictWhy.empty()) out += element("p", escapeHtml(spec.verdictWhy));
    const std::string nothing = trackedNothing(report, spec);
    if (!nothing.empty()) out += element("p", escapeHtml(nothing));
    out += element("p",
                   "Severity " + fixed(spec.severity, 2) +
                       " of 1: the share of the program's memory, over all checks, that lay there "
                       "with the symptom.",
                   "quiet");
    out += "</section>\n";
  }
  if (report.specs.empty()) out += element("p", "The report holds no spec.", "verdict open");
  const std::vector<std::string> outlook = outlookWithCause(report);
  if (!outlook.empty()) {
    out += "<section class=\"verdict open\">\n" + element("h2", "What is to come");
    for (const std::string& text : outlook) out += element("p", escapeHtml(text));
    out += "</section>\n";
  }
  return out + element("p", escapeHtml(vsoSentence(report)) + ".");
}

std::string charts(const Report& report) {
  std::string out = element("h2", "Over the run");
  if (report.checks.empty())
    return out + element("p", "No check ran, so there is nothing to draw.");
  const Axis work = workAxis(report);
  out += "<div class=\"charts\">\n" + vsoChart(report, Axis::kTime);
  if (work != Axis::kTime) out += vsoChart(report, work);
  // Without penalties the virtual heap is the live heap: one chart is enough for such specs.
  const auto hasPenalty = [](const Spec& spec) { return spec.maxVso >= 1.005; };
  const bool some = std::any_of(report.specs.begin(), report.specs.end(), hasPenalty);
  for (const Spec& spec : report.specs)
    if (hasPenalty(spec) || (!some && &spec == &report.specs.front())) {
      out += heapChart(report, spec, Axis::kTime);
      if (work != Axis::kTime) out += heapChart(report, spec, work);
    }
  return out + "</div>\n";
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

// A browser opens a page of 5 MB in a second, and mail takes it.
constexpr size_t kMostBytes = 4'800'000;

// What the sites of one of so many specs may take.
size_t roomFor(size_t specs, size_t used) {
  return used < kMostBytes ? (kMostBytes - used) / specs : 0;
}

std::string title(const Report& report) {
  for (const Spec& spec : report.specs)
    if (spec.verdict == "fail") return "FAIL " + spec.name;
  return report.specs.empty() ? "ISL report"
                              : verdictWord(report, report.specs[0]) + " " + report.specs[0].name;
}

}  // namespace

std::string toHtml(const Report& report, const SourceLookup& sources) {
  std::string out =
      std::string("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                  "style-src 'unsafe-inline'; script-src '") +
      kScriptHash +
      "'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n";
  out += element("title", escapeHtml(title(report)));
  out += std::string("<style>\n") + kStyle + "</style>\n</head>\n<body>\n<main>\n";
  out += element("h1", "Memory report");
  out += element("p", escapeHtml(runLine(report.run)), "quiet");
  out += verdicts(report);
  for (size_t at = 0; at < report.specs.size(); ++at)
    out += findingsPart(report, at, sources) + membersPart(report, at);
  out += charts(report);
  const std::string end =
      scopes(report) + explanations(report) + runPart(report) + notObserved(report) + howToRead();
  for (size_t at = 0; at < report.specs.size(); ++at)
    out += sitesPart(report, at, roomFor(report.specs.size() - at, out.size() + end.size()));
  out += end + "</main>\n<script>" + kScript + "</script>\n";
  return out + "</body>\n</html>\n";
}

}  // namespace isl::report

// Allocation sites on the page: the first in full, all of them in short.
#include <algorithm>

#include "report/Chart.h"
#include "report/Format.h"
#include "report/HtmlParts.h"
#include "report/Wording.h"

namespace isl::report {
namespace {

constexpr size_t kOpen = 3;    // sites that are open at first
constexpr size_t kFull = 100;  // with paths; a reader who needs more searches the table

std::string holderRow(const PathEdge& edge) {
  std::string out = code(holderField(edge)) + " <span class=\"quiet\">";
  out += edge.holderSite.empty() ? "allocation site unknown"
                                 : "allocated at " + escapeHtml(edge.holderSite);
  if (!edge.holderMethod.empty()) out += " in " + code(edge.holderMethod);
  if (edge.holderId) out += " (site " + std::to_string(edge.holderId) + ")";
  if (edge.retainedBytes) out += "; retains " + humanBytes(edge.retainedBytes);
  if (!edge.boundedBy.empty()) out += "; bounds itself by " + code(edge.boundedBy);
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

std::string site(const Report& report, size_t at, size_t index) {
  const Spec& spec = report.specs[at];
  const Site& one = spec.sites[index];
  const Check* const check = siteCheck(report, spec, one);
  const size_t number = one.rank ? one.rank - 1 : index;
  std::string out = "<details class=\"site\" id=\"" + siteId(at, one.rank) + "\"" +
                    (index < kOpen ? " open" : "") + ">\n<summary><h3>#" + std::to_string(number) +
                    " " + escapeHtml(siteFile(one)) + "</h3>\n" + code(siteMethod(one)) +
                    " allocates " + code(one.type.empty() ? "objects of unknown type" : one.type) +
                    ", " + humanBytes(one.liveBytes) + "</summary>\n<p>" + code(siteMethod(one));
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
  const std::string jvms = jvmsText(report, one.jvms);
  if (!jvms.empty()) out += term("JVM", escapeHtml(jvms));
  out += term("Penalty", exactBytes(one.penaltyBytes));
  std::string heap = exactBytes(one.liveBytes);
  const double share = liveShare(check, one);
  const bool churn = spec.defect == "churn";
  if (share >= 0 && !churn) heap += ", " + percent(share) + " of the live heap";
  out += term(churn ? "Died young" : "In the heap", heap);
  if (const std::string work = workText(one.work); !work.empty())
    out += term("By the work", escapeHtml(work));
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
  return out + "</details>\n";
}

std::string row(const std::string& name, uint64_t objects, uint64_t bytes) {
  return "<tr data-bytes=" + std::to_string(bytes) + "><td>" + escapeHtml(name) + "<td>" +
         std::to_string(objects) + "<td>" + humanBytes(bytes) + "\n";
}

std::string shortName(const std::string& place, const std::string& type, const std::string& via) {
  return place + " -> " + type + (via.empty() ? "" : " via " + via);
}

std::vector<std::string> rowsOf(const Spec& spec) {
  std::vector<ProfileSite> all = spec.profile.sites;
  std::stable_sort(all.begin(), all.end(), [](const ProfileSite& a, const ProfileSite& b) {
    return a.liveBytes > b.liveBytes;
  });
  std::vector<std::string> out;
  for (const ProfileSite& one : all)
    out.push_back(row(shortName(one.className + "." + one.method, one.type, one.via), one.objects,
                      one.liveBytes));
  if (!all.empty()) return out;
  for (const Site& one : spec.sites)
    out.push_back(
        row(shortName(siteMethod(one), one.type, one.via), one.suspiciousObjects, one.liveBytes));
  return out;
}

// Every site by name, while there is room.
std::string allSites(const Spec& spec, size_t at, size_t room) {
  const std::vector<std::string> rows = rowsOf(spec);
  if (rows.size() <= spec.sites.size() && spec.sites.size() <= kFull) return {};
  const std::string list = "sites-" + std::to_string(at);
  std::string out = "<details><summary>All " + counted(rows.size(), "site") +
                    " in short</summary>\n<form class=\"tools\" data-list=\"" + list +
                    "\" role=\"search\" aria-label=\"Sites of " + escapeHtml(spec.name) +
                    "\" hidden>\n<label>Search <input type=\"search\" name=\"q\"></label>\n"
                    "<label>Sort by <select name=\"sort\"><option value=\"bytes\">bytes</option>"
                    "<option value=\"name\">name</option></select></label>\n"
                    "<output aria-live=\"polite\"></output></form>\n<table class=\"all\">\n<thead>"
                    "<tr><th scope=\"col\">site<th scope=\"col\">objects<th scope=\"col\">"
                    "bytes<tbody id=\"" +
                    list + "\">\n";
  size_t shown = 0;
  for (const std::string& each : rows) {
    if (each.size() > room) break;
    room -= each.size();
    out += each;
    ++shown;
  }
  out += "</tbody></table>\n";
  if (shown < rows.size())
    out += element("p", counted(rows.size() - shown, "more site") + " in the JSON report.");
  return out + "</details>\n";
}

}  // namespace

std::string sitesPart(const Report& report, size_t at, size_t room) {
  const Spec& spec = report.specs[at];
  const Check* const check = sitesCheck(report, spec);
  std::string title = "Allocation sites of " + escapeHtml(spec.name);
  if (check && report.run.jvms.empty()) title += ", check " + std::to_string(check->n);
  std::string out = element("h2", title);
  if (spec.sites.empty()) out += element("p", "No suspicious allocation site.");
  for (size_t i = 0; i < std::min(kFull, spec.sites.size()) && out.size() < room; ++i)
    out += site(report, at, i);
  return out + allSites(spec, at, room - std::min(room, out.size()));
}

}  // namespace isl::report

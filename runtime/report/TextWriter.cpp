// The report for a terminal: the verdict in the first line, the sites in the second glance.
#include <algorithm>

#include "report/Format.h"
#include "report/Report.h"
#include "report/Wording.h"

namespace isl::report {
namespace {

void line(std::string& out, const std::string& text) { out += text + "\n"; }

void verdict(std::string& out, const Report& report, const Spec& spec) {
  line(out, verdictWord(report, spec) + "  " + plainText(spec.name) + ": " +
                verdictNumbers(report, spec));
  if (!spec.verdictWhy.empty()) line(out, "  " + plainText(spec.verdictWhy));
  const std::string nothing = trackedNothing(report, spec);
  if (!nothing.empty()) line(out, "  " + plainText(nothing));
}

void verdicts(std::string& out, const Report& report) {
  // What fails is read first, whatever the order of the specs.
  std::vector<const Spec*> specs;
  for (const Spec& spec : report.specs) specs.push_back(&spec);
  std::stable_partition(specs.begin(), specs.end(),
                        [](const Spec* spec) { return spec->verdict == "fail"; });
  for (const Spec* spec : specs) verdict(out, report, *spec);
  if (specs.empty()) line(out, "INCONCLUSIVE  the report holds no spec");
  for (const std::string& text : outlookWithCause(report)) line(out, "  " + text);
  line(out, "  " + vsoSentence(report));
  line(out, "  " + runLine(report.run));
}

std::string holder(const PathEdge& edge) {
  std::string text =
      "ID: " + (edge.holderId ? std::to_string(edge.holderId) : std::string("-")) + "  ";
  if (!edge.holderSite.empty())
    text += plainText(edge.holderSite) + "  ";
  else if (edge.holderMethod.empty())
    text += "unknown site  ";
  text += holderField(edge);
  if (!edge.holderMethod.empty()) text += "  (allocated in " + plainText(edge.holderMethod) + ")";
  if (edge.retainedBytes != 0) text += "  retains " + humanBytes(edge.retainedBytes);
  for (const std::string& other : edge.alsoHeldBy)
    text += "\n      also held by " + plainText(other);
  return text;
}

void path(std::string& out, const Path& path) {
  const char* lead = "      ";
  for (const PathEdge& edge : path.edges) {
    line(out, lead + holder(edge));
    lead = "   <= ";
  }
  line(out, lead + (path.truncated ? std::string("... (the root was not reached)")
                                   : "root: " + rootText(path.root)));
}

// Up to the check that the site's numbers are from: what the program lets go of as it ends is no part of its trend.
std::string trend(const Site& site, const Check* until) {
  std::string text = "Trend: " + growthText(site.growth, site.trend);
  if (site.history.empty()) return text;
  const auto later = [until](const auto& at) { return until != nullptr && at.check > until->n; };
  auto last = std::find_if(site.history.begin(), site.history.end(), later);
  if (last != site.history.begin()) --last;
  return text + ", " + humanBytes(site.history.front().liveBytes) + " suspicious at check " +
         std::to_string(site.history.front().check) + ", " + humanBytes(last->liveBytes) +
         " at check " + std::to_string(last->check);
}

// "Title: what (objects, share of the penalty); ...": the three with the largest part of the penalty.
template <typename Share, typename Name>
std::string shares(const Site& site, const std::vector<Share>& all, const char* title,
                   const char* unit, const Name& name) {
  constexpr size_t kShown = 3;
  std::string text;
  for (size_t i = 0; i < std::min(kShown, all.size()); i++) {
    const Share& share = all[i];
    text +=
        (i == 0 ? title : "; ") + name(share) + " (" + counted(share.suspiciousObjects, "object");
    if (site.penaltyBytes > 0) {
      text += ", " +
              percent(static_cast<double>(share.penaltyBytes) /
                      static_cast<double>(site.penaltyBytes)) +
              " of the penalty";
    }
    text += ")";
  }
  if (all.size() > kShown)
    text += "; " + counted(all.size() - kShown, unit) + " in the JSON report";
  return text;
}

// Which tests made the objects.
std::string scopes(const Site& site) {
  return shares(site, site.scopes, "Allocated in scope: ", "more scope",
                [](const ScopeShare& share) { return plainText(share.name); });
}

std::string contexts(const Site& site) {
  return shares(
      site, site.contexts, "Calling contexts: ", "more context",
      [](const ContextShare& share) { return "number " + std::to_string(share.context); });
}

void site(std::string& out, const Report& report, const Spec& spec, const Site& site,
          size_t index) {
  const size_t number = site.rank ? site.rank - 1 : index;
  line(out,
       "#" + std::to_string(number) + ". id: " + std::to_string(site.id) + "  " + siteFile(site));
  line(out, "Method: " + siteMethod(site));
  if (!site.callerFile.empty()) {
    line(out, "Called from: " + plainText(site.callerFile) + ": " +
                  std::to_string(site.callerLine) + "  (" + plainText(site.callerMethod) + ")");
  }
  if (!site.accepted.empty()) line(out, "Accepted: " + plainText(site.accepted));
  const std::string jvms = jvmsText(report, site.jvms);
  if (!jvms.empty()) line(out, "JVM: " + jvms);
  if (!site.via.empty()) line(out, "Allocated by: " + plainText(site.via));
  line(out, "Object Type: " + (site.type.empty() ? "unknown" : plainText(site.type)));
  line(out, "Number of suspicious objects: " + std::to_string(site.suspiciousObjects));
  if (spec.defect == "churn")
    return line(out, "Size: " + exactBytes(site.liveBytes) + " died young");
  const Check* const check = siteCheck(report, spec, site);
  std::string size = "Size: " + exactBytes(site.penaltyBytes) + " of penalty; " +
                     exactBytes(site.liveBytes) + " in the heap";
  if (site.arrayBytes) size += ", of these " + exactBytes(site.arrayBytes) + " in arrays they own";
  const double share = liveShare(check, site);
  if (share >= 0) size += ", " + percent(share) + " of the live heap";
  line(out, size);
  if (!site.growth.empty()) line(out, trend(site, check));
  if (const std::string work = workText(site.work); !work.empty()) line(out, "Work: " + work);
  if (!site.scopes.empty()) line(out, scopes(site));
  if (!site.contexts.empty()) line(out, contexts(site));
  if (site.paths.empty()) return;
  line(out, "Path: " + percent(site.paths.front().share) + " of the penalty is held by");
  path(out, site.paths.front());
  const size_t more = site.paths.size() - 1;
  if (more == 1) line(out, "(another way to these objects is in the JSON report)");
  if (more > 1) {
    line(out, "(" + std::to_string(more) + " more ways to these objects are in the JSON report)");
  }
}

void finding(std::string& out, const Finding& one) {
  line(out, std::to_string(one.rank) + ". " + findingHead(one));
  if (!one.accepted.empty()) line(out, "   accepted: " + plainText(one.accepted));
  line(out, "   " + findingOrigin(one));
  if (!one.holder.allocated.empty())
    line(out, "   the holder was allocated at " + plainText(one.holder.allocated));
  if (const std::string growth = growthText(one); !growth.empty()) line(out, "   " + growth);
  std::string sites;
  for (const uint32_t rank : one.sites)
    sites += (sites.empty() ? "#" : ", #") + std::to_string(rank - 1);
  if (!one.sites.empty())
    line(out, "   " + std::string(one.sites.size() == 1 ? "site " : "sites ") + sites);
  if (one.paths.empty()) return;
  line(out, "   held by");
  path(out, one.paths.front());
}

void findings(std::string& out, const Report& report, const Spec& spec, uint32_t top) {
  if (spec.findings.empty()) return;
  line(out, "");
  line(out, plainText(spec.name) + ": " + counted(spec.findings.size(), "finding"));
  if (const std::string early = figuresText(report, spec); !early.empty()) line(out, early);
  for (size_t i = 0; i < std::min<size_t>(top, spec.findings.size()); ++i)
    finding(out, spec.findings[i]);
}

void sites(std::string& out, const Report& report, const Spec& spec, uint32_t top) {
  const Check* const check = sitesCheck(report, spec);
  line(out, "");
  if (spec.sites.empty()) {
    line(out, plainText(spec.name) + ": no suspicious allocation site" +
                  (check ? std::string() : ", for no check ran"));
    return;
  }
  const size_t shown = std::min<size_t>(top, spec.sites.size());
  std::string head =
      plainText(spec.name) + ": allocation sites, growing ones first, then by penalty";
  if (check && report.run.jvms.empty())
    head += " at check " + std::to_string(check->n) + " (live heap " +
            exactBytes(check->liveBytes) + ")";
  line(out, head);
  for (size_t i = 0; i < shown; ++i) {
    line(out, "");
    site(out, report, spec, spec.sites[i], i);
  }
  if (shown < spec.sites.size())
    line(out, "\n" + counted(spec.sites.size() - shown, "more site") + " in the JSON report");
}

void observed(std::string& out, const Report& report) {
  const Coverage& coverage = report.coverage;
  line(out, "");
  line(out, "Observed: " + std::to_string(coverage.classesInstrumented) + " of " +
                counted(coverage.classesSeen, "class", "classes") + " instrumented");
  if (const std::string text = readyText(report.run); !text.empty())
    line(out, "  the program was ready " + text);
  if (const std::string text = pressureText(report.pressure); !text.empty())
    line(out, "  memory pressure: " + text);
  for (const Spec& spec : report.specs) {
    std::string text = "  " + plainText(spec.name) + ": " +
                       counted(spec.objects.amplified, "object") + " amplified, " +
                       std::to_string(spec.objects.cleared) + " of them cleared later; " +
                       counted(spec.sitesAmplified.amplified, "site") + " amplified, " +
                       std::to_string(spec.sitesAmplified.cleared) + " cleared";
    for (const Handler& handler : spec.handlers)
      text += "; " + plainText(handler.event) + " " +
              (handler.mode == "summary" ? "need not run" : counted(handler.count, "event"));
    line(out, text);
  }
}

void explanations(std::string& out, const Report& report) {
  for (const Explanation& explanation : report.explanations) {
    line(out, "");
    line(out, "Explain " + plainText(explanation.asked) +
                  (explanation.sites.empty() ? ": " + nothingAsked(explanation) : std::string()));
    for (const ExplainedSite* site : explainedSites(explanation)) {
      line(out, "  " + explainedPlace(*site));
      for (const SiteEvidence& evidence : site->specs)
        line(out, "    " + plainText(evidence.spec) + ": " + plainText(evidence.status) + ": " +
                      plainText(evidence.why));
    }
    const std::string dead = deadSites(explanation);
    if (!dead.empty()) line(out, "  " + dead);
  }
}

void notCounted(std::string& out, const Report& report) {
  const std::vector<std::string> list = leftOut(report);
  line(out, "");
  line(out, list.empty() ? "Not counted: nothing that the agent knows of" : "Not counted:");
  for (const std::string& entry : list) line(out, "  - " + entry);
}

}  // namespace

std::string toText(const Report& report, uint32_t top) {
  std::string out;
  verdicts(out, report);
  for (const Spec& spec : report.specs) {
    findings(out, report, spec, top);
    sites(out, report, spec, top);
  }
  explanations(out, report);
  observed(out, report);
  notCounted(out, report);
  return out;
}

}  // namespace isl::report

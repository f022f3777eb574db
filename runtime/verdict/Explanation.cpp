#include "verdict/Explanation.h"

#include <algorithm>
#include <set>

#include "base/EditDistance.h"
#include "base/Text.h"
#include "heap/SiteWatch.h"
#include "report/Format.h"

namespace isl {
namespace {

using report::counted;
using std::to_string;

constexpr size_t kMaxNear = 5;

std::string placeOf(const Site& site) {
  std::string text = dotted(site.className) + "." + std::string(site.method);
  return site.line < 0 ? text : text + ":" + to_string(site.line);
}

std::string untouched(const SiteWatch::Facts& facts) {
  if (facts.longest == 0) {
    return "its objects (at most " + to_string(facts.mostObjects) +
           " alive at once) were in use before every look";
  }
  return "of its objects (at most " + to_string(facts.mostObjects) +
         " alive at once) the one untouched longest had not been used for " +
         counted(facts.longest, "check") + " (at check " + to_string(facts.longestAt) +
         "); one was last touched or made in the interval before check " +
         to_string(facts.lastTouch);
}

std::string clearedText(const SiteWatch::SpecFacts& facts) {
  if (facts.cleared == 0) return "";
  std::string text = "; at least " + counted(facts.cleared, "suspicious object") +
                     (facts.cleared == 1 ? " was" : " were") + " used again, seen at check";
  for (size_t i = 0; i < facts.clearedAt.size(); i++) {
    text += (i == 0 ? " " : ", ") + to_string(facts.clearedAt[i]);
  }
  return facts.clearedAt.size() == SiteWatch::kMaxChecks ? text + " and later" : text;
}

std::string suspiciousText(const SiteWatch::SpecFacts& facts) {
  return counted(facts.mostObjects, "object") + " with " + report::exactBytes(facts.mostBytes) +
         " at most, at " + counted(facts.suspiciousWalks, "look") + " between check " +
         to_string(facts.firstSuspicious) + " and " + to_string(facts.lastSuspicious) +
         clearedText(facts);
}

// What may explain that arrays of the site were not seen.
std::string lengthText(const IslSpec& spec) {
  const int32_t least = isl_least_length(spec);
  if (least < 2) return "";
  return "; arrays shorter than " + to_string(least) +
         " elements are not followed, as no handler ever penalises one";
}

std::string thresholdText(const Thresholds& thresholds) {
  return "`min-site` (" + report::exactBytes(thresholds.minSiteBytes) + " and " +
         report::percent(thresholds.minSiteShare) + " of the live heap)";
}

// Is one of the entries of this location in the report's list? Its rank, or 0.
uint32_t rankOf(const ReportInputs& in, const SpecRun& run, uint32_t base) {
  for (size_t i = 0; i < run.worst().size(); i++) {
    const uint32_t id = run.worst()[i].site;
    const Site site = in.sites->get(id);
    if ((site.base != 0 ? site.base : id) == base) return static_cast<uint32_t>(i + 1);
  }
  return 0;
}

void judge(const ReportInputs& in, const SpecRun& run, const SiteWatch::Facts& facts,
           const SiteWatch::SpecFacts& own, report::SiteEvidence& out) {
  const IslSpec& spec = run.engine().spec();
  const uint32_t rank = rankOf(in, run, facts.site);
  if (in.watch->walks() == 0) {
    out.status = "no-check";
    out.why = "the heap was never looked at: no check ran";
  } else if (rank > 0) {
    out.status = "flagged";
    out.why = "it is number " + to_string(rank) + " of the sites" +
              (rank > in.options->top ? ", more than `top` shows" : "") + ": " +
              suspiciousText(own);
  } else if (facts.walksAlive == 0) {
    out.status = "never-alive";
    out.why = "no object of it was alive at any of the " + to_string(in.watch->walks()) +
              " looks at the heap" + lengthText(spec);
  } else if (own.tracked == 0) {
    out.status = "not-tracked";
    out.why = spec.mainContext < 0 ? "the spec tracks none of its objects"
                                   : "its objects are not in context " +
                                         std::string(spec.contexts[spec.mainContext].name) +
                                         ", the one whose objects the spec tracks";
    out.why += lengthText(spec);
  } else if (run.isAside(facts.site)) {
    out.status = "set-aside";
    out.why = "the option `aside` names its class, so it does not count";
  } else if (own.countedWalks > 0) {
    out.status = "cleared";
    out.why = "it counted, but no longer at check " + to_string(run.sitesCheck()) +
              ", from which the sites are: " + suspiciousText(own);
  } else if (own.hiddenWalks > 0) {
    out.status = "below-min-site";
    out.why = "it never reached " + thresholdText(run.thresholds()) + ": " + suspiciousText(own);
  } else {
    out.status = "never-suspicious";
    out.why = spec.summary == ISL_SUMMARY_STALE_WINDOW
                  ? untouched(facts) + "; " + to_string(spec.window()) +
                        " checks without a use make one suspicious"
                  : "no handler gave an object of it a penalty; " + untouched(facts);
    out.why += clearedText(own);
  }
}

report::SiteEvidence evidenceOf(const ReportInputs& in, size_t index,
                                const SiteWatch::Facts& facts) {
  const SpecRun& run = *in.runs[index];
  const SiteWatch::SpecFacts& own = facts.specs[index];
  report::SiteEvidence out;
  out.spec = run.engine().spec().name;
  out.suspiciousObjects = own.mostObjects;
  out.suspiciousBytes = own.mostBytes;
  out.suspiciousLooks = own.suspiciousWalks;
  out.clearedObjects = own.cleared;
  out.clearedChecks = own.clearedAt;
  judge(in, run, facts, own, out);
  return out;
}

report::ExplainedSite explainedSite(const ReportInputs& in, const SiteWatch::Facts& facts) {
  const Site site = in.sites->get(facts.site);
  report::ExplainedSite out;
  out.id = facts.site;
  out.className = dotted(site.className);
  out.method = site.method;
  out.file = site.sourceFile;
  out.line = site.line;
  out.allocates = dotted(site.target);
  if (site.kind == SiteKind::LibraryCall) out.allocates.insert(0, "in ");
  if (site.kind == SiteKind::CallRule) out.allocates.insert(0, "the result of ");
  out.looks = in.watch->walks();
  out.looksAlive = facts.walksAlive;
  out.objects = facts.mostObjects;
  out.longestUntouched = facts.longest;
  out.longestUntouchedCheck = facts.longestAt;
  out.lastTouched = facts.lastTouch;
  for (size_t i = 0; i < in.runs.size(); i++) out.specs.push_back(evidenceOf(in, i, facts));
  return out;
}

// Instrumented sites with a name like the one asked for, the likeliest first.
std::vector<std::string> nearNames(const SiteTable& sites, const SitePattern& pattern) {
  const std::string asked = pattern.className + "." + pattern.method;
  std::set<std::pair<size_t, std::string>> found;
  for (uint32_t id = kFirstSite; id < sites.size(); id++) {
    const Site site = sites.get(id);
    const std::string className = dotted(site.className);
    const std::string name = className + "." + std::string(site.method);
    const std::string simple = "." + className;
    const std::string tail = "." + asked;
    const bool ends = simple.size() + site.method.size() + 1 >= tail.size() &&
                      (simple + "." + std::string(site.method))
                              .compare(simple.size() + site.method.size() + 1 - tail.size(),
                                       tail.size(), tail) == 0;
    const size_t distance = ends || name == asked ? 0  // another line, or no package given
                            : className == pattern.className ? 1
                                                             : editDistance(name, asked);
    if (distance <= std::max<size_t>(2, asked.size() / 5)) found.emplace(distance, placeOf(site));
  }
  std::vector<std::string> out;
  for (const auto& [distance, name] : found) {
    if (out.size() == kMaxNear) break;
    out.push_back(name);
  }
  return out;
}

// What was suspicious comes before what was not, and what never lived last.
int interest(const report::ExplainedSite& site) {
  int best = 3;
  for (const report::SiteEvidence& evidence : site.specs) {
    const bool flagged = evidence.status == "flagged";
    const bool suspicious = evidence.status == "cleared" || evidence.status == "below-min-site";
    best = std::min(best, flagged ? 0 : suspicious ? 1 : site.looksAlive > 0 ? 2 : 3);
  }
  return best;
}

}  // namespace

std::vector<report::Explanation> explain(const ReportInputs& in) {
  std::vector<report::Explanation> out;
  for (const SitePattern& pattern : in.watch->patterns()) {
    report::Explanation answer;
    answer.asked = pattern.text;
    for (const SiteWatch::Facts& facts : in.watch->facts()) {
      const Site site = in.sites->get(facts.site);
      if (pattern.matches(site.className, site.method, site.line))
        answer.sites.push_back(explainedSite(in, facts));
    }
    std::stable_sort(answer.sites.begin(), answer.sites.end(),
                     [](const auto& a, const auto& b) { return interest(a) < interest(b); });
    if (answer.sites.empty()) answer.near = nearNames(*in.sites, pattern);
    out.push_back(std::move(answer));
  }
  return out;
}

}  // namespace isl

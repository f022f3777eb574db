#include "Merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "Finding.h"
#include "HelperJvms.h"
#include "MergeFields.h"
#include "Neighbours.h"
#include "report/Format.h"
#include "report/Wording.h"
#include "verdict/Findings.h"

namespace isl::tool {

using report::Finding;
using report::Report;
using report::Site;
using report::SiteJvm;
using report::Spec;

namespace {

int rankOf(const Spec& spec) { return spec.verdict == "fail" ? 2 : spec.verdict == "pass" ? 1 : 0; }

bool moreDecisive(const Spec& a, const Spec& b) {
  if (rankOf(a) != rankOf(b)) return rankOf(a) > rankOf(b);
  return a.ratedVso != b.ratedVso ? a.ratedVso > b.ratedVso : a.sustainedVso > b.sustainedVso;
}

std::string siteIdentity(const Site& site) {
  return fmt::format("{}|{}|{}|{}|{}|{}", site.className, site.method, site.file, site.line,
                     site.type, site.via);
}

template <typename List>
void largestFirst(List& list) {
  std::stable_sort(list.begin(), list.end(),
                   [](const auto& a, const auto& b) { return a.penaltyBytes > b.penaltyBytes; });
}

// Two sites of one JVM may be one in the merged report, as those of two lambdas that differ by number.
template <typename List>
void joinJvms(List& into, const List& from) {
  for (const auto& share : from) {
    const auto same = std::find_if(into.begin(), into.end(),
                                   [&](const auto& each) { return each.jvm == share.jvm; });
    if (same == into.end())
      into.push_back(share);
    else
      same->penaltyBytes += share.penaltyBytes;
  }
  largestFirst(into);
}

// A scope that ran in several JVMs keeps the numbers of the one with the largest penalty, like a site.
void joinScopes(std::vector<report::ScopeShare>& into,
                const std::vector<report::ScopeShare>& from) {
  for (const report::ScopeShare& scope : from) {
    const auto same = std::find_if(into.begin(), into.end(), [&](const report::ScopeShare& other) {
      return other.name == scope.name;
    });
    if (same == into.end())
      into.push_back(scope);
    else if (scope.penaltyBytes > same->penaltyBytes)
      *same = scope;
  }
  largestFirst(into);
}

// Sites of one name add up; they stay in the order in which they came.
class ProfileMerger {
 public:
  void add(report::Profile profile) {
    out_.liveBytes += profile.liveBytes;
    for (report::ProfileSite& site : profile.sites) {
      const auto [place, fresh] = places_.try_emplace(
          std::make_tuple(site.className, site.method, site.type, site.via), out_.sites.size());
      if (fresh) {
        out_.sites.push_back(std::move(site));
        continue;
      }
      out_.sites[place->second].objects += site.objects;
      out_.sites[place->second].liveBytes += site.liveBytes;
    }
  }
  report::Profile finish() { return std::move(out_); }

 private:
  using Name = std::tuple<std::string, std::string, std::string, std::string>;
  report::Profile out_;
  std::map<Name, size_t> places_;
};

// What all JVMs said about one spec.
class SpecMerger {
 public:
  // `work`: bytes that the JVM has allocated.
  void add(Spec spec, const std::string& jvm, uint64_t work) {
    sources_.insert(spec.source);
    for (Finding& finding : spec.findings) addFinding(spec, std::move(finding));
    for (Site& site : spec.sites) addSite(std::move(site));
    spec.findings.clear();
    spec.sites.clear();
    profile_.add(std::move(spec.profile));
    spec.profile = {};
    if (spec.verdict == "inconclusive" && (open_.why.empty() || work > open_.work))
      open_ = {spec.verdictWhy, jvm, spec.ratedVso, work};
    if (empty_ || moreDecisive(spec, spec_)) {
      std::swap(spec, spec_);
      decisiveJvm_ = jvm;
    }
    if (!empty_) {
      mergeFields(spec_, spec);
      takeHighest(spec);
    }
    empty_ = false;
  }

  // `notes` gets what does not fit together.
  Spec finish(std::vector<std::string>& notes, size_t jvms) {
    std::sort(spec_.verdicts.begin(), spec_.verdicts.end(),
              [](const auto& a, const auto& b) { return a.verdict < b.verdict; });
    if (spec_.verdict == "pass" && !open_.why.empty() &&
        workThatIs("inconclusive") > workThatIs("pass"))
      leaveOpen();
    if (jvms > 1) spec_.verdictWhy = why();
    if (sources_.size() > 1) {
      notes.push_back(fmt::format("spec {} was compiled from different files: {}", spec_.name,
                                  fmt::join(sources_, ", ")));
    }
    for (auto& [key, site] : sites_) spec_.sites.push_back(std::move(site));
    largestFirst(spec_.sites);
    std::stable_partition(spec_.sites.begin(), spec_.sites.end(),
                          [](const Site& site) { return site.growth == "growing"; });
    std::map<std::string, uint32_t> ranks;
    for (size_t i = 0; i < spec_.sites.size(); ++i)
      ranks[siteIdentity(spec_.sites[i])] = spec_.sites[i].rank = static_cast<uint32_t>(i + 1);
    addFindings(ranks);
    spec_.profile = profile_.finish();
    return std::move(spec_);
  }

 private:
  struct MergedFinding {
    Finding finding;
    std::vector<std::string> sites;  // siteIdentity
  };

  uint64_t workThatIs(const char* verdict) const {
    uint64_t bytes = 0;
    for (const report::VerdictCount& count : spec_.verdicts)
      if (count.verdict == verdict) bytes += count.allocatedBytes;
    return bytes;
  }
  // Short JVMs do not hide what longer ones came to; where most of the work could not be judged, that is the verdict.
  void leaveOpen() {
    spec_.verdict = "inconclusive";
    spec_.verdictWhy = open_.why;
    spec_.ratedVso = open_.ratedVso;
    decisiveJvm_ = open_.jvm;
  }

  // The headline tells the highest VSO of any JVM. The rated one is the verdict's; `verdicts` has that of JVMs that came
  // to another.
  void takeHighest(const Spec& spec) {
    if (spec.maxVso > spec_.maxVso) {
      spec_.maxVso = spec.maxVso;
      spec_.maxVsoCheck = spec.maxVsoCheck;
    }
    spec_.sustainedVso = std::max(spec_.sustainedVso, spec.sustainedVso);
    spec_.severity = std::max(spec_.severity, spec.severity);
    spec_.idleShare = std::max(spec_.idleShare, spec.idleShare);
    spec_.startUpShare = std::max(spec_.startUpShare, spec.startUpShare);
  }

  // The JVM in which a holder grows most, or holds most, speaks for it.
  void addFinding(const Spec& spec, Finding finding) {
    std::vector<std::string> sites;
    for (const Site* site : sitesOf(spec, finding)) sites.push_back(siteIdentity(*site));
    const auto [place, fresh] = findings_.try_emplace(findingKey(spec, finding));
    MergedFinding& kept = place->second;
    if (fresh) {
      kept = {std::move(finding), std::move(sites)};
      return;
    }
    const bool accepted = !finding.accepted.empty() && !kept.finding.accepted.empty();
    if (outranks(finding, kept.finding)) {
      std::swap(finding, kept.finding);
      kept.sites = std::move(sites);
    }
    joinJvms(kept.finding.jvms, finding.jvms);
    // What one JVM holds in a way that is not accepted is a finding.
    if (!accepted) kept.finding.accepted.clear();
  }

  void addFindings(const std::map<std::string, uint32_t>& ranks) {
    for (auto& [key, merged] : findings_) {
      merged.finding.sites.clear();
      for (const std::string& site : merged.sites) merged.finding.sites.push_back(ranks.at(site));
      spec_.findings.push_back(std::move(merged.finding));
    }
    std::stable_sort(spec_.findings.begin(), spec_.findings.end(), outranks);
    for (size_t i = 0; i < spec_.findings.size(); ++i)
      spec_.findings[i].rank = static_cast<uint32_t>(i + 1);
  }

  void addSite(Site site) {
    const auto [place, fresh] = sites_.try_emplace(siteIdentity(site));
    if (fresh) {
      place->second = std::move(site);
      return;
    }
    Site& kept = place->second;
    if (site.penaltyBytes > kept.penaltyBytes) std::swap(site, kept);
    joinJvms(kept.jvms, site.jvms);
    joinScopes(kept.scopes, site.scopes);
    // A site that one JVM holds in a way that is not accepted is a finding.
    if (site.accepted.empty()) kept.accepted.clear();
  }

  std::string why() const {
    std::string out = spec_.verdictWhy;
    // What a merged report says about its JVMs already ends its sentence: its counts are renewed.
    if (decisiveJvm_.empty())
      out = out.substr(0, out.find("; "));
    else
      out += " in " + decisiveJvm_;
    uint64_t all = 0;
    for (const report::VerdictCount& count : spec_.verdicts) all += count.jvms;
    for (const report::VerdictCount& count : spec_.verdicts) {
      if (count.verdict == "fail" && count.jvms > 1)
        out += fmt::format("; {} of {} JVMs failed", count.jvms, all);
      if (count.verdict == "inconclusive")
        out += fmt::format("; {} of {} JVMs could not be judged", count.jvms, all);
    }
    return out;
  }

  Spec spec_;
  bool empty_ = true;
  std::string decisiveJvm_;
  struct Open {
    std::string why, jvm;
    double ratedVso = 1;
    uint64_t work = 0;
  };
  Open open_;  // the longest of the JVMs that could not be judged
  std::set<std::string> sources_;
  std::map<std::string, Site> sites_;
  std::map<std::string, MergedFinding> findings_;
  ProfileMerger profile_;
};

// Moves one report's numbers of checks and JVMs behind those of the reports before it.
void renumber(Report& report, uint32_t checks, uint32_t jvms) {
  const bool merged = !report.run.jvms.empty();
  for (report::Check& check : report.checks) {
    check.n += checks;
    check.jvm = (merged ? check.jvm : 1) + jvms;
  }
  for (report::Look& one : report.looks) one.jvm = (merged ? one.jvm : 1) + jvms;
  for (report::UselessCollection& one : report.pressure.useless)
    one.jvm = (merged ? one.jvm : 1) + jvms;
  for (report::OutOfMemory& one : report.pressure.outOfMemory)
    one.jvm = (merged ? one.jvm : 1) + jvms;
  for (report::MostHeld& one : report.pressure.mostHeld) {
    one.jvm = (merged ? one.jvm : 1) + jvms;
    one.check += checks;
  }
  for (report::Outlook& one : report.outlook) one.jvm = (merged ? one.jvm : 1) + jvms;
  for (Spec& spec : report.specs) {
    const uint64_t all = merged ? report.run.jvms.size() : 1;
    if (spec.verdicts.empty())
      spec.verdicts.push_back({spec.verdict, all, spec.ratedVso, allocatedBytes(report)});
    const uint32_t sitesCheck = spec.sitesCheck;
    for (uint32_t* number : {&spec.maxVsoCheck, &spec.sitesCheck})
      if (*number > 0) *number += checks;
    for (Finding& finding : spec.findings) {
      if (finding.jvms.empty()) finding.jvms.push_back({1, finding.penaltyBytes});
      for (SiteJvm& jvm : finding.jvms) jvm.jvm += jvms;
    }
    for (Site& site : spec.sites) {
      const uint32_t own = site.check > 0 ? site.check : sitesCheck;
      if (own > 0) site.check = own + checks;
      for (report::SitePoint& point : site.history) point.check += checks;
      if (site.jvms.empty()) site.jvms.push_back({1, site.penaltyBytes});
      for (SiteJvm& jvm : site.jvms) jvm.jvm += jvms;
    }
  }
}

// The JVM of a report that is not merged, as an entry of run.jvms.
report::Jvm jvmOf(const Report& report) {
  const report::RunInfo& run = report.run;
  report::Jvm jvm;
  jvm.mainClass = run.mainClass;
  jvm.member = run.member;
  jvm.jvm = run.jvm;
  jvm.collector = run.collector;
  jvm.pid = run.pid;
  jvm.wallMs = run.wallMs;
  jvm.complete = run.complete;
  jvm.checks = static_cast<uint32_t>(report.checks.size());
  return jvm;
}

// A test fork is named by its module; tests that mark themselves say of which classes they are. Scopes of tests are
// named CLASS.method.
void nameByTests(Report& report) {
  std::string& member = report.run.member;
  if (member.empty() || member.find_first_of(" /") != std::string::npos) return;
  std::vector<std::string> classes;
  for (const report::Scope& scope : report.scopes) {
    const std::string cls = scope.name.substr(0, scope.name.rfind('.'));
    if (std::find(classes.begin(), classes.end(), cls) == classes.end()) classes.push_back(cls);
  }
  if (classes.empty()) return;
  member += " " + classes.front();
  if (classes.size() > 1)
    member +=
        fmt::format(" and {}", report::counted(classes.size() - 1, "other class", "other classes"));
}

// Empty for a merged report.
std::string nameOf(const report::RunInfo& run) {
  if (!run.jvms.empty()) return "";
  return report::jvmName(run.mainClass, run.member, run.pid);
}

class Merger {
 public:
  void add(Report report) {
    if (report.run.jvms.empty()) nameByTests(report);
    const std::string name = nameOf(report.run);
    const uint64_t work = allocatedBytes(report);
    renumber(report, lastCheck_, static_cast<uint32_t>(out_.run.jvms.size()));
    if (report.run.jvms.empty()) report.run.jvms.push_back(jvmOf(report));
    for (const report::Check& check : report.checks) lastCheck_ = std::max(lastCheck_, check.n);
    for (Spec& spec : report.specs) {
      if (specs_.count(spec.name) == 0) order_.push_back(spec.name);
      const std::string key = spec.name;
      specs_[key].add(std::move(spec), name, work);
    }
    report.specs.clear();
    if (empty_)
      out_ = std::move(report);
    else
      mergeFields(out_, report);
    empty_ = false;
  }

  Report finish() {
    for (const std::string& name : order_)
      out_.specs.push_back(specs_[name].finish(out_.coverage.notes, out_.run.jvms.size()));
    foretellByNeighbours(out_);
    return std::move(out_);
  }

 private:
  Report out_;
  bool empty_ = true;
  uint32_t lastCheck_ = 0;
  std::vector<std::string> order_;
  std::map<std::string, SpecMerger> specs_;
};

}  // namespace

Report mergeReports(std::vector<Report> reports) {
  judgeHelpers(reports);
  Merger merger;
  for (Report& report : reports) merger.add(std::move(report));
  return merger.finish();
}

}  // namespace isl::tool

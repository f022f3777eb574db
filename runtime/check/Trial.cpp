#include "check/Trial.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "heap/RecordEngine.h"

namespace isl {
namespace {

// Specs that need a walk for each check: longer trials are not made, and none takes longer than this.
constexpr uint32_t kMaxWalks = 200;
constexpr auto kMaxTime = std::chrono::seconds(20);
constexpr size_t kSites = 5;  // described with their paths
constexpr uint64_t kPathBudgetMs = 1000;

uint32_t checksOf(const SpecRun& run) { return 2 * run.engine().spec().window(); }

}  // namespace

std::vector<TrialOutcome> Trial::run(JNIEnv* jni, uint32_t scope, uint32_t check) {
  scope_ = scope;
  std::set<uint32_t> walks;  // numbers of the trial checks that need one
  for (const SpecRun* run : *parts_.runs) {
    const uint32_t needed = checksOf(*run);
    if (!parts_.everyCheckWalks) walks.insert(needed);
    for (uint32_t n = 1; parts_.everyCheckWalks && n <= std::min(needed, kMaxWalks); n++)
      walks.insert(n);
  }
  for (SpecRun* run : *parts_.runs) run->engine().beginTrial();
  std::vector<TrialOutcome> outcomes(parts_.runs->size());
  const auto deadline = std::chrono::steady_clock::now() + kMaxTime;
  uint32_t made = 0;
  for (uint32_t n : walks) {
    const uint32_t number = check + n - 1;
    bool direct = false;
    std::vector<size_t> ready;
    const auto after = [&](const WalkTotals& totals, rawheap::Stopped* stopped) {
      for (size_t r = 0; r < outcomes.size(); r++) {
        if (checksOf(*(*parts_.runs)[r]) != n) continue;
        outcomes[r] = harvest(*(*parts_.runs)[r], totals.liveBytes);
        ready.push_back(r);
      }
      direct = stopped != nullptr && collectPaths(*stopped, outcomes, ready);
    };
    if (!parts_.walk(number, after)) break;
    made = n;
    if (direct) tellPaths(jni, outcomes);
    for (size_t r : ready) {
      if (!direct) findPaths(jni, *(*parts_.runs)[r], number, outcomes[r]);
    }
    if (std::chrono::steady_clock::now() > deadline) break;
  }
  for (SpecRun* run : *parts_.runs) run->engine().endTrial();
  parts_.nodes->forgetAfter(std::max(check, 2u) - 1);
  for (size_t r = 0; r < outcomes.size(); r++) {
    const SpecRun& run = *(*parts_.runs)[r];
    outcomes[r].spec = &run.engine().spec();
    if (outcomes[r].checks != 0) continue;
    outcomes[r].checks = made;
    outcomes[r].inconclusive = std::to_string(checksOf(run)) + " trial checks are needed, " +
                               std::to_string(made) + " were made before the limit of " +
                               std::to_string(kMaxWalks) + " walks or " +
                               std::to_string(kMaxTime.count()) + " s";
  }
  return outcomes;
}

bool Trial::collectPaths(rawheap::Stopped& stopped, const std::vector<TrialOutcome>& outcomes,
                         const std::vector<size_t>& ready) {
  collected_.clear();
  DirectPaths::Targets samples;
  for (const size_t r : ready) {
    for (size_t i = 0; i < outcomes[r].sites.size(); i++) {
      samples.push_back(outcomes[r].sites[i].stat.samples);
      collected_.emplace_back(r, i);
    }
  }
  rawheap::Reason reason;
  return parts_.direct->collect(stopped, samples, reason);
}

void Trial::tellPaths(JNIEnv* jni, std::vector<TrialOutcome>& outcomes) {
  const auto weigh = [this](size_t target, uint32_t node, uint32_t word) {
    return (*parts_.runs)[collected_[target].first]->engine().amplified(node, word);
  };
  parts_.direct->weigh(weigh);
  auto paths = parts_.direct->tell(jni);
  for (size_t t = 0; t < paths.size(); t++) {
    const auto [r, i] = collected_[t];
    outcomes[r].sites[i].paths = std::move(paths[t]);
  }
}

std::vector<TrialOutcome> Trial::leaveOut(const std::string& why) const {
  std::vector<TrialOutcome> outcomes(parts_.runs->size());
  for (size_t r = 0; r < outcomes.size(); r++) {
    outcomes[r].spec = &(*parts_.runs)[r]->engine().spec();
    outcomes[r].inconclusive = why;
  }
  return outcomes;
}

TrialOutcome Trial::harvest(const SpecRun& run, uint64_t liveBytes) const {
  TrialOutcome outcome;
  outcome.checks = checksOf(run);
  const SiteStats& stats = run.engine().scopeStats();
  for (const SiteStat& stat : stats.all()) {
    if (parts_.scopes->scopeOf(stat.site) != scope_ || stat.penalty == 0) continue;
    if (run.isAside(stat.site)) continue;
    if (!run.reaches(stats.bytesOfSite(stat.site), liveBytes)) continue;
    outcome.penalty += stat.penalty;
    outcome.sites.push_back({stat, {}});
    outcome.sites.back().stat.site = parts_.scopes->plainOf(stat.site);
  }
  std::sort(outcome.sites.begin(), outcome.sites.end(), [](const auto& a, const auto& b) {
    return a.stat.penalty != b.stat.penalty
               ? a.stat.penalty > b.stat.penalty
               : siteKey(a.stat.site, a.stat.classId) < siteKey(b.stat.site, b.stat.classId);
  });
  if (outcome.sites.size() > kSites) outcome.sites.resize(kSites);
  outcome.vso = vsoOf(outcome.penalty, liveBytes);
  return outcome;
}

void Trial::findPaths(JNIEnv* jni, const SpecRun& run, uint32_t check, TrialOutcome& outcome) {
  if (outcome.sites.empty()) return;
  auto* records = const_cast<Engine&>(run.engine()).records();
  std::vector<PathTarget> targets;
  for (const TrialSite& site : outcome.sites) {
    PathTarget target;
    target.site = site.stat.site;
    target.classId = site.stat.classId;
    target.scope = scope_;
    target.objects = site.stat.objects;
    target.minAge = run.engine().spec().window();
    if (records != nullptr) {
      target.nodes = records->culprits(target.site, target.classId, PathTracer::kSamples, scope_);
    }
    targets.push_back(std::move(target));
  }
  const auto weigh = [&run](uint32_t node, uint32_t word) {
    return run.engine().amplified(node, word);
  };
  auto paths = parts_.tracer->trace(jni, check, targets, kPathBudgetMs, weigh, {});
  for (size_t i = 0; i < paths.size(); i++) outcome.sites[i].paths = std::move(paths[i]);
}

}  // namespace isl

// The part of the checker that finds the reference paths of the top sites and keeps them true.
#include <algorithm>

#include "agent/Log.h"
#include "heap/Checker.h"
#include "heap/RecordEngine.h"

namespace isl {
namespace {

constexpr double kPathsFromVso = 1.5, kPathsGrowth = 2.0;
constexpr size_t kPathSites = 20;
constexpr size_t kNewTopSites = 5;  // a site that is new among so many is worth a search of its own
// Searches cost walks: at least so much time, or such a part of the run. Those that go on from a cut
// have a larger allowance of their own: a list that outgrows its array cuts the paths of all that it holds, and
// a report that shows them cut says nothing.
constexpr uint64_t kLeastSearchMs = 500, kSearchPart = 10;
// A worst site that has no path is searched for all the same, so often; or a site that lies deep and shows
// early would leave nothing for the leak that comes after it.
constexpr uint32_t kLateSearches = 3;
constexpr uint64_t kLeastResumeMs = 2000, kResumePart = 5;

}  // namespace

std::vector<PathTarget> Checker::pathTargets(SpecRun& run) {
  std::vector<PathTarget> targets;
  auto* records = run.engine().records();
  for (const SiteStat& stat : run.worst()) {
    if (targets.size() == kPathSites) break;
    PathTarget target;
    target.site = stat.site;
    target.classId = stat.classId;
    target.minAge = run.engine().spec().window();
    target.objects = stat.objects;
    if (records != nullptr) {
      target.nodes = records->culprits(stat.site, stat.classId, PathTracer::kSamples);
    }
    targets.push_back(std::move(target));
  }
  return targets;
}

// After a walk.
void Checker::keepPaths(JNIEnv* jni, uint32_t n, double walkMs) {
  const uint64_t budget = std::min<uint64_t>(static_cast<uint64_t>(walkMs * 20), nowMs() / 5);
  for (size_t r = 0; r < parts_.runs.size(); r++) {
    keepPathsOf(jni, r, n, std::max<uint64_t>(500, budget));
  }
}

// By the printed rule, an edge at each check: it cannot be left out where time is short.
void Checker::growPaths(JNIEnv* jni, uint32_t n, size_t index) {
  SpecRun& run = *parts_.runs[index];
  const auto chains =
      chains_.try_emplace(index, parts_.jvmti, *parts_.classes, *parts_.nodes, tracer_).first;
  const std::vector<PathTarget> targets = pathTargets(run);
  auto found = chains->second.grow(jni, n, targets, run.engine().records());
  for (size_t t = 0; t < targets.size(); t++) {
    if (found[t].empty()) continue;
    run.paths[siteKey(targets[t].site, targets[t].classId)] = std::move(found[t]);
  }
}

// The paths of a report belong to the check with the highest VSO, as its sites do. A search starts anew
// when the VSO has doubled or a site is new at the top; what the heap has cut meanwhile is looked for
// from where it still holds.
void Checker::keepPathsOf(JNIEnv* jni, size_t r, uint32_t n, uint64_t budgetMs) {
  SpecRun& run = *parts_.runs[r];
  if ((run.engine().spec().rules & ISL_RULE_ONE_EDGE) != 0) {
    if (!run.worst().empty()) growPaths(jni, n, r);
    return;
  }
  PathTracer& kept = *kept_[r];
  const auto weigh = [&run](uint32_t node, uint32_t word) {
    return run.engine().amplified(node, word);
  };
  PathTracer::Verified verified;
  if (!kept.targets().empty()) verified = kept.verify(jni, weigh);
  if (verified.cut > 0) {
    logLine(LogLevel::Debug, "paths of %s at check %u: %zu of %zu edges are gone",
            run.engine().spec().name, n, verified.cut, verified.edges);
  }
  const double vso = run.vso().back();
  if (vso < kPathsFromVso || vso < run.maxVso()) return;
  const bool anew =
      vso >= run.vsoAtLastPaths * kPathsGrowth || run.hasNewTopSite(kNewTopSites) || verified.spent;
  PathTracer::Paths found;
  const auto started = std::chrono::steady_clock::now();
  uint64_t* spent = nullptr;
  const bool inTime = anew && pathMs_ <= std::max(kLeastSearchMs, nowMs() / kSearchPart);
  const bool bare = !run.worst().empty() &&
                    run.paths.count(siteKey(run.worst()[0].site, run.worst()[0].classId)) == 0;
  if (inTime || (bare && lateSearches_ < kLateSearches)) {
    lateSearches_ += inTime ? 0 : 1;
    spent = &pathMs_;
    found = kept.trace(jni, n, pathTargets(run), budgetMs, weigh);
    run.vsoAtLastPaths = vso;
  } else if (!kept.targets().empty()) {
    if (verified.open > 0 && resumeMs_ <= std::max(kLeastResumeMs, nowMs() / kResumePart)) {
      spent = &resumeMs_;
      kept.resume(jni, n, budgetMs);
    } else if (verified.open > 0) {
      logLine(LogLevel::Debug, "check %u: %zu paths stay cut, the time for them is used up", n,
              verified.open);
    }
    found = kept.paths(jni);
  }
  if (spent != nullptr) {
    const double tookMs =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started).count();
    *spent += static_cast<uint64_t>(tookMs);
    checks_.back().costMs += tookMs;
    logLine(LogLevel::Info, "paths of check %u: %.1f ms, %zu walks of the heap", n, tookMs,
            kept.walks());
  }
  for (size_t t = 0; t < found.size(); t++) {
    const PathTarget& target = kept.targets()[t];
    run.paths[siteKey(target.site, target.classId)] = std::move(found[t]);
  }
}

}  // namespace isl

// The part of the checker that finds the reference paths of the top sites and keeps them true.
#include <algorithm>

#include "base/CostWatch.h"
#include "base/Log.h"
#include "check/Checker.h"
#include "heap/RecordEngine.h"

namespace isl {
namespace {

constexpr double kPathsFromVso = 1.5, kPathsGrowth = 2.0;
constexpr size_t kPathSites = 20;
constexpr size_t kNewTopSites = 5;  // a site that is new among so many is worth a search of its own
// The walks of one search; for a worst site that has no path, and others. A path that is cut off by its
// time goes on at a later check.
constexpr double kBareBudgetMs = 2000, kLeastBudgetMs = 300;
// Of run time, for all searches: beyond it only the first of them begins, and one more.
constexpr double kLateShare = 0.15;
// A worst site that has no path is searched for all the same, so often; or a site that lies deep and shows
// early would leave nothing for the leak that comes after it.
constexpr uint32_t kLateSearches = 3;
constexpr double kSearchWalks = 6;  // what a search of everything costs, in walks with edges
constexpr double kFewWalks = 4;     // and one of the sites that lack a path, at least

using Clock = std::chrono::steady_clock;
using PathsBySite = decltype(SpecRun::paths);

// Is the VSO worth paths, and the highest so far?
bool isHighest(const SpecRun& run) {
  const double vso = run.vso().back();
  return vso >= kPathsFromVso && vso >= run.maxVso();
}

bool isWorstBare(const SpecRun& run) {
  if (run.worst().empty()) return false;
  const auto found = run.paths.find(siteKey(run.worst()[0].site, run.worst()[0].classId));
  return found == run.paths.end() || isBare(found->second);
}

// Those that no search has bettered stay as they were told before it: the program may end meanwhile, and a
// thread that has ended has no name any more.
void takePaths(SpecRun& run, const PathTracer& kept, PathTracer::Paths found) {
  for (size_t t = 0; t < found.size(); t++) {
    const PathTarget& target = kept.targets()[t];
    std::vector<report::Path>& told = run.paths[siteKey(target.site, target.classId)];
    if (!kept.wasPutBack(target) || !isComplete(told)) told = std::move(found[t]);
  }
}

// What the program lets go of between the walk of a check and the search for its paths was held during the
// walk, of which the report tells: there the last complete paths stand.
void restoreLetGo(SpecRun& run, const PathTracer& kept, const PathsBySite& before) {
  for (const PathTarget& target : kept.targets()) {
    const uint64_t key = siteKey(target.site, target.classId);
    const auto earlier = before.find(key);
    if (earlier == before.end() || !isComplete(earlier->second)) continue;
    if (!isComplete(run.paths[key]) && kept.letGo(target)) run.paths[key] = earlier->second;
  }
}

double msSince(Clock::time_point started) {
  return std::chrono::duration<double, std::milli>(Clock::now() - started).count();
}

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

// After a walk. False when the VM ended meanwhile, as of the rest.
bool Checker::keepPaths(JNIEnv* jni, uint32_t n) {
  for (size_t r = 0; r < parts_.runs.size(); r++) {
    if ((parts_.runs[r]->engine().spec().rules & ISL_RULE_ONE_EDGE) == 0) {
      if (!keepPathsOf(jni, r, n)) return false;
    } else if (!parts_.runs[r]->worst().empty()) {
      if (!growPaths(jni, n, r)) return false;
    }
  }
  return true;
}

// By the printed rule, an edge at each check: it cannot be left out where time is short.
bool Checker::growPaths(JNIEnv* jni, uint32_t n, size_t index) {
  if (!collectForPaths()) return false;
  SpecRun& run = *parts_.runs[index];
  const auto chains =
      chains_.try_emplace(index, parts_.jvmti, *parts_.classes, *parts_.nodes, tracer_).first;
  const std::vector<PathTarget> targets = pathTargets(run);
  auto found = chains->second.grow(jni, n, targets, run.engine().records());
  for (size_t t = 0; t < targets.size(); t++) {
    if (found[t].empty()) continue;
    run.paths[siteKey(targets[t].site, targets[t].classId)] = std::move(found[t]);
  }
  return true;
}

double Checker::Allowance::whole(uint64_t nowMs) const {
  return static_cast<double>(std::max(leastMs, nowMs / part));
}

// What is left of a share of run time.
double Checker::Allowance::left(uint64_t nowMs) const { return whole(nowMs) - spentMs; }

// What a walk with edges would take of a heap as that of the last walk.
double Checker::edgeWalkEstimateMs() const {
  return edgeWalkMs_ * static_cast<double>(totals_.liveObjects) /
         static_cast<double>(std::max<uint64_t>(edgeWalkObjects_, 1));
}

// A search of everything with the help of the scout, and in time.
bool Checker::canSearchAll() const {
  return canScout() && kSearchWalks * edgeWalkEstimateMs() <= searches_.left(nowMs());
}

bool Checker::canScout() const { return totals_.liveObjects <= PathScout::kMaxObjects; }

// A search of everything where there is time for it. In a large heap only what lacks a path is looked
// for: the top sites that are new, with the paths of the others kept.
PathWork Checker::pathWork(SpecRun& run, const PathTracer& kept,
                           const PathTracer::Verified& verified) {
  PathState state;
  state.highest = isHighest(run);
  if (!state.highest) return PathWork::None;
  state.grown = run.vso().back() >= run.vsoAtLastPaths * kPathsGrowth;
  state.lacking = run.hasNewTopSite(kNewTopSites) || verified.spent;
  state.bare = isWorstBare(run);
  state.unfollowed = (state.lacking || state.bare) && !missingTargets(run, kept).empty();
  state.followed = !kept.targets().empty();
  state.open = verified.open > 0;
  const double left = searches_.left(nowMs());
  const double expectedMs = (canScout() ? kFewWalks : 1) * edgeWalkEstimateMs();
  state.anyTime = left > 0;
  state.inTime = left > expectedMs;
  state.allInTime = canSearchAll();
  const double ofRun = kLateShare * static_cast<double>(nowMs());
  const bool first = searches_.spentMs == 0;
  state.mayBeLate = first || lateSearches_ == 0 ||
                    (lateSearches_ < kLateSearches && searches_.spentMs + expectedMs <= ofRun);
  const PathChoice choice = choosePathWork(state);
  lateSearches_ += choice.late && !first ? 1 : 0;
  return choice.work;
}

// The sites whose paths are known and those of the first that have none: one, or all where one search
// with the scout finds them all. Empty: the first sites all have one.
std::vector<PathTarget> Checker::missingTargets(SpecRun& run, const PathTracer& kept) {
  std::vector<PathTarget> targets = pathTargets(run), chosen;
  const size_t top = run.topSites(kNewTopSites);
  const size_t most = canScout() ? top : 1;
  size_t missing = 0;
  for (size_t t = 0; t < targets.size(); t++) {
    const bool known = kept.follows(targets[t]);
    if (!known && (missing == most || t >= top)) continue;
    missing += known ? 0 : 1;
    chosen.push_back(std::move(targets[t]));
  }
  if (missing == 0) chosen.clear();
  return chosen;
}

PathTracer::Paths Checker::findMissing(JNIEnv* jni, SpecRun& run, PathTracer& kept, uint32_t n,
                                       const PathTracer::Weigh& weigh) {
  PathTracer::Paths found;
  const CostWatch cost;
  const double left = searches_.left(nowMs());
  const double bare = std::min(kBareBudgetMs, searches_.whole(nowMs()));
  double budget = std::max(isWorstBare(run) ? bare : kLeastBudgetMs, left);
  do {
    const std::vector<PathTarget> targets = missingTargets(run, kept);
    if (targets.empty()) break;
    found = kept.trace(jni, n, targets, static_cast<uint64_t>(budget), weigh, {false, canScout()});
    budget = std::max(kLeastBudgetMs, left - cost.ms());
  } while (cost.ms() < left);
  return found;
}

// The paths of a report belong to the check with the highest VSO, as its sites do. A search starts anew
// when the VSO has doubled or a site is new at the top; what the heap has cut meanwhile is looked for
// from where it still holds. At other checks only what was cut before and has outlived a collection is taken
// over: objects whose last reference is gone look the same until the next one.
bool Checker::keepPathsOf(JNIEnv* jni, size_t r, uint32_t n) {
  SpecRun& run = *parts_.runs[r];
  PathTracer& kept = *kept_[r];
  const auto weigh = [&run](uint32_t node, uint32_t word) {
    return run.engine().amplified(node, word);
  };
  PathTracer::Verified verified;
  if (!kept.targets().empty()) verified = kept.verify(jni, weigh);
  if (verified.cut > 0) {
    logLine(LogLevel::Debug, "paths of %s at check %u: %zu of %zu edges are gone, %zu end open",
            run.engine().spec().name, n, verified.cut, verified.edges, verified.open);
  }
  const PathsBySite before = run.paths;
  const bool highest = isHighest(run);
  if (highest || (verified.cut == 0 && verified.open > 0)) {
    takePaths(run, kept, kept.paths(jni));  // what is to be done depends on what is left
  }
  if (highest && !searchPaths(jni, run, kept, n, verified, weigh)) return false;
  restoreLetGo(run, kept, before);
  return true;
}

// What is known of the paths is in the report already.
bool Checker::searchPaths(JNIEnv* jni, SpecRun& run, PathTracer& kept, uint32_t n,
                          const PathTracer::Verified& verified, const PathTracer::Weigh& weigh) {
  const PathWork work = pathWork(run, kept, verified);
  if (work == PathWork::None || work == PathWork::Group) return true;
  if (!collectForPaths()) return false;
  const auto budgetMs = static_cast<uint64_t>(std::max(kLeastBudgetMs, searches_.left(nowMs())));
  const auto started = Clock::now();
  const CostWatch cost;
  PathTracer::Paths found;
  switch (work) {
    case PathWork::Everything:
      found = kept.trace(jni, n, pathTargets(run), budgetMs, weigh, {});
      run.vsoAtLastPaths = run.vso().back();
      break;
    case PathWork::Missing: found = findMissing(jni, run, kept, n, weigh); break;
    default: kept.resume(jni, n, budgetMs); found = kept.paths(jni);
  }
  const double tookMs = msSince(started);
  searches_.spentMs += cost.ms();
  checks_.back().costMs += tookMs;
  static const char* const kNames[] = {"", "anew", "of sites without", "that were cut"};
  logLine(LogLevel::Info, "paths %s at check %u: %.1f ms, %zu walks of the heap",
          kNames[static_cast<size_t>(work)], n, tookMs, kept.walks());
  takePaths(run, kept, std::move(found));
  return true;
}

}  // namespace isl

#include "check/PathKeeper.h"

#include <algorithm>
#include <chrono>

#include "base/CostWatch.h"
#include "base/Log.h"
#include "heap/RecordEngine.h"
#include "paths/PathGroups.h"
#include "paths/ToldPaths.h"

namespace isl {
namespace {

constexpr double kPathsFromVso = 1.5, kPathsGrowth = 2.0;
constexpr size_t kPathSites = 20;
constexpr uint64_t kSmallHeap = 1'000'000;  // objects
constexpr size_t kMeasuredOfSmall =
    3;  // sites of a spec whose holders the last pass of such a heap measures
constexpr size_t kNewTopSites = 5;  // a site that is new among so many is worth a search of its own

using Clock = std::chrono::steady_clock;
using PathsBySite = decltype(SpecRun::paths);

// Is the VSO worth paths, and the highest so far?
bool isHighest(const SpecRun& run) {
  if (!run.hasPaths()) return false;
  const double vso = run.vso().back();
  return vso >= kPathsFromVso && vso >= run.maxVso();
}

// A site that grows is told as a leak, however low the VSO: without its root nobody knows what to clear.
bool hasLeakWithoutRoot(const SpecRun& run) {
  if (!run.hasPaths()) return false;
  const size_t leaks = std::min(run.growing(), kNewTopSites);
  return std::any_of(run.worst().begin(), run.worst().begin() + static_cast<ptrdiff_t>(leaks),
                     [&](const SiteStat& stat) {
                       const auto found = run.paths.find(siteKey(stat.site, stat.classId));
                       return found == run.paths.end() || !isComplete(found->second);
                     });
}

// Where paths cost walks of their own.
bool isWorthSearch(const SpecRun& run) { return isHighest(run) || hasLeakWithoutRoot(run); }

// Is the first leak held by such a call, as far as is known?
bool isLeakMomentary(const SpecRun& run) {
  if (run.growing() == 0) return false;
  const auto found = run.paths.find(siteKey(run.worst()[0].site, run.worst()[0].classId));
  return found != run.paths.end() && isMomentary(found->second);
}

// Are there sites of the last check, and the paths from before its last sixteenth?
bool areOld(const SpecRun& run) {
  return run.hasPaths() && !run.worst().empty() && run.sitesCheck() == run.lastCheck() &&
         16 * run.sitesCheck() >= 17 * run.pathsCheck;
}

// Where they come with the pass they cost as much again: sites have fresh ones whenever there were half as many checks
// again, or those that grow have half as many bytes again, as the share of the heap that their holders keep is told with them; new ones theirs after an eighth, such as grow after a sixteenth, as does a leak that only a call was seen to hold,
// and all at the end. What a program lets go of when it ends has none later.
bool wantsDirectPaths(const SpecRun& run, bool last) {
  if (!run.hasPaths() || run.worst().empty() || run.sitesCheck() != run.lastCheck()) return false;
  if (last || 2 * run.sitesCheck() >= 3 * run.pathsCheck) return true;
  if (run.growing() > 0 && 2 * run.growingBytes() >= 3 * run.pathsBytes) return true;
  if (run.hasNewGrowingSite(kPathSites) || isLeakMomentary(run)) return areOld(run);
  return run.hasNewTopSite(kPathSites) && 8 * run.sitesCheck() >= 9 * run.pathsCheck;
}

bool isWorstBare(const SpecRun& run) {
  if (!run.hasPaths() || run.worst().empty()) return false;
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

std::vector<PathTarget> pathTargets(SpecRun& run) {
  std::vector<PathTarget> targets;
  auto* records = run.engine().records();
  for (const SiteStat& stat : run.worst()) {
    if (targets.size() == kPathSites) break;
    PathTarget target;
    target.site = stat.site;
    target.classId = stat.classId;
    target.minAge = run.engine().spec().window();
    target.objects = stat.objects;
    target.bytes = stat.bytes + stat.arrayBytes;
    if (records != nullptr) {
      target.nodes = records->culprits(stat.site, stat.classId, PathTracer::kSamples);
    }
    targets.push_back(std::move(target));
  }
  return targets;
}

bool growsByEdge(const SpecRun& run) {
  return (run.engine().spec().rules & ISL_RULE_ONE_EDGE) != 0;
}

}  // namespace

PathKeeper::PathKeeper(Parts parts, Collect collect)
    : parts_(std::move(parts)), collect_(std::move(collect)), budget_(*parts_.costs, parts_.nowMs),
      unkept_(parts_.jvmti, *parts_.classes, *parts_.nodes, *parts_.sites),
      direct_(
          {parts_.jvmti, parts_.classes, parts_.nodes, parts_.sites, parts_.scopes, parts_.pass}) {
  for (size_t r = 0; r < parts_.runs.size(); r++) {
    readers_.push_back(parts_.makeReader());
    kept_.push_back(std::make_unique<PathTracer>(parts_.jvmti, *parts_.classes, *parts_.nodes,
                                                 *parts_.sites, readers_.back().get()));
    kept_.back()->setScopes(parts_.scopes);
  }
  unkept_.setScopes(parts_.scopes);
}

bool PathKeeper::keepsAny() const {
  for (size_t r = 0; r < parts_.runs.size(); r++) {
    const SpecRun& run = *parts_.runs[r];
    if (!kept_[r]->targets().empty() || (growsByEdge(run) && !run.worst().empty())) return true;
  }
  return false;
}

bool PathKeeper::keep(JNIEnv* jni, uint32_t n, uint64_t liveObjects, double& costMs) {
  budget_.begin(liveObjects);
  for (size_t r = 0; r < parts_.runs.size(); r++) {
    const SpecRun& run = *parts_.runs[r];
    if (!growsByEdge(run)) {
      if (!keepOf(jni, r, n, costMs)) return false;
    } else if (!run.worst().empty()) {
      if (!grow(jni, n, r)) return false;
    }
  }
  return true;
}

void PathKeeper::freed(uint32_t node) {
  for (auto& paths : kept_) paths->freed(node);
}

// By the printed rule, an edge at each check: it cannot be left out where time is short.
bool PathKeeper::grow(JNIEnv* jni, uint32_t n, size_t r) {
  if (!collect_()) return false;
  SpecRun& run = *parts_.runs[r];
  const auto chains = chains_
                          .try_emplace(r, parts_.jvmti, *parts_.classes, *parts_.nodes,
                                       unkept_.sampler(), unkept_.wording())
                          .first;
  const std::vector<PathTarget> targets = pathTargets(run);
  auto found = chains->second.grow(jni, n, targets, run.engine().records());
  for (size_t t = 0; t < targets.size(); t++) {
    if (found[t].empty()) continue;
    run.paths[siteKey(targets[t].site, targets[t].classId)] = std::move(found[t]);
  }
  return true;
}

// A search of everything where there is time for it. In a large heap only what lacks a path is looked
// for: the top sites that are new, with the paths of the others kept.
PathWork PathKeeper::workOf(SpecRun& run, const PathTracer& kept,
                            const PathTracer::Verified& verified) {
  PathState state;
  state.wanted = isWorthSearch(run);
  if (!state.wanted) return PathWork::None;
  state.grown = run.vso().back() >= run.vsoAtLastPaths * kPathsGrowth;
  state.lacking = run.hasNewTopSite(kNewTopSites) || verified.spent;
  state.bare = isWorstBare(run);
  state.unfollowed = (state.lacking || state.bare) && !missingTargets(run, kept).empty();
  state.followed = !kept.targets().empty();
  state.open = verified.open > 0;
  budget_.fill(state);
  const PathChoice choice = choosePathWork(state);
  budget_.chosen(choice);
  return choice.work;
}

// The sites whose paths are known and those of the first that have none: one, or all where one search
// with the scout finds them all. Empty: the first sites all have one.
std::vector<PathTarget> PathKeeper::missingTargets(SpecRun& run, const PathTracer& kept) {
  std::vector<PathTarget> targets = pathTargets(run), chosen;
  const size_t top = run.topSites(kNewTopSites);
  const size_t most = budget_.canScout() ? top : 1;
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

PathTracer::Paths PathKeeper::findMissing(JNIEnv* jni, SpecRun& run, PathTracer& kept, uint32_t n,
                                          const PathTracer::Weigh& weigh) {
  PathTracer::Paths found;
  const CostWatch cost;
  const double left = budget_.left();
  double budget = budget_.forSearch(isWorstBare(run));
  do {
    const std::vector<PathTarget> targets = missingTargets(run, kept);
    if (targets.empty()) break;
    found = kept.trace(jni, n, targets, static_cast<uint64_t>(budget), weigh,
                       {false, budget_.canScout()});
    budget = SearchBudget::atLeast(left - cost.ms());
  } while (cost.ms() < left);
  return found;
}

bool PathKeeper::lacksPaths() const {
  return std::any_of(parts_.runs.begin(), parts_.runs.end(),
                     [](const SpecRun* run) { return run->hasNewTopSite(kPathSites); });
}

bool PathKeeper::hasOldPaths() const {
  return std::any_of(parts_.runs.begin(), parts_.runs.end(),
                     [](const SpecRun* run) { return areOld(*run); });
}

void PathKeeper::openDirect(JNIEnv* jni) { direct_.open(jni); }

ToldSite& PathKeeper::siteOf(const SpecRun& run, const PathTarget& target) {
  return told_[{&run, siteKey(target.site, target.classId)}];
}

bool PathKeeper::collectDirectly(rawheap::Stopped& stopped, const HeapSample& heap,
                                 rawheap::Reason& reason) {
  directTargets_.clear();
  measured_.clear();
  const size_t most = last_ && stopped.mark.objects() <= kSmallHeap ? kMeasuredOfSmall : 1;
  DirectPaths::Targets samples;
  for (SpecRun* run : parts_.runs) {
    if (!wantsDirectPaths(*run, last_)) continue;
    run->pathsCheck = run->sitesCheck();
    run->pathsBytes = run->growingBytes();
    size_t at = 0;
    const size_t before = measured_.size();  // of other specs
    for (PathTarget& target : pathTargets(*run)) {
      const SiteStat& stat = run->worst()[at++];
      if (measured_.size() < before + most &&
          siteOf(*run, target).isToBeMeasured(target.bytes, last_))
        measured_.push_back(samples.size());
      samples.push_back(stat.samples);
      directTargets_.emplace_back(run, std::move(target));
    }
  }
  const bool wantsHeap = !samples.empty() || wanted_.check != 0;
  return direct_.collect(stopped, samples, wantsHeap ? heap : HeapSample{}, reason, measured_);
}

void PathKeeper::weighDirectly() {
  direct_.weigh([this](size_t target, uint32_t node, uint32_t word) {
    return directTargets_[target].first->engine().amplified(node, word);
  });
}

const std::vector<report::Path>& PathKeeper::heapPaths(const SpecRun& run) const {
  static const std::vector<report::Path> none;
  const auto found = heapPaths_.find(&run);
  return found == heapPaths_.end() ? none : *found->second;
}

void PathKeeper::tellDirectly(JNIEnv* jni) {
  if (directTargets_.empty() && wanted_.check == 0) return;
  DirectPaths::Paths found = direct_.tell(jni);
  std::vector<report::Path> heap = direct_.takeHeap();
  if (wanted_.check != 0 && !heap.empty())
    fullest_ = {wanted_.check, wanted_.liveBytes, wanted_.dead, heap};
  wanted_ = {};
  if (directTargets_.empty()) return;
  const auto shared = std::make_shared<const std::vector<report::Path>>(std::move(heap));
  for (size_t t = 0; t < found.size(); t++) {
    const auto& [run, target] = directTargets_[t];
    heapPaths_[run] = shared;
    const uint64_t key = siteKey(target.site, target.classId);
    std::vector<report::Path>& told = run->paths[key];
    if (!isComplete(found[t]) && isComplete(told)) continue;
    ToldSite& site = siteOf(*run, target);
    if (isFainter(found[t], told, {site.objects, target.objects}, last_)) {
      site.forgetMeasure();
      continue;
    }
    site.objects = target.objects;
    const bool measured = std::find(measured_.begin(), measured_.end(), t) != measured_.end();
    if (measured)
      site.isMeasured(target.bytes);
    else
      site.carryRetained(told, found[t], target.bytes);
    told = std::move(found[t]);
  }
  directTargets_.clear();
}

// The paths of a report belong to the check with the highest VSO, as its sites do. A search starts anew
// when the VSO has doubled or a site is new at the top; what the heap has cut meanwhile is looked for
// from where it still holds. At other checks only what was cut before and has outlived a collection is taken
// over: objects whose last reference is gone look the same until the next one.
bool PathKeeper::keepOf(JNIEnv* jni, size_t r, uint32_t n, double& costMs) {
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
  const bool wanted = isWorthSearch(run);
  if (wanted || (verified.cut == 0 && verified.open > 0)) {
    takePaths(run, kept, kept.paths(jni));  // what is to be done depends on what is left
  }
  if (wanted && !search(jni, run, kept, n, verified, weigh, costMs)) return false;
  restoreLetGo(run, kept, before);
  return true;
}

// What is known of the paths is in the report already.
bool PathKeeper::search(JNIEnv* jni, SpecRun& run, PathTracer& kept, uint32_t n,
                        const PathTracer::Verified& verified, const PathTracer::Weigh& weigh,
                        double& costMs) {
  const PathWork work = workOf(run, kept, verified);
  if (work == PathWork::None || work == PathWork::Group) return true;
  if (!collect_()) return false;
  const auto budgetMs = static_cast<uint64_t>(budget_.forSearch(false));
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
  budget_.spend(cost.ms());
  costMs += tookMs;
  static const char* const kNames[] = {"", "anew", "of sites without", "that were cut"};
  logLine(LogLevel::Info, "paths %s at check %u: %.1f ms, %zu walks of the heap",
          kNames[static_cast<size_t>(work)], n, tookMs, kept.walks());
  takePaths(run, kept, std::move(found));
  return true;
}

}  // namespace isl

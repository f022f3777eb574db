// What is kept of one spec over all checks: VSO, thresholds, site histories, the walk to report.
#pragma once

#include <algorithm>
#include <atomic>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "check/GrowthProof.h"
#include "heap/Engine.h"
#include "report/Report.h"
#include "trend/Axis.h"
#include "trend/Populations.h"
#include "trend/Staying.h"

namespace isl {

// Virtual space overhead: (penalties + live heap) / live heap (requirement A-02).
double vsoOf(uint64_t penalty, uint64_t liveBytes);

// Highest value that was held for `span` values in a row; 0 when there are fewer.
double sustained(const std::vector<double>& values, size_t span);
constexpr size_t kSustainedSpan = 20;

// Share of the program's memory, over all checks so far, that lay there with the symptom: of the
// `byteChecks` (the program's live bytes, summed over the checks) the `penalty` with the window given
// back, which would otherwise weigh more, the fewer checks there are. An object amplified k times has
// lain there for k + window checks; and of a growing set, which gains `rate` bytes a check, the last
// window holds as much again that cannot be known yet.
double severityOf(uint64_t penalty, uint64_t suspicious, double rate, uint32_t window,
                  double byteChecks);

// Usual gain of a check among the last `span`: the mean without the largest, so that
// one jump is no growth; never below 0.
double usualGain(const std::vector<uint64_t>& series, size_t span);

struct Thresholds {
  uint64_t minSiteBytes = 0;
  double minSiteShare = 0;  // of the live heap
};

class SpecRun {
 public:
  SpecRun(std::unique_ptr<Engine> engine, Thresholds thresholds)
      : engine_(std::move(engine)), thresholds_(thresholds) {}

  struct Outcome {
    uint64_t penalty = 0, suspicious = 0;  // suspicious: live bytes of the objects with a penalty
    double vso = 1.0;
    uint64_t tracked =
        0;  // live bytes of the objects that the spec looks at, as far as they are measured; else of all
  };
  // After Engine::end() of a walk. `light` checks before this one had none, of which some may have been missed: at each of
  // them every suspicious object had one amplification less than at the next. `foreignBytes` is the part of the
  // live heap that is not the program's. Returns the outcomes of these checks and, last, of this one.
  // `works`: where these checks lie on the axes of work, one each; none: along the checks alone.
  std::vector<Outcome> finishCheck(uint32_t check, uint64_t liveBytes, uint32_t light,
                                   uint64_t foreignBytes = 0,
                                   const std::vector<WorkPosition>& works = {},
                                   uint64_t softBytes = 0);

  // True when so many suspicious bytes of a site reach the thresholds. A site that grows counts from its bytes on,
  // whatever its share, and sites that grow count when they do so together.
  bool reaches(uint64_t bytes, uint64_t liveBytes) const;

  // Sites that never count, by id; grows with the sites. The vector outlives this object's use.
  void setAside(const std::vector<bool>* sites) { aside_ = sites; }
  bool isAside(uint32_t site) const {
    return aside_ != nullptr && site < aside_->size() && (*aside_)[site];
  }

  // How many objects of each class lived at the checks, the one that is finished included: what comes to a site may be told by
  // that before it is idle. Outlives this; null: not known.
  void setPopulations(const Populations* populations) { populations_ = populations; }

  // After finishCheck: what the sites that are to be explained did, as spec number `index`.
  void explain(SiteWatch& watch, size_t index, uint64_t liveBytes) const;
  const Thresholds& thresholds() const { return thresholds_; }

  Engine& engine() { return *engine_; }
  const Engine& engine() const { return *engine_; }
  const std::vector<double>& vso() const { return vso_; }
  double maxVso() const { return maxVso_; }
  uint32_t maxVsoCheck() const { return maxCheck_; }
  double severity() const { return severity_; }

  // Counted sites at the check that the report tells: growing ones first, then by penalty. That is the latest
  // check, unless what was there at one shortly before was let go meanwhile, as when a program ends, or when the heap
  // was full.
  const std::vector<SiteStat>& worst() const { return worst_; }
  // So many of worst(), its first, grow with the work.
  size_t growing() const { return growing_; }
  uint64_t growingBytes() const;
  uint32_t sitesCheck() const { return sitesCheck_; }
  uint32_t lastCheck() const { return series_.rows().empty() ? 0 : series_.rows().back().at.check; }
  const CheckSums& worstSums() const { return worstSums_; }
  // The part of worst() that was allocated in scopes, by the site's variant for the scope.
  const std::vector<SiteStat>& worstScopes() const { return worstScopes_; }
  // The bytes of every (site, class) over the checks, by siteKey, from an eighth of the bytes of `min-site` on and
  // whatever its share of the live heap: a leak may start small.
  const SeriesTable& series() const { return series_; }
  // Of the sites with these keys together, up to check `last`; of what stays of them, where they come and go.
  Trend trendOf(const std::vector<uint64_t>& keys, uint32_t last) const;
  Trend trendOf(const std::vector<uint64_t>& keys, Axis axis, uint32_t last) const;
  uint64_t touched() const { return touched_; }
  uint64_t reached() const { return reached_; }
  uint64_t reachedEdges() const { return reachedEdges_; }

  // Nothing holds what died.
  bool hasPaths() const { return engine_->spec().onDied == nullptr; }
  std::unordered_map<uint64_t, std::vector<report::Path>> paths;  // by siteKey, latest
  double vsoAtLastPaths = 0;
  // Of the paths that were read directly: their check, and the bytes of the sites that grew.
  uint32_t pathsCheck = 0;
  uint64_t pathsBytes = 0;
  // What the report tells was let go of as the program ended, before anybody saw whether it outlives a collection.
  bool unproven() const { return unproven_; }
  // At the last check: suspicious bytes of a site, 0: none.
  uint64_t bytesNow(const SiteStat& site) const;
  // See GrowthProof. Before a check: is a collection to be made?
  bool wantsCollection();
  void noteCollection() { proof_.noteCollection(); }
  void noteReferences(const rawheap::DeadReferences& dead) { proof_.noteReferences(dead); }
  bool proving() const { return proof_.proving(); }
  // The next check is made when the program is over: what its threads held is gone.
  void noteEnd() { ended_ = true; }
  // Between two checks so much lived, without what soft references hold.
  void noteLook(uint64_t liveBytes) { mostSince_ = std::max(mostSince_, liveBytes); }
  // Nothing more fits into the heap. With the world stopped.
  void noteFull() { wasFull_ = true; }
  // The first of worst() whose paths are worth a search where walks are dear: at most `top`, and none that does
  // not grow and has less than a tenth of the first one's penalty.
  size_t topSites(size_t top) const;
  // Is a site among the `top` first whose paths nobody has looked for? Or is one of those that grow?
  bool hasNewTopSite(size_t top) const { return hasNewAmong(top); }
  bool hasNewGrowingSite(size_t top) const { return hasNewAmong(std::min(top, growing_)); }

 private:
  void record(const std::vector<WorkPosition>& works, uint64_t liveBytes);
  double lastWork() const;
  uint64_t suspiciousBytes() const;
  bool hasNewAmong(size_t first) const;
  void addByteChecks(uint64_t programBytes, uint32_t checks);
  // Bytes by which a set has to grow: `min-site`, and of a spec that follows tables a part of it.
  uint64_t leastGrowth() const;
  // Of a set that grows (see Trend.h) by a part of `min-site` at least, or in number (see AllOfType): by how much; else 0.
  double growthOf(const SiteStat& stat, uint32_t last) const;
  // Of sites of worst(), if most of what is gone of each has died.
  std::vector<StayingSample> stayingOf(const std::vector<uint64_t>& keys, Axis axis,
                                       uint32_t last) const;
  bool grows(const SiteStat& stat, uint32_t last) const;
  std::vector<SiteStat> countedOf(uint32_t check, uint64_t liveBytes, CheckSums& sums) const;
  void tell(uint32_t check, uint64_t liveBytes, std::vector<SiteStat> counted,
            const CheckSums& sums);

  std::unique_ptr<Engine> engine_;
  Thresholds thresholds_;
  const std::vector<bool>* aside_ = nullptr;
  const Populations* populations_ = nullptr;
  std::vector<double> vso_;
  double maxVso_ = 1.0, severity_ = 0;
  uint32_t maxCheck_ = 0, sitesCheck_ = 0;
  size_t growing_ = 0;  // of worst_, its first
  bool isLetGo(const CheckSums& sums) const;
  double heapRate() const;
  GrowthProof proof_;
  bool ended_ = false;  // before the next check, the program
  bool unproven_ = false;
  std::atomic<bool> wasFull_{false};
  std::vector<SiteStat> worst_, worstScopes_;
  CheckSums worstSums_;
  SeriesTable series_;
  std::deque<WorkPosition> recent_;   // of the checks of a window, and the one before
  std::vector<uint64_t> suspicious_;  // bytes, by check
  double byteChecks_ = 0;             // the program's live bytes, summed over the checks
  double lastProgramBytes_ = 0;
  uint64_t lastLiveBytes_ = 0;
  uint64_t mostSince_ = 0;       // that lived since the check that the report tells
  uint64_t collectedBytes_ = 0;  // that were suspicious after the last collection, or at first
  uint64_t touched_ = 0, reached_ = 0, reachedEdges_ = 0;
};

}  // namespace isl

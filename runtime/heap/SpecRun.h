// What is kept of one spec over all checks: VSO, thresholds, site histories, the walk to report.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "heap/Engine.h"
#include "report/Report.h"

namespace isl {

// Virtual space overhead: (penalties + live heap) / live heap (requirement A-02).
double vsoOf(uint64_t penalty, uint64_t liveBytes);

// Highest value that was held for `span` values in a row; 0 when there are fewer.
double sustained(const std::vector<double>& values, size_t span);
constexpr size_t kSustainedSpan = 20;

// Penalty as a share of the largest that `checks` checks could have given: a heap all of which is
// amplified at every check once the window is full.
double severityOf(uint64_t penalty, uint64_t liveBytes, uint32_t checks, uint32_t window);

struct Thresholds {
  uint64_t minSiteBytes = 0;
  double minSiteShare = 0;  // of the live heap
};

inline uint64_t siteKey(uint32_t site, uint32_t classId) {
  return static_cast<uint64_t>(site) << 32 | classId;
}

class SpecRun {
 public:
  SpecRun(std::unique_ptr<Engine> engine, Thresholds thresholds)
      : engine_(std::move(engine)), thresholds_(thresholds) {}

  struct Outcome {
    uint64_t penalty = 0;
    double vso = 1.0;
  };
  // After Engine::end() of a walk. `light` checks before this one had none: at each of them every
  // suspicious object had one amplification less than at the next. Returns their outcomes and, last,
  // that of this check.
  std::vector<Outcome> finishCheck(uint32_t check, uint64_t liveBytes, uint32_t light);

  Engine& engine() { return *engine_; }
  const Engine& engine() const { return *engine_; }
  const std::vector<double>& vso() const { return vso_; }
  double maxVso() const { return maxVso_; }
  uint32_t maxVsoCheck() const { return maxCheck_; }
  double severity() const { return severity_; }

  // Counted sites at the check with the highest VSO, most penalised first.
  const std::vector<SiteStat>& worst() const { return worst_; }
  const CheckSums& worstSums() const { return worstSums_; }
  // Penalty of a counted (site, class) over the checks.
  const std::vector<std::pair<uint32_t, uint64_t>>& history(uint32_t site, uint32_t classId) const;
  uint64_t touched() const { return touched_; }
  uint64_t reached() const { return reached_; }
  uint64_t reachedEdges() const { return reachedEdges_; }
  size_t sitesEver() const { return sitesEver_.size(); }
  size_t sitesCleared() const;

  std::unordered_map<uint64_t, std::vector<report::Path>> paths;  // by siteKey, latest
  double vsoAtLastPaths = 0;

 private:
  bool counts(uint32_t site, uint64_t liveBytes) const;

  std::unique_ptr<Engine> engine_;
  Thresholds thresholds_;
  std::vector<double> vso_;
  double maxVso_ = 1.0, severity_ = 0;
  uint32_t maxCheck_ = 0;
  std::vector<SiteStat> worst_;
  CheckSums worstSums_;
  std::unordered_map<uint64_t, std::vector<std::pair<uint32_t, uint64_t>>> histories_;
  std::unordered_set<uint32_t> sitesEver_, sitesNow_;
  uint64_t touched_ = 0, reached_ = 0, reachedEdges_ = 0;
};

}  // namespace isl

// What happened to the allocation sites that `explain` asks for: the evidence that one of them did not
// show the symptom. Costs one test per object while nothing is asked.
//
// Written by the walk's callbacks (lived, tracked, cleared) and by the check thread; read after a check.
// Variants of a location (under sequences, in scopes) are one entry.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/SitePattern.h"
#include "store/SiteTable.h"

namespace isl {

class SiteWatch {
 public:
  struct SpecFacts {
    uint64_t tracked = 0;  // looks at an object that the spec tracks
    uint32_t suspiciousWalks = 0, countedWalks = 0, hiddenWalks = 0;
    uint32_t firstSuspicious = 0, lastSuspicious = 0;              // checks
    uint64_t mostObjects = 0, mostBytes = 0, mostHiddenBytes = 0;  // suspicious at one check
    uint64_t cleared = 0;
    std::vector<uint32_t> clearedAt;  // checks, the first kMaxChecks of them
  };
  struct Facts {
    uint32_t site = 0;  // the location itself, see Site::base
    uint32_t walksAlive = 0, lastAlive = 0;
    uint64_t mostObjects = 0;  // alive at one check
    uint32_t longest = 0,
             longestAt = 0;  // checks that an object had been untouched, and at which check
    uint32_t lastTouch = 0;  // latest check interval in which one was touched
    std::vector<SpecFacts> specs;

    uint64_t objectsNow = 0;  // of the current walk
    uint32_t oldestNow = 0;   // epoch
  };
  static constexpr size_t kMaxChecks = 20;

  void ask(const std::vector<std::string>& patterns, size_t specs);
  bool empty() const { return patterns_.empty(); }
  const std::vector<SitePattern>& patterns() const { return patterns_; }
  const std::vector<Facts>& facts() const { return facts_; }
  uint32_t walks() const { return walks_; }

  // Before a walk, the world running: finds the sites that are new since the last time.
  void beginWalk(const SiteTable& sites, uint32_t check);
  bool watches(uint32_t site) const { return site < index_.size() && index_[site] != 0; }
  void lived(uint32_t site, uint32_t epoch);
  void tracked(size_t spec, uint32_t site) { of(site).specs[spec].tracked++; }
  void cleared(size_t spec, uint32_t site);

  // After a walk; `suspicious` for each watched id with suspicious objects.
  const std::vector<uint32_t>& ids() const { return ids_; }
  void suspicious(size_t spec, uint32_t site, uint64_t objects, uint64_t bytes, bool counted);
  void endWalk();

 private:
  Facts& of(uint32_t site) { return facts_[index_[site] - 1]; }

  std::vector<SitePattern> patterns_;
  std::vector<uint32_t> index_;  // by site id: 1 + index into facts_, 0: not asked for
  std::vector<uint32_t> ids_;
  std::unordered_map<uint32_t, uint32_t> byBase_;
  std::vector<Facts> facts_;
  size_t specs_ = 0;
  uint32_t check_ = 0, walks_ = 0;
};

}  // namespace isl

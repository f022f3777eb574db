// Suspicious objects of one check, summed by (allocation site, class).
#pragma once

#include <cstdint>
#include <vector>

#include "heap/EvenSample.h"

namespace isl {

// How many amplifications back the bytes are kept apart, so that the penalties of as many checks
// before a walk can be worked out. Many, because so many checks can wait while a collection runs: a concurrent
// one on a busy machine takes as long as a program that allocates fast needs for dozens of them.
constexpr uint32_t kRecentTimes = 63;

// One number for a site and a class.
inline uint64_t siteKey(uint32_t site, uint32_t classId) {
  return static_cast<uint64_t>(site) << 32 | classId;
}

struct SiteStat {
  uint32_t site = 0, classId = 0;
  uint64_t objects = 0;
  uint64_t bytes = 0;         // live bytes of the suspicious objects, owned arrays included
  uint64_t arrayBytes = 0;    // part of it: owned arrays
  uint64_t startUpBytes = 0;  // part of bytes: not used since the program became ready
  uint64_t penalty = 0;       // bytes
  uint64_t onsets = 0;        // objects amplified for the first time at this check
  uint64_t recentBytes[kRecentTimes] = {};  // part of bytes: amplified once, twice, ... so far
  EvenSample
      samples;  // of the objects, by their numbers in the mark; where the heap is read directly
  uint32_t next = 0;  // chain of the same site, index + 1
};

// Penalty that the same objects had `before` checks earlier (at most kRecentTimes + 1), when each had that many
// amplifications less, but none a negative number.
inline uint64_t penaltyBefore(const SiteStat& stat, uint32_t before) {
  uint64_t penalty = stat.penalty - stat.bytes * before;
  for (uint32_t times = 1; times < before; times++) {
    penalty += stat.recentBytes[times - 1] * (before - times);
  }
  return penalty;
}

// Live bytes of the objects that were suspicious `before` checks earlier; as penaltyBefore.
inline uint64_t bytesBefore(const SiteStat& stat, uint32_t before) {
  uint64_t bytes = stat.bytes;
  for (uint32_t times = 1; times <= before && times <= kRecentTimes; times++) {
    bytes -= stat.recentBytes[times - 1];
  }
  return bytes;
}

// Site ids in the order of their first appearance; `add` is cheap enough for the walk's callbacks.
class SiteSet {
 public:
  void add(uint32_t site) {
    if (site >= known_.size()) known_.resize(site + site / 2 + 1024);
    if (known_[site]) return;
    known_[site] = true;
    members_.push_back(site);
  }
  const std::vector<uint32_t>& members() const { return members_; }

 private:
  std::vector<bool> known_;
  std::vector<uint32_t> members_;
};

class SiteStats {
 public:
  void clear() {
    for (const SiteStat& s : stats_) heads_[s.site] = 0;
    stats_.clear();
  }

  SiteStat& at(uint32_t site, uint32_t classId) {
    if (site >= heads_.size()) heads_.resize(site + site / 2 + 1024);
    for (uint32_t i = heads_[site]; i != 0; i = stats_[i - 1].next) {
      if (stats_[i - 1].classId == classId) return stats_[i - 1];
    }
    SiteStat fresh;
    fresh.site = site;
    fresh.classId = classId;
    fresh.next = heads_[site];
    stats_.push_back(fresh);
    heads_[site] = static_cast<uint32_t>(stats_.size());
    return stats_.back();
  }

  // Null when nothing is known of (site, class).
  const SiteStat* find(uint32_t site, uint32_t classId) const {
    if (site >= heads_.size()) return nullptr;
    for (uint32_t i = heads_[site]; i != 0; i = stats_[i - 1].next) {
      if (stats_[i - 1].classId == classId) return &stats_[i - 1];
    }
    return nullptr;
  }

  // Live bytes of all suspicious objects of the site, whatever their class.
  uint64_t bytesOfSite(uint32_t site) const {
    uint64_t sum = 0;
    if (site >= heads_.size()) return 0;
    for (uint32_t i = heads_[site]; i != 0; i = stats_[i - 1].next) sum += stats_[i - 1].bytes;
    return sum;
  }

  uint64_t objectsOfSite(uint32_t site) const {
    uint64_t sum = 0;
    if (site >= heads_.size()) return 0;
    for (uint32_t i = heads_[site]; i != 0; i = stats_[i - 1].next) sum += stats_[i - 1].objects;
    return sum;
  }

  // A stat keeps its number until clear(), its address only until the next at().
  SiteStat& operator[](uint32_t index) { return stats_[index]; }
  uint32_t indexOf(const SiteStat& stat) const {
    return static_cast<uint32_t>(&stat - stats_.data());
  }

  const std::vector<SiteStat>& all() const { return stats_; }

 private:
  std::vector<uint32_t> heads_;  // by site: index + 1 into stats_
  std::vector<SiteStat> stats_;
};

}  // namespace isl

// What the checks have found: a row for each, and the figures that decide when the next ones come.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "check/DueCheck.h"
#include "check/SpecRun.h"
#include "heap/HeapWalk.h"
#include "report/Report.h"

namespace isl {

class CheckResults {
 public:
  explicit CheckResults(std::vector<SpecRun*> runs)
      : runs_(std::move(runs)), latestVso_(runs_.size(), 1.0) {}

  // Agent thread, after a walk: the checks that waited for it, oldest first, get its live heap and their own VSO.
  void add(std::vector<DueCheck> batch, const WalkTotals& totals);
  // How much lived between two checks.
  void addLook(const report::Look& look);
  const std::vector<report::Look>& looks() const { return looks_; }
  // The last check took longer, by so many ms of wall time.
  void addCost(double ms) { checks_.back().costMs += ms; }
  // Is the next check to come soon, for any spec? See GrowthProof.
  bool proving() const;
  // Logs the last check: wall time of its walk, CPU time, how the heap was seen.
  void logLast(double walkMs, double cpuMs, const char* how) const;

  // Agent thread, or when it has ended.
  const std::vector<report::Check>& checks() const { return checks_; }
  // At the check of that number; 0: there is none.
  uint64_t liveBytesAt(uint32_t check) const;

  // Any thread, all of the last walk. VSO of the spec of that name, 1 before the first; NaN: there is no such spec.
  // Null: the highest.
  double latestVso(const char* spec) const;
  uint64_t liveBytes() const { return liveBytes_; }

 private:
  void countAnew(std::vector<DueCheck>& batch);

  const std::vector<SpecRun*> runs_;
  std::atomic<uint64_t> liveBytes_{0};
  std::vector<report::Check> checks_;
  std::vector<report::Look> looks_;
  mutable std::mutex mutex_;
  std::vector<double> latestVso_;  // by spec; guarded by mutex_
};

}  // namespace isl

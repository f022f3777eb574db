// How much time searches for reference paths by JVMTI may take. They cost walks: all of them together no more than a
// tenth of the CPU time that the process has used, or a second, whatever the load of the machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

#include "check/WalkCosts.h"
#include "paths/PathChoice.h"

namespace isl {

// Agent thread. All times in ms.
class SearchBudget {
 public:
  // `nowMs`: CPU time of the process so far.
  SearchBudget(const WalkCosts& costs, std::function<uint64_t()> nowMs)
      : costs_(costs), nowMs_(std::move(nowMs)) {}

  // Before the decisions about a check: how many objects the heap has.
  void begin(uint64_t liveObjects) { liveObjects_ = liveObjects; }

  // The time that is left, as the choice of what to search for asks for it.
  void fill(PathState& state) const;
  // The choice was made, and a search took so long.
  void chosen(const PathChoice& choice);
  void spend(double ms) { spentMs_ += ms; }

  // For one search; `bare`: of a worst site that has no path.
  double forSearch(bool bare) const;
  double left() const;
  // A search that has begun goes on for so long at least.
  static double atLeast(double ms);

  // Is the heap small enough for the PathScout, which finds all missing paths in one search?
  bool canScout() const;

 private:
  double whole() const;
  bool canSearchAll() const;

  const WalkCosts& costs_;
  const std::function<uint64_t()> nowMs_;
  uint64_t liveObjects_ = 0;
  double spentMs_ = 0;
  uint32_t lateSearches_ = 0;  // for the paths of a bare worst site, beside the usual ones
};

}  // namespace isl

#include "check/SearchBudget.h"

#include <algorithm>

#include "paths/PathScout.h"

namespace isl {
namespace {

constexpr uint64_t kLeastMs = 1000, kRunPart = 10;
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

}  // namespace

double SearchBudget::whole() const {
  return static_cast<double>(std::max(kLeastMs, nowMs_() / kRunPart));
}

double SearchBudget::left() const { return whole() - spentMs_; }

bool SearchBudget::canScout() const { return liveObjects_ <= PathScout::kMaxObjects; }

bool SearchBudget::canSearchAll() const {
  return canScout() && kSearchWalks * costs_.followingEstimate(liveObjects_) <= left();
}

void SearchBudget::fill(PathState& state) const {
  const double expectedMs = (canScout() ? kFewWalks : 1) * costs_.followingEstimate(liveObjects_);
  state.anyTime = left() > 0;
  state.inTime = left() > expectedMs;
  state.allInTime = canSearchAll();
  const double ofRun = kLateShare * static_cast<double>(nowMs_());
  const bool first = spentMs_ == 0;
  state.mayBeLate = first || lateSearches_ == 0 ||
                    (lateSearches_ < kLateSearches && spentMs_ + expectedMs <= ofRun);
}

void SearchBudget::chosen(const PathChoice& choice) {
  lateSearches_ += choice.late && spentMs_ != 0 ? 1 : 0;
}

double SearchBudget::atLeast(double ms) { return std::max(kLeastBudgetMs, ms); }

double SearchBudget::forSearch(bool bare) const {
  return std::max(bare ? std::min(kBareBudgetMs, whole()) : kLeastBudgetMs, left());
}

}  // namespace isl

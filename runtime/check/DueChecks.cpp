#include "check/DueChecks.h"

#include <iterator>

#include "heap/SiteStats.h"
#include "store/Site.h"

namespace isl {
namespace {

constexpr size_t kMostWaiting = kRecentTimes + 1;  // while a walk is running; see penaltyBefore

}  // namespace

bool DueChecks::end(DueCheck check, const Publish& publish) {
  std::lock_guard<std::mutex> lock(mutex_);
  const size_t most = check.missed ? kMostWaiting / 2 : kMostWaiting;
  if (waiting_.size() >= most || exhausted_) return false;
  check.n = epoch_;
  // Touches from here on belong to the next epoch; the walk takes them for touches of this one too,
  // so that no use is lost.
  epoch_++;
  publish(epoch_);
  if (epoch_ >= kMaxEpoch) exhausted_ = true;
  waiting_.push_back(std::move(check));
  return true;
}

DueChecks::Waiting DueChecks::waiting() const {
  std::lock_guard<std::mutex> lock(mutex_);
  size_t count = waiting_.size();
  while (count > 0 && waiting_[count - 1].missed) count--;
  return {count, count == 0 ? 0 : waiting_[count - 1].n};
}

uint32_t DueChecks::lastOf(size_t count) const {
  std::lock_guard<std::mutex> lock(mutex_);
  return waiting_[count - 1].n;
}

std::vector<DueCheck> DueChecks::take(size_t count) {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(count);
  std::vector<DueCheck> taken(std::make_move_iterator(waiting_.begin()),
                              std::make_move_iterator(end));
  waiting_.erase(waiting_.begin(), end);
  return taken;
}

void DueChecks::putBack(std::vector<DueCheck> taken) {
  std::lock_guard<std::mutex> lock(mutex_);
  waiting_.insert(waiting_.begin(), std::make_move_iterator(taken.begin()),
                  std::make_move_iterator(taken.end()));
}

uint32_t DueChecks::epoch() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return epoch_;
}

}  // namespace isl

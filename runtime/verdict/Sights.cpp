#include "verdict/Sights.h"

#include <algorithm>

#include "trend/Axis.h"

namespace isl {
namespace {

double widestOf(const std::vector<WorkSample>& samples, double work) {
  double seen = 0, widest = 0;
  for (const WorkSample& sample : samples) {
    widest = std::max(widest, sample.work - seen);
    seen = std::max(seen, sample.work);
  }
  return work > 0 ? std::max(widest, work - seen) / work : 0;
}

}  // namespace

bool countsUnits(CheckAt begin, CheckAt end) {
  size_t counted = 0, own = 0;
  for (CheckAt check = begin; check != end; ++check) {
    if (check->units > 0) counted++;
    if (check->units > (check == begin ? 0 : (check - 1)->units)) own++;
  }
  return unitsTell(own, counted);
}

Sights::Sights(const std::vector<report::Check>& checks, const std::vector<report::Look>& looks,
               const WorkPosition& done) {
  // Where units tell too little, bytes of allocation are the work; where nothing measures these, checks.
  const bool units = countsUnits(checks.begin(), checks.end());
  const bool bytes = !units && !checks.empty() && checks.back().allocatedBytes > 0;
  const auto sampleOf = [units](const auto& seen) {
    return WorkSample{
        static_cast<double>(units ? seen.units : seen.allocatedBytes),
        static_cast<double>(seen.liveBytes - std::min(seen.softBytes, seen.liveBytes))};
  };
  for (const report::Check& check : checks) {
    checks_.push_back(sampleOf(check));
    if (!units && !bytes) checks_.back().work = check.n;
  }
  all_ = checks_;
  for (const report::Look& look : looks) all_.push_back(sampleOf(look));
  std::stable_sort(all_.begin(), all_.end(),
                   [](const WorkSample& a, const WorkSample& b) { return a.work < b.work; });
  work_ = static_cast<double>(units ? done.units : done.allocatedBytes);
  if (!all_.empty()) work_ = std::max(work_, all_.back().work);
}

double Sights::widestGap(bool withLooks) const {
  return checks_.empty() || checks_.back().work <= 0 ? 0
                                                     : widestOf(withLooks ? all_ : checks_, work_);
}

Sights::Gain Sights::gain() const {
  Gain gain;
  if (all_.size() < 2 || checks_.empty() || work_ <= 0) return gain;
  const bool fell =
      checks_.back().work >= all_.back().work && all_.back().bytes < all_[all_.size() - 2].bytes;
  const size_t last = all_.size() - (fell ? 2 : 1);
  const WorkSample& end = all_[last];
  const WorkSample* base = &all_.front();
  const WorkSample* before = nullptr;  // of the half of the work
  double half = 0, least = end.bytes, highest = 0, first = 0;
  for (const WorkSample& sample : all_) {
    if (16 * sample.work <= work_) base = &sample;
    gain.most = std::max(gain.most, sample.bytes);
    if (2 * sample.work > work_) {
      highest = std::max(highest, sample.bytes);
      continue;
    }
    first = std::max(first, sample.bytes);
    const bool near = before != nullptr && 3 * before->work >= work_;
    half = near ? std::min(half, sample.bytes) : sample.bytes;
    before = &sample;
  }
  for (const WorkSample* sample = base; sample->work < end.work; ++sample)
    least = std::min(least, sample->bytes);
  gain.known = before != nullptr && 4 * before->work >= work_;
  double kept = end.bytes;
  for (size_t at = 0; at < last; at++) {
    if (6 * all_[at].work >= 5 * work_) kept = std::min(kept, all_[at].bytes);
  }
  gain.known = gain.known && end.work > work_ / 2;
  const double start = all_.front().bytes, begun = all_.front().work;
  gain.steady = end.work > work_ / 2 && before != nullptr && before->work > begun && half > start &&
                (kept - start) * (before->work - begun) >= (half - start) * (end.work - begun) / 2;
  gain.secondHalf = kept - half;
  gain.highest = highest - half;
  gain.above = kept - first;
  gain.all = gain.most - least;
  return gain;
}

}  // namespace isl

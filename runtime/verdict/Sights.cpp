#include "verdict/Sights.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "trend/ProgramEnd.h"

namespace isl {

double Sights::widestOf(const std::vector<Sight>& sights, double work) {
  double seen = 0, widest = 0;
  for (const Sight& sight : sights) {
    if (sight.work > work) break;
    widest = std::max(widest, sight.work - seen);
    seen = std::max(seen, sight.work);
  }
  return work > 0 ? std::max(widest, work - seen) / work : 0;
}

UnitClock unitsOf(const std::vector<report::Check>& checks) {
  UnitClock clock;
  for (const report::Check& check : checks) clock.note(check.units, check.allocatedBytes);
  return clock;
}

Sights::Sights(const std::vector<report::Check>& checks, const std::vector<report::Look>& looks,
               const WorkPosition& done, uint64_t readyBytes, std::optional<Axis> axis) {
  // Where units tell too little, bytes of allocation are the work; where nothing measures these, checks.
  const bool units = axis ? *axis == Axis::Units : unitsOf(checks).tells();
  const bool bytes = !units && !checks.empty() && checks.back().allocatedBytes > 0;
  axis_ = units ? Axis::Units : bytes ? Axis::Allocation : Axis::Checks;
  const auto isEarly = [&](const auto& seen) {
    return (units || bytes) && seen.allocatedBytes < readyBytes;
  };
  const auto sampleOf = [&](const auto& seen) {
    return Sight{{static_cast<double>(units ? seen.units : seen.allocatedBytes - readyBytes),
                  static_cast<double>(seen.liveBytes - std::min(seen.softBytes, seen.liveBytes))},
                 seen.units,
                 seen.allocatedBytes,
                 seen.cpuMs};
  };
  for (const report::Check& check : checks) {
    lastCheck_ = check.n;
    if (isEarly(check)) continue;
    all_.push_back(sampleOf(check));
    all_.back().check = check.n;
    if (!units && !bytes) all_.back().work = check.n;
    checks_.push_back(all_.back());
  }
  for (const report::Look& look : looks)
    if (!isEarly(look)) all_.push_back(sampleOf(look));
  std::stable_sort(all_.begin(), all_.end(), [](const Sight& a, const Sight& b) {
    return a.work != b.work ? a.work < b.work : a.allocatedBytes < b.allocatedBytes;
  });
  work_ = static_cast<double>(
      units ? done.units : done.allocatedBytes - std::min(readyBytes, done.allocatedBytes));
  if (!all_.empty()) work_ = std::max(work_, all_.back().work);
  cpuMs_ = done.cpuMs;
  for (const Sight& sight : all_) cpuMs_ = std::max(cpuMs_, sight.cpuMs);
  findEnd();
}

double Sights::widestGap(bool withLooks) const {
  return checks_.empty() || checks_.back().work <= 0 ? 0
                                                     : widestOf(withLooks ? all_ : checks_, work_);
}

std::vector<WorkSample> Sights::samples() const {
  if (all_.empty()) return {};
  return {all_.begin(), all_.begin() + static_cast<std::ptrdiff_t>(lastAtWork_ + 1)};
}

bool Sights::standsInTheEnd() const {
  const auto stands = [this](const std::vector<WorkSample>& seen) {
    return std::isfinite(standsSince(seen, work_ / 6, kOfBytes));
  };
  // A few objects less at the last check are no fall.
  return stands({all_.begin(), all_.end()}) || stands(samples());
}

// In a program of a second or two HotSpot's compilers, or another agent that rewrites classes, take as much as all else, and most
// of it late. That trades programs that work for less with what they have loaded.
constexpr double kLeastMs = 1000;

bool Sights::standsByCpuTime(uint64_t heapBytes) const {
  if (axis_ != Axis::Allocation || all_.empty() || all_.front().cpuMs <= 0) return false;
  std::vector<Sight> seen = all_;
  std::stable_sort(seen.begin(), seen.end(),
                   [](const Sight& a, const Sight& b) { return a.cpuMs < b.cpuMs; });
  const double begun = seen.front().cpuMs, half = (begun + cpuMs_) / 2;
  const double late = (half + cpuMs_) / 2;
  const auto after = std::find_if(seen.begin(), seen.end(),
                                  [half](const Sight& sight) { return sight.cpuMs > half; });
  if (after == seen.begin() || seen.end() - after < 2 || cpuMs_ - half < kLeastMs) return false;
  const double then = std::prev(after)->bytes;
  double most = after->bytes, seenLate = 0;
  for (auto sight = after; sight != seen.end(); ++sight) {
    most = std::max(most, sight->bytes);
    if (sight->cpuMs >= late) seenLate = std::max(seenLate, sight->bytes);
  }
  const double risen = most - after->bytes;
  most = std::max(most, then);
  const bool full = heapBytes > 0 && 4 * most > 3 * static_cast<double>(heapBytes);
  const double all = most - seen.front().bytes;
  return !full && 2 * seenLate >= most && 8 * (most - then) < all && 16 * risen <= all;
}

bool Sights::fellAtItsEnd() const { return lastAtWork_ + 1 < all_.size(); }

// Where a look has seen more work than the last check the program was at work.
void Sights::findEnd() {
  lastAtWork_ = all_.empty() ? 0 : all_.size() - 1;
  if (all_.empty() || checks_.empty() || checks_.back().work < all_.back().work) return;
  lastAtWork_ = lastBeforeProgramEnd({all_.begin(), all_.end()}, work_);
  // One that was seen to close what it had for longer than a program that ends has done its work before.
  const double before = all_[lastAtWork_].work;
  if (axis_ == Axis::Allocation && lastAtWork_ + 2 < all_.size() && 8 * before < 7 * work_)
    work_ = before;
}

uint64_t Sights::workedUntil(uint64_t allocatedBytes) const {
  if (!fellAtItsEnd()) return allocatedBytes;
  const Sight& before = all_[lastAtWork_];
  return 2 * all_.back().bytes < before.bytes ? before.allocatedBytes : allocatedBytes;
}

uint32_t Sights::lastCheckAtWork() const {
  if (!fellAtItsEnd()) return lastCheck_;
  const auto end = std::find_if(all_.begin() + static_cast<std::ptrdiff_t>(lastAtWork_) + 1,
                                all_.end(), [](const Sight& sight) { return sight.check != 0; });
  return end == all_.end() ? lastCheck_ : end->check - 1;
}

Sights Sights::until(uint64_t allocatedBytes) const {
  Sights out = *this;
  const auto end = std::find_if(out.all_.begin(), out.all_.end(), [&](const Sight& sight) {
    return sight.allocatedBytes >= allocatedBytes;
  });
  if (end == out.all_.begin() || end == out.all_.end()) return out;
  const Sight& before = *(end - 1);
  const double part = static_cast<double>(allocatedBytes - before.allocatedBytes) /
                      static_cast<double>(end->allocatedBytes - before.allocatedBytes);
  end->work = before.work + part * (end->work - before.work);
  out.work_ = end->work;
  out.all_.erase(end + 1, out.all_.end());
  const auto later = [&](const Sight& check) { return check.work >= out.work_; };
  out.checks_.erase(std::find_if(out.checks_.begin(), out.checks_.end(), later), out.checks_.end());
  out.findEnd();
  return out;
}

std::vector<Sights::Sight> Sights::endsOfUnits(bool late) const {
  if (all_.size() < 2 || checks_.empty()) return {};
  const size_t last = lastAtWork_;
  std::vector<Sight> ends;
  for (size_t i = 0; i <= last; i++) {
    const bool early = late && 2 * all_[i].units <= all_[last].units;
    if (!ends.empty() && (early || ends.back().units == all_[i].units))
      ends.back() = all_[i];
    else
      ends.push_back(all_[i]);
  }
  for (size_t i = ends.size() - 1; i > 0; i--)
    ends[i - 1].bytes = std::min(ends[i - 1].bytes, ends[i].bytes);
  return ends;
}

std::vector<double> Sights::gainsOf(bool late) const {
  const std::vector<Sight> ends = endsOfUnits(late);
  if (ends.empty()) return {};
  std::vector<double> gains = {ends.front().bytes};
  for (size_t i = 1; i < ends.size(); i++) gains.push_back(ends[i].bytes - ends[i - 1].bytes);
  return gains;
}

size_t Sights::unitsThatGrew() const {
  const std::vector<double> gains = gainsOf(false);
  if (gains.empty()) return 0;
  const double all = std::accumulate(gains.begin() + 1, gains.end(), 0.0);
  return static_cast<size_t>(std::count_if(gains.begin() + 1, gains.end(), [&](double gained) {
    return gained > 0 && 8 * gained >= all;
  }));
}

double Sights::oneUnitsPart() const {
  const std::vector<double> gains = gainsOf(true);
  if (gains.size() < 2) return 1;
  const double all = std::accumulate(gains.begin() + 1, gains.end(), 0.0);
  return all > 0 ? *std::max_element(gains.begin() + 1, gains.end()) / all : 1;
}

double Sights::gainOfManyUnits() const {
  std::vector<double> gains = gainsOf(true);
  if (gains.size() < 2 || work_ <= 0) return 0;
  gains.erase(gains.begin());
  std::sort(gains.begin(), gains.end());
  if (gains.size() > 1) gains.back() = gains[gains.size() - 2];
  return std::accumulate(gains.begin(), gains.end(), 0.0) / (work_ / 2);
}

std::optional<uint64_t> Sights::standsSinceUnit() const {
  const std::vector<Sight> ends = endsOfUnits(false);
  if (ends.size() < 2) return {};
  const double all = ends.back().bytes - ends.front().bytes;
  const auto most =
      std::adjacent_find(ends.begin(), ends.end(), [all](const Sight& a, const Sight& b) {
        return 4 * (b.bytes - a.bytes) >= 3 * all;
      });
  if (all <= 0 || most == ends.end()) return {};
  const uint64_t unit = (most + 1)->units;
  const auto begun = std::find_if(all_.begin(), all_.end(),
                                  [unit](const Sight& sight) { return sight.units >= unit; });
  const std::vector<WorkSample> since(begun,
                                      all_.begin() + static_cast<std::ptrdiff_t>(lastAtWork_ + 1));
  const double work = since.back().work - since.front().work;
  if (!std::isfinite(standsSince(since, work / 6, kOfBytes))) return {};
  return begun->allocatedBytes;
}

double Sights::gainInSecondHalf() const {
  const Gain all = gain();
  return all.known ? std::max(0.0, all.secondHalf / (work_ / 2)) : 0;
}

bool Sights::isLonePeak(size_t at, double bytes) const {
  if (at == 0 || all_[at - 1].bytes > bytes) return false;
  return std::any_of(
      all_.begin(), all_.begin() + static_cast<std::ptrdiff_t>(at - 1),
      [&](const Sight& sight) { return 2 * sight.work > work_ && sight.bytes > bytes; });
}

bool Sights::risesSinceHalf(size_t last) const {
  size_t at = last;
  while (at > 0 && 2 * all_[at].work > work_ && all_[at].bytes > all_[at - 1].bytes) at--;
  return last - at >= 3 && 2 * all_[at].work <= work_;
}

Sights::Gain Sights::gain() const {
  Gain gain;
  if (all_.size() < 2 || checks_.empty() || work_ <= 0) return gain;
  const size_t last = lastAtWork_;
  const Sight& end = all_[last];
  const Sight* base = &all_.front();
  const Sight* before = nullptr;  // of the half of the work
  double half = 0, least = end.bytes, highest = 0, first = 0;
  for (const Sight& sample : all_) {
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
  for (const Sight* sample = base; sample->work < end.work; ++sample)
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
  const bool atHalf = before != nullptr && 16 * before->work >= 7 * work_;
  gain.risen = highest - (atHalf ? before->bytes : half);
  gain.above = isLonePeak(last, first) ? 0 : kept - first;
  for (const Sight& sight : all_) {
    const bool early = end.units > 0 && 2 * sight.units <= end.units;
    if (early || 2 * sight.allocatedBytes <= end.allocatedBytes)
      first = std::max(first, sight.bytes);
  }
  gain.rises = risesSinceHalf(last);
  gain.left = end.bytes - first;
  gain.all = gain.most - least;
  return gain;
}

}  // namespace isl

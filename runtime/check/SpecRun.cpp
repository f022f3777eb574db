#include "check/SpecRun.h"

#include <algorithm>

namespace isl {

double vsoOf(uint64_t penalty, uint64_t liveBytes) {
  if (liveBytes == 0) return 1.0;
  return 1.0 + static_cast<double>(penalty) / static_cast<double>(liveBytes);
}

double sustained(const std::vector<double>& values, size_t span) {
  double best = 0;
  for (size_t i = 0; span > 0 && i + span <= values.size(); i++) {
    best =
        std::max(best, *std::min_element(values.begin() + static_cast<std::ptrdiff_t>(i),
                                         values.begin() + static_cast<std::ptrdiff_t>(i + span)));
  }
  return best;
}

double severityOf(uint64_t penalty, uint64_t suspicious, double rate, uint32_t window,
                  double byteChecks) {
  if (penalty == 0) return 0;
  const double w = window;
  const double symptom =
      static_cast<double>(penalty) + w * static_cast<double>(suspicious) + rate * w * (w + 1) / 2;
  return symptom < byteChecks ? symptom / byteChecks : 1.0;
}

double usualGain(const std::vector<uint64_t>& series, size_t span) {
  if (span < 2 || series.size() <= span) return 0;
  double largest = 0;
  for (size_t i = series.size() - span; i < series.size(); i++) {
    largest =
        std::max(largest, static_cast<double>(series[i]) - static_cast<double>(series[i - 1]));
  }
  const double gain =
      static_cast<double>(series.back()) - static_cast<double>(series[series.size() - 1 - span]);
  return std::max(0.0, (gain - largest) / static_cast<double>(span - 1));
}

bool isGrowing(const SiteHistory& history, uint32_t lastCheck) {
  const SitePoint *last = nullptr, *middle = nullptr;
  for (const SitePoint& point : history) {
    if (point.check > lastCheck) break;
    last = &point;
    if (2 * (point.check - history.front().check) <= lastCheck - history.front().check) {
      middle = &point;
    }
  }
  if (last == nullptr || last == middle || last->check - history.front().check < 3) return false;
  return static_cast<double>(last->bytes) > 1.2 * static_cast<double>(middle->bytes);
}

// Checks that had no walk of their own lie on the straight line between the two walks.
void SpecRun::addByteChecks(uint64_t liveBytes, uint32_t checks) {
  const double now = static_cast<double>(liveBytes);
  const double before = lastLiveBytes_ == 0 ? now : static_cast<double>(lastLiveBytes_);
  byteChecks_ += checks * before + (now - before) * (checks + 1) / 2;
  lastLiveBytes_ = liveBytes;
}

void SpecRun::recordHistory(uint32_t check, const std::vector<SiteStat>& counted) {
  for (const SiteStat& stat : counted) {
    histories_[siteKey(stat.site, stat.classId)].push_back({check, stat.penalty, stat.bytes});
  }
  for (auto& [key, points] : histories_) {
    if (points.back().check != check && points.back().bytes != 0) points.push_back({check, 0, 0});
    if (points.size() < kMaxHistory) continue;
    size_t kept = 0;
    for (size_t i = 0; i < points.size(); i += 2) points[kept++] = points[i];
    points.resize(kept);
  }
}

bool SpecRun::reaches(uint64_t bytes, uint64_t liveBytes) const {
  return bytes >= thresholds_.minSiteBytes &&
         static_cast<double>(bytes) >= thresholds_.minSiteShare * static_cast<double>(liveBytes);
}

std::vector<SpecRun::Outcome> SpecRun::finishCheck(uint32_t check, uint64_t liveBytes,
                                                   uint32_t light, uint64_t foreignBytes) {
  CheckSums sums = engine_->sums();
  std::vector<SiteStat> counted;
  std::unordered_set<uint32_t> hidden, aside;
  for (const SiteStat& stat : engine_->stats().all()) {
    if (stat.penalty == 0) continue;
    if (isAside(stat.site)) {
      sums.asideBytes += stat.bytes;
      aside.insert(stat.site);
      continue;
    }
    if (!reaches(engine_->stats().bytesOfSite(stat.site), liveBytes)) {
      sums.hiddenPenalty += stat.penalty;
      sums.hiddenBytes += stat.bytes;
      hidden.insert(stat.site);
      continue;
    }
    sums.penalty += stat.penalty;
    sums.countedBytes += stat.bytes;
    counted.push_back(stat);
  }
  sums.hiddenSites = hidden.size();
  sums.asideSites = aside.size();
  recordHistory(check, counted);
  addByteChecks(liveBytes, light + 1);
  touched_ += sums.touchedObjects;
  reached_ += sums.reachedObjects;
  reachedEdges_ += sums.reachedEdges;
  std::vector<Outcome> outcomes;
  for (uint32_t before = light; before > 0; before--) {
    uint64_t penalty = 0, suspicious = 0;
    for (const SiteStat& stat : counted) {
      penalty += penaltyBefore(stat, before);
      suspicious += bytesBefore(stat, before);
    }
    outcomes.push_back({penalty, suspicious, vsoOf(penalty, liveBytes)});
  }
  const double vso = vsoOf(sums.penalty, liveBytes);
  outcomes.push_back({sums.penalty, sums.countedBytes, vso});
  for (const Outcome& outcome : outcomes) {
    vso_.push_back(outcome.vso);
    suspicious_.push_back(outcome.suspicious);
  }
  if (vso >= maxVso_) {
    std::sort(counted.begin(), counted.end(), [](const SiteStat& a, const SiteStat& b) {
      return a.penalty != b.penalty ? a.penalty > b.penalty
                                    : siteKey(a.site, a.classId) < siteKey(b.site, b.classId);
    });
    maxVso_ = vso;
    maxCheck_ = check;
    worst_ = std::move(counted);
    worstScopes_ = engine_->scopeStats().all();
    worstSums_ = sums;
    const uint32_t window = engine_->spec().window();
    severity_ = severityOf(sums.penalty, sums.countedBytes, usualGain(suspicious_, window), window,
                           byteChecks_ - static_cast<double>(foreignBytes) * check);
  }
  return outcomes;
}

size_t SpecRun::topSites(size_t top) const {
  size_t count = 0;
  while (count < std::min(top, worst_.size()) && 10 * worst_[count].penalty >= worst_[0].penalty)
    count++;
  return count;
}

bool SpecRun::hasNewTopSite(size_t top) const {
  for (size_t i = 0; i < worst_.size() && i < top; i++) {
    if (paths.count(siteKey(worst_[i].site, worst_[i].classId)) == 0) return true;
  }
  return false;
}

void SpecRun::explain(SiteWatch& watch, size_t index, uint64_t liveBytes) const {
  for (uint32_t site : watch.ids()) {
    const uint64_t objects = engine_->stats().objectsOfSite(site);
    if (objects == 0 || isAside(site)) continue;
    const uint64_t bytes = engine_->stats().bytesOfSite(site);
    watch.suspicious(index, site, objects, bytes, reaches(bytes, liveBytes));
  }
}

const SiteHistory& SpecRun::history(uint32_t site, uint32_t classId) const {
  static const SiteHistory none;
  auto found = histories_.find(siteKey(site, classId));
  return found == histories_.end() ? none : found->second;
}

}  // namespace isl

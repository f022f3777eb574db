#include "check/SpecRun.h"

#include <algorithm>
#include <utility>

#include "check/AllOfType.h"

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

// Checks that had no walk of their own lie on the straight line between the two walks.
void SpecRun::addByteChecks(uint64_t programBytes, uint32_t checks) {
  const double now = static_cast<double>(programBytes);
  const double before = byteChecks_ == 0 ? now : lastProgramBytes_;
  byteChecks_ += checks * before + (now - before) * (checks + 1) / 2;
  lastProgramBytes_ = now;
}

// A series starts at this part of the least growth: a site that reaches it has been seen growing.
constexpr uint64_t kEarlier = 8;

// Bytes of a table are its own, its nodes' and its entries'. What hangs on these may be a thousand times as much: each subscriber has
// its buffers. By default 64 bytes are enough, four entries; whether a finding comes to the least growth with all that its holder keeps
// is asked of that.
constexpr uint64_t kHeldByTables = 1024;

uint64_t SpecRun::leastGrowth() const {
  const bool tables = (engine_->spec().traits & ISL_TRAIT_ASKS_HELD) != 0;
  return thresholds_.minSiteBytes / (tables ? kHeldByTables : 1);
}

// What had been given back by the time of the walk is missing from the checks before it that had none. That is
// meant: it is what stays that tells a leak.
void SpecRun::record(const std::vector<WorkPosition>& works, uint64_t liveBytes) {
  const double before = static_cast<double>(lastLiveBytes_ == 0 ? liveBytes : lastLiveBytes_);
  const double gain = (static_cast<double>(liveBytes) - before) / static_cast<double>(works.size());
  for (size_t i = 0; i < works.size(); i++) {
    const auto since = static_cast<uint32_t>(works.size() - 1 - i);
    const uint32_t window = engine_->spec().window();
    if (!recent_.empty() && countsAnew(recent_.back(), works[i])) {
      for (WorkPosition& old : recent_) old.units = 0;
    }
    recent_.push_back(works[i]);
    if (recent_.size() > (window > 1 ? window + 1 : 1)) recent_.pop_front();
    // Of a check that was left out nobody knows what had gone since: by what stayed of it alone a table would have fallen there.
    if (works[i].missed) continue;
    series_.begin({works[i], static_cast<uint64_t>(before + gain * static_cast<double>(i + 1)),
                   recent_.front()});
    for (const SiteStat& stat : engine_->stats().all()) {
      const uint64_t bytes = since == 0 ? stat.bytes : bytesBefore(stat, since);
      if (bytes == 0 || isAside(stat.site)) continue;
      const uint64_t key = siteKey(stat.site, stat.classId);
      if (series_.values(key).empty() &&
          engine_->stats().bytesOfSite(stat.site) < leastGrowth() / kEarlier)
        continue;
      series_.put(key, {penaltyBefore(stat, since), bytes});
    }
  }
  lastLiveBytes_ = liveBytes;
  mostSince_ = std::max(mostSince_, liveBytes);
}

std::vector<StayingSample> SpecRun::stayingOf(const std::vector<uint64_t>& keys, Axis axis,
                                              uint32_t last) const {
  if (!engine_->tellsBefore()) return {};
  std::vector<const SiteStat*> stats;
  for (const SiteStat& stat : worst_) {
    if (std::find(keys.begin(), keys.end(), siteKey(stat.site, stat.classId)) == keys.end())
      continue;
    stats.push_back(&stat);
    if (2 * engine_->diedOf(stat.site) < 1) return {};
  }
  if (stats.size() != keys.size()) return {};
  std::vector<StayingSample> out;
  for (const RowSample& row : rowSamplesOf(series_, keys, axis, last)) {
    StayingSample sample{row.work, row.bytes, 0, sitesCheck_ - row.check <= kRecentTimes};
    for (const SiteStat* stat : stats) {
      if (sample.known)
        sample.stays += static_cast<double>(bytesBefore(*stat, sitesCheck_ - row.check));
    }
    out.push_back(sample);
  }
  return out;
}

Trend SpecRun::trendOf(const std::vector<uint64_t>& keys, uint32_t last) const {
  return trendOf(keys, axisOf(series_), last);
}

Trend SpecRun::trendOf(const std::vector<uint64_t>& keys, Axis axis, uint32_t last) const {
  const auto least = static_cast<double>(leastGrowth());
  const Trend all = isl::trendOf(samplesOf(series_, keys, axis, last), least);
  const std::vector<StayingSample> staying = stayingOf(keys, axis, last);
  return comesAndGoes(staying, least) ? trendOfWhatStays(staying, all, least) : all;
}

double SpecRun::growthOf(const SiteStat& stat, uint32_t last) const {
  const uint64_t key = siteKey(stat.site, stat.classId);
  if (series_.values(key).empty()) return 0;
  const double least = static_cast<double>(leastGrowth()) / kEarlier;
  const Axis axis = axisOf(series_);
  const Trend trend = isl::trendOf(samplesOf(series_, {key}, axis, last), least);
  if (trend.shape == Shape::Growing) return trend.growth;
  if (populations_ == nullptr || engine_->spec().defect != ISL_DEFECT_GROWTH) return 0;
  const AllOfType all(*populations_, series_, last, stat.classId, stat.objects, stat.bytes);
  if (!all.areThese()) return 0;
  const Trend number = isl::trendOf(all.samples(*populations_, axis), least);
  return number.shape == Shape::Growing ? number.growth : 0;
}

bool SpecRun::grows(const SiteStat& stat, uint32_t last) const {
  const double growth = growthOf(stat, last);
  return growth > 0 && growth >= static_cast<double>(leastGrowth());
}

// What one holder keeps may be of many sites: orders, their lists and names. Those that grow are told when they come to
// `min-site` together; whether they are of one leak their holder tells.
std::vector<SiteStat> SpecRun::countedOf(uint32_t check, uint64_t liveBytes,
                                         CheckSums& sums) const {
  std::vector<SiteStat> counted;
  std::vector<const SiteStat*> small;
  std::unordered_set<uint32_t> hidden, aside;
  const auto least = static_cast<double>(leastGrowth());
  double together = 0;
  const auto hide = [&](const SiteStat& stat) {
    sums.hiddenPenalty += stat.penalty;
    sums.hiddenBytes += stat.bytes;
    hidden.insert(stat.site);
  };
  for (const SiteStat& stat : engine_->stats().all()) {
    if (stat.penalty == 0) continue;
    if (isAside(stat.site)) {
      sums.asideBytes += stat.bytes;
      aside.insert(stat.site);
      continue;
    }
    const bool reached = reaches(engine_->stats().bytesOfSite(stat.site), liveBytes);
    const double growth = reached ? 0 : growthOf(stat, check);
    if (reached || (growth > 0 && growth >= least)) {
      counted.push_back(stat);
    } else if (growth > 0) {
      small.push_back(&stat);
      together += growth;
    } else {
      hide(stat);
    }
  }
  for (const SiteStat* stat : small) {
    if (together >= least)
      counted.push_back(*stat);
    else
      hide(*stat);
  }
  for (const SiteStat& stat : counted) {
    sums.penalty += stat.penalty;
    sums.countedBytes += stat.bytes;
  }
  sums.hiddenSites = hidden.size();
  sums.asideSites = aside.size();
  return counted;
}

// Is the check `before` but a moment of work ago, no more than so many steps of a sixteenth come to? Where checks are
// dear they lie farther apart, and what was let go since then need not be the end of the program.
constexpr double kMomentsWork = 3.4;  // (17/16)^kSustainedSpan
static bool isMomentAgo(const SeriesTable& series, uint32_t before) {
  const WorkPosition& now = series.rows().back().at;
  if (now.check - before >= kSustainedSpan) return false;
  const Axis axis = axisOf(series);
  if (axis == Axis::Checks) return true;
  double work = 0;
  for (const SeriesRow& row : series.rows()) {
    if (row.at.check <= before) work = workAt(row.at, axis);
  }
  return workAt(now, axis) <= kMomentsWork * work;
}

// Bytes that the live heap gained for each unit of work, over the last checks.
constexpr size_t kRateChecks = 10;
double SpecRun::heapRate() const {
  const std::vector<SeriesRow>& rows = series_.rows();
  const SeriesRow& from = rows[rows.size() - std::min(rows.size(), kRateChecks + 1)];
  const Axis axis = allocationOf(series_);
  const double work = workAt(rows.back().at, axis) - workAt(from.at, axis);
  const double gain = static_cast<double>(lastLiveBytes_) - static_cast<double>(from.liveBytes);
  return work > 0 ? std::max(0.0, gain / work) : 0;
}

uint64_t SpecRun::growingBytes() const {
  uint64_t bytes = 0;
  for (size_t i = 0; i < growing_; i++) bytes += worst_[i].bytes;
  return bytes;
}

uint64_t SpecRun::bytesNow(const SiteStat& site) const {
  const SiteStat* const now = engine_->stats().find(site.site, site.classId);
  return now == nullptr ? 0 : now->bytes;
}

// Half of the penalties are gone, or half of what grew: that may be young beside data of the start-up. What has stopped to
// grow may be too little to count any more, but it is there; where growth is the defect, what turns over has no penalty.
bool SpecRun::isLetGo(const CheckSums& sums) const {
  uint64_t before = 0, penalty = 0, now = 0, grewNow = 0;
  for (size_t i = 0; i < worst_.size(); i++) {
    before += worst_[i].bytes;
    const SiteStat* const stat = engine_->stats().find(worst_[i].site, worst_[i].classId);
    if (stat == nullptr) continue;
    penalty += stat->penalty;
    now += stat->bytes;
    if (i < growing_) grewNow += stat->bytes;
  }
  // Sessions expire, and others come: what is gone and not missing from the heap was replaced. What had filled the heap was not.
  if (!wasFull_ && before > now && 2 * (mostSince_ - lastLiveBytes_) < before - now) return false;
  if (2 * grewNow < growingBytes()) return true;
  if (engine_->spec().defect == ISL_DEFECT_GROWTH) return 2 * now < before;
  return 2 * std::max(penalty, sums.penalty) < worstSums_.penalty;
}

// A set that was let go a moment ago, or when the program came to its end, is still what the report tells; and one that was
// let go because the heap was full, as engines go on with another task. But not one that never outlived a collection, where
// growth is the defect: the VM's own may have taken it, as it takes what waits to be finalised. An entry of a weak map goes
// when the program next looks at the map, so a collection is outlived at a check after it. Where the next check is the one at
// the end, nobody knows.
void SpecRun::tell(uint32_t check, uint64_t liveBytes, std::vector<SiteStat> counted,
                   const CheckSums& sums) {
  const bool letGo = isLetGo(sums);
  const GrowthProof::Collected collected = proof_.meet(lastWork(), letGo, growing_ > 0);
  if (collected.now) collectedBytes_ = suspiciousBytes();
  const bool anyCounts = engine_->spec().defect != ISL_DEFECT_GROWTH;
  const bool refuted = proof_.made() && !anyCounts;
  const bool moment = (proof_.outlived() || anyCounts) && isMomentAgo(series_, sitesCheck_);
  const bool open = collected.before && ended_;
  // It had outlived one, and the next came when it was gone: taken by that, or let go of by the program. By the program where it
  // has outlived more.
  const bool either = collected.now && moment && proof_.outlived() && !anyCounts;
  if (letGo &&
      (wasFull_ || either || (!collected.now && (open || (!refuted && (ended_ || moment)))))) {
    const bool doubted = either && !proof_.outlivedOften();
    unproven_ = !wasFull_ && (doubted || (open && refuted) || (unproven_ && moment));
    return;
  }
  unproven_ = false;
  proof_.judge(
      {sums.countedBytes, lastLiveBytes_, lastWork(), collected.now ? heapRate() : 0, letGo});
  sitesCheck_ = check;
  mostSince_ = lastLiveBytes_;
  // Those below the thresholds count because they grow.
  const auto rest = std::partition(counted.begin(), counted.end(), [&](const SiteStat& stat) {
    return grows(stat, check) || !reaches(engine_->stats().bytesOfSite(stat.site), liveBytes);
  });
  growing_ = static_cast<size_t>(rest - counted.begin());
  const auto more = [](const SiteStat& a, const SiteStat& b) {
    return a.penalty != b.penalty ? a.penalty > b.penalty
                                  : siteKey(a.site, a.classId) < siteKey(b.site, b.classId);
  };
  std::sort(counted.begin(), rest, more);
  std::sort(rest, counted.end(), more);
  worst_ = std::move(counted);
  worstScopes_ = engine_->scopeStats().all();
  worstSums_ = sums;
}

bool SpecRun::reaches(uint64_t bytes, uint64_t liveBytes) const {
  return bytes >= thresholds_.minSiteBytes &&
         static_cast<double>(bytes) >= thresholds_.minSiteShare * static_cast<double>(liveBytes);
}

std::vector<SpecRun::Outcome> SpecRun::finishCheck(uint32_t check, uint64_t liveBytes,
                                                   uint32_t light, uint64_t foreignBytes,
                                                   const std::vector<WorkPosition>& works,
                                                   uint64_t softBytes) {
  std::vector<WorkPosition> places = works;
  for (uint32_t n = check - light; places.size() <= light; n++) places.push_back({n, 0, 0});
  record(places, liveBytes - std::min(softBytes, liveBytes));
  CheckSums sums = engine_->sums();
  std::vector<SiteStat> counted = countedOf(check, liveBytes, sums);
  addByteChecks(liveBytes - std::min(foreignBytes, liveBytes), light + 1);
  touched_ += sums.touchedObjects;
  reached_ += sums.reachedObjects;
  reachedEdges_ += sums.reachedEdges;
  const uint64_t tracked = engine_->measuresTracked() ? sums.trackedBytes : liveBytes;
  std::vector<Outcome> outcomes;
  for (uint32_t before = light; before > 0; before--) {
    if (places[light - before].missed) continue;
    uint64_t penalty = 0, suspicious = 0;
    for (const SiteStat& stat : counted) {
      penalty += penaltyBefore(stat, before);
      suspicious += bytesBefore(stat, before);
    }
    outcomes.push_back({penalty, suspicious, vsoOf(penalty, liveBytes), tracked});
  }
  const double vso = vsoOf(sums.penalty, liveBytes);
  outcomes.push_back({sums.penalty, sums.countedBytes, vso, tracked});
  for (const Outcome& outcome : outcomes) {
    vso_.push_back(outcome.vso);
    suspicious_.push_back(outcome.suspicious);
  }
  if (vso >= maxVso_) {
    maxVso_ = vso;
    maxCheck_ = check;
    const uint32_t window = engine_->spec().window();
    severity_ = severityOf(sums.penalty, sums.countedBytes, usualGain(suspicious_, window), window,
                           byteChecks_);
  }
  tell(check, liveBytes, std::move(counted), sums);
  return outcomes;
}

// Along allocation, whatever the clock: units may begin late, and what is known from before them would be of another measure.
double SpecRun::lastWork() const {
  const WorkPosition& last = series_.rows().back().at;
  return workAt(last, allocationOf(series_));
}

// What does not count yet has to have become more.
bool SpecRun::wantsCollection() {
  const uint64_t bytes = suspiciousBytes();
  if (collectedBytes_ == 0) collectedBytes_ = bytes;
  const bool counts = !worst_.empty();
  const bool more = bytes >= collectedBytes_ + leastGrowth() / kEarlier;
  if ((counts || more) && !series_.rows().empty() && engine_->spec().defect == ISL_DEFECT_GROWTH)
    return proof_.wants(lastWork(), counts, growing_ > 0);
  proof_.wantsNone();
  return false;
}

uint64_t SpecRun::suspiciousBytes() const {
  uint64_t bytes = 0;
  for (const SiteStat& stat : engine_->stats().all()) bytes += stat.bytes;
  return bytes;
}

size_t SpecRun::topSites(size_t top) const {
  if (!hasPaths()) return 0;
  uint64_t most = 0;
  for (const SiteStat& stat : worst_) most = std::max(most, stat.penalty);
  size_t count = 0;
  while (count < std::min(top, worst_.size()) &&
         (count < growing_ || 10 * worst_[count].penalty >= most))
    count++;
  return count;
}

bool SpecRun::hasNewAmong(size_t first) const {
  if (!hasPaths()) return false;
  for (size_t i = 0; i < worst_.size() && i < first; i++) {
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

}  // namespace isl

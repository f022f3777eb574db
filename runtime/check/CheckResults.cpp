#include "check/CheckResults.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>

#include "base/Log.h"

namespace isl {

// See countsAnew(). The batch follows the checks.
void CheckResults::countAnew(std::vector<DueCheck>& batch) {
  uint64_t before = checks_.empty() ? 0 : checks_.back().units;
  for (size_t i = 0; i < batch.size(); before = batch[i++].units) {
    if (batch[i].units >= before) continue;
    for (report::Check& check : checks_) check.units = 0;
    for (report::Look& look : looks_) look.units = 0;
    for (size_t old = 0; old < i; old++) batch[old].units = 0;
  }
}

void CheckResults::add(std::vector<DueCheck> batch, const WalkTotals& totals) {
  countAnew(batch);
  for (DueCheck& record : batch) {
    record.liveBytes = totals.liveBytes;
    record.liveObjects = totals.liveObjects;
    record.foreignBytes = totals.foreignBytes;
    record.softBytes = totals.softBytes;
  }
  std::vector<WorkPosition> works;
  works.reserve(batch.size());
  for (const DueCheck& record : batch) {
    works.push_back({record.n, record.units, record.allocatedBytes, record.missed});
  }
  const auto light = static_cast<uint32_t>(batch.size() - 1);
  const uint32_t n = batch.back().n;
  batch.erase(std::remove_if(batch.begin(), batch.end(),
                             [](const DueCheck& record) { return record.missed; }),
              batch.end());
  for (SpecRun* run : runs_) {
    run->noteReferences(totals.dead);
    const auto outcomes =
        run->finishCheck(n, totals.liveBytes, light, totals.foreignBytes, works, totals.softBytes);
    for (size_t i = 0; i < batch.size(); i++) {
      batch[i].specs.push_back({run->engine().spec().name, outcomes[i].penalty, outcomes[i].vso,
                                outcomes[i].suspicious, outcomes[i].tracked});
    }
  }
  {
    std::lock_guard<std::mutex> lock(mutex_);
    for (size_t r = 0; r < runs_.size(); r++) latestVso_[r] = runs_[r]->vso().back();
  }
  liveBytes_ = totals.liveBytes;
  std::move(batch.begin(), batch.end(), std::back_inserter(checks_));
}

void CheckResults::addLook(const report::Look& look) {
  looks_.push_back(look);
  for (SpecRun* run : runs_)
    run->noteLook(look.liveBytes - std::min(look.softBytes, look.liveBytes));
}

uint64_t CheckResults::liveBytesAt(uint32_t check) const {
  const auto found = std::find_if(checks_.begin(), checks_.end(),
                                  [check](const report::Check& each) { return each.n == check; });
  return found == checks_.end() ? 0 : found->liveBytes;
}

bool CheckResults::proving() const {
  return std::any_of(runs_.begin(), runs_.end(), [](const SpecRun* run) { return run->proving(); });
}

void CheckResults::logLast(double walkMs, double cpuMs, const char* how) const {
  if (!logEnabled(LogLevel::Info)) return;
  const report::Check& last = checks_.back();
  logLine(LogLevel::Info,
          "check %u (%s): %.1f MB live (%llu objects), VSO %.2f, %.1f ms of which walk %.1f, CPU "
          "%.1f ms, %s",
          last.n, last.cause.c_str(), static_cast<double>(last.liveBytes) / 1e6,
          static_cast<unsigned long long>(last.liveObjects),
          last.specs.empty() ? 1.0 : last.specs[0].vso, last.costMs, walkMs, cpuMs, how);
}

double CheckResults::latestVso(const char* spec) const {
  std::lock_guard<std::mutex> lock(mutex_);
  double vso = NAN;
  for (size_t r = 0; r < runs_.size(); r++) {
    if (spec != nullptr && strcmp(runs_[r]->engine().spec().name, spec) != 0) continue;
    vso = std::isnan(vso) ? latestVso_[r] : std::max(vso, latestVso_[r]);
  }
  return vso;
}

}  // namespace isl

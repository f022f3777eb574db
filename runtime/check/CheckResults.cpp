#include "check/CheckResults.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>

namespace isl {
void CheckResults::add(std::vector<report::Check> batch, const WalkTotals& totals,
                       uint64_t foreignBytes) {
  const auto light = static_cast<uint32_t>(batch.size() - 1);
  for (report::Check& record : batch) {
    record.liveBytes = totals.liveBytes;
    record.liveObjects = totals.liveObjects;
    record.foreignBytes = foreignBytes;
  }
  std::vector<WorkPosition> works;
  works.reserve(batch.size());
  for (const report::Check& record : batch) {
    works.push_back({record.n, record.units, record.allocatedBytes});
  }
  for (SpecRun* run : runs_) {
    const auto outcomes =
        run->finishCheck(batch.back().n, totals.liveBytes, light, foreignBytes, works);
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

#include "verdict/ReportInputs.h"

#include <algorithm>

namespace isl {

WorkPosition doneBy(const ReportInputs& in) {
  const std::vector<report::Check>& checks = in.checker->checks();
  return {checks.empty() ? 0 : checks.back().n, in.units->units(), in.checker->allocatedBytes()};
}

Sights sightsOf(const ReportInputs& in) {
  return {in.checker->checks(), in.checker->looks(), doneBy(in),
          in.checker->ready().allocatedBytes};
}

AtWork::AtWork(const ReportInputs& in) : begun(in.checker->ready().allocatedBytes) {
  const Sights sights = sightsOf(in);
  const uint64_t all = in.checker->allocatedBytes();
  done = sights.workedUntil(all);
  ended_ = done < all;
  if (ended_) next_ = sights.lastCheckAtWork() + 1;
}

std::vector<WorkSample> AtWork::objects(const Populations& populations, uint32_t id) const {
  return populations.samples(id, Axis::Allocation, next_, ended_);
}

uint32_t toldBy(const ReportInputs& in, const SpecRun& run) {
  return std::min(run.sitesCheck(), sightsOf(in).lastCheckAtWork());
}

}  // namespace isl

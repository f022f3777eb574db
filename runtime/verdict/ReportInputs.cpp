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

uint32_t toldBy(const ReportInputs& in, const SpecRun& run) {
  return std::min(run.sitesCheck(), sightsOf(in).lastCheckAtWork());
}

}  // namespace isl

#include "check/CheckStep.h"

#include <algorithm>

namespace isl {
namespace {

constexpr uint64_t kRunParts = 16;  // a step is such a part of the run's allocation so far

}  // namespace

uint64_t automaticStep(uint64_t liveBytes, uint64_t allocatedBytes, uint64_t leastStep) {
  const uint64_t least = std::max(leastStep, allocatedBytes / kRunParts);
  const uint64_t most = std::max(4 * leastStep, allocatedBytes / kRunParts);
  return std::clamp(2 * liveBytes, least, most);
}

}  // namespace isl

#include "check/CheckStep.h"

#include <algorithm>

namespace isl {
namespace {

// A step lies between these parts of the run's allocation so far.
constexpr uint64_t kMostRunParts = 30, kLeastRunParts = 24;

}  // namespace

uint64_t automaticStep(uint64_t liveBytes, uint64_t suspiciousBytes, uint64_t allocatedBytes,
                       uint64_t leastStep) {
  const uint64_t inUse = liveBytes > suspiciousBytes ? liveBytes - suspiciousBytes : 0;
  const uint64_t least = std::max(leastStep, allocatedBytes / kMostRunParts);
  const uint64_t most = std::max(4 * leastStep, allocatedBytes / kLeastRunParts);
  return std::clamp(2 * inUse, least, most);
}

}  // namespace isl

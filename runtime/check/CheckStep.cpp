#include "check/CheckStep.h"

#include <algorithm>

namespace isl {
namespace {

// A step lies between these parts of the run's allocation so far.
constexpr uint64_t kMostRunParts = 30, kLeastRunParts = 24;
constexpr double kFineRun = 128.0 * 1024 * 1024;  // see automaticStep

}  // namespace

uint64_t automaticStep(uint64_t liveBytes, uint64_t suspiciousBytes, uint64_t allocatedBytes,
                       uint64_t leastStep) {
  const uint64_t inUse = liveBytes > suspiciousBytes ? liveBytes - suspiciousBytes : 0;
  const double allocated = static_cast<double>(allocatedBytes);
  const double finer =
      leastStep < kDefaultLeastStep ? 1 + 2 * kFineRun / (kFineRun + allocated) : 1;
  const auto share = static_cast<uint64_t>(allocated / finer);
  const uint64_t least = std::max(leastStep, share / kMostRunParts);
  const uint64_t most = std::max(4 * leastStep, share / kLeastRunParts);
  return std::clamp(2 * inUse, least, most);
}

}  // namespace isl

#include "check/WalkPolicy.h"

#include <algorithm>

namespace isl {
namespace {

// A step lies between these parts of the run's allocation so far.
constexpr uint64_t kMostRunParts = 30, kLeastRunParts = 24;
constexpr double kFineRun = 128.0 * 1024 * 1024;  // see automaticStep
constexpr uint32_t kUsefulChecks = 60;
constexpr uint32_t kEnoughChecks = 20;                    // for a verdict with the usual window
constexpr double kShareAtFirst = 0.3, kShareLater = 0.1;  // of run time
constexpr double kRecordShareAtFirst = 0.11, kReferenceShareAtFirst = 0.08,
                 kRecordShareLater = 0.04;

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

uint64_t earliestNextMs(uint64_t endMs, double costMs, double allMs, uint32_t checksSoFar,
                        WalkNeed need) {
  const uint32_t useful = need == WalkNeed::Some ? kUsefulChecks : kEnoughChecks;
  const double first = need == WalkNeed::Some    ? kShareAtFirst
                       : need == WalkNeed::Every ? kRecordShareAtFirst
                                                 : kReferenceShareAtFirst;
  const double later = need == WalkNeed::Some ? kShareLater : kRecordShareLater;
  const double share = checksSoFar < useful && allMs < kGenerousMs ? first : later;
  return endMs + static_cast<uint64_t>(costMs * (1 - share) / share);
}

uint64_t fitsFromMs(double costMs, double allMs) {
  const double all = allMs + costMs;
  return all <= kGenerousMs ? 0 : static_cast<uint64_t>(all / kMostShare);
}

bool collectionIsDue(const CollectionNeed& need) {
  return !need.references || need.passesHeap || need.asked || need.paths ||
         need.unseen > kMostUnseen || (need.marksHeaders && need.heapBytes > kMostMarkedBytes);
}

bool walkIsDue(WaitingChecks waiting, bool quiet, uint64_t nowMs, WalkTimes times) {
  if (waiting.count == 0) return false;
  const bool soon = waiting.newest < waiting.window;
  if (soon && waiting.count < kMostChecksPerWalk) return waiting.newest == 1;
  if (waiting.count >= kMostChecksPerWalk) return true;
  if (waiting.count >= kMaxChecksPerWalk || (quiet && waiting.count >= kQuietChecksPerWalk)) {
    return nowMs >= times.fitsFromMs;
  }
  return !quiet && nowMs >= times.notBeforeMs;
}

}  // namespace isl

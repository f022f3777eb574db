#include "verdict/StoppedLines.h"

#include <algorithm>

namespace isl {

bool ranLately(uint64_t last, uint64_t begun, uint64_t done) {
  constexpr uint64_t kLastParts = 6;  // as Sights::gain() has
  return last == 0 || kLastParts * (done - std::min(last, done)) < done - std::min(begun, done);
}

std::vector<WorkSample> objectsOfStopped(const ReportInputs& in, const FrameLines::Line& line,
                                         const std::string& type) {
  const uint64_t last = in.stacks->lastRanAt(in.jvmti, in.jni, line);
  const uint64_t done = in.checker->allocatedBytes(), begun = in.checker->ready().allocatedBytes;
  if (ranLately(last, begun, done)) return {};
  return standingSince(
      in.checker->populations().samples(in.classes->typeNamed(type), Axis::Allocation, UINT32_MAX),
      static_cast<double>(last), static_cast<double>(done));
}

}  // namespace isl

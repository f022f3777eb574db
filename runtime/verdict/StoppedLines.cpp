#include "verdict/StoppedLines.h"

#include <algorithm>

namespace isl {
namespace {

constexpr uint64_t kLastParts = 6;  // as Sights::gain() has

}  // namespace

std::vector<uint32_t> classesNamed(const ReportInputs& in, const std::string& type) {
  std::vector<uint32_t> out;
  for (uint32_t id = 1; id < in.classes->size(); id++) {
    if (displayName((*in.classes)[id].signature) == type) out.push_back(id);
  }
  return out;
}

std::vector<WorkSample> objectsOfStopped(const ReportInputs& in, const FrameLines::Line& line,
                                         const std::string& type) {
  const uint64_t last = in.stacks->lastRanAt(in.jvmti, in.jni, line);
  const uint64_t done = in.checker->allocatedBytes(), begun = in.checker->ready().allocatedBytes;
  if (last == 0 || kLastParts * (done - std::min(last, done)) < done - std::min(begun, done))
    return {};
  return standingSince(
      in.checker->populations().samples(classesNamed(in, type), Axis::Allocation, UINT32_MAX),
      static_cast<double>(last), static_cast<double>(done));
}

}  // namespace isl

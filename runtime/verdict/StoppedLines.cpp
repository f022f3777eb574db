#include "verdict/StoppedLines.h"

#include <algorithm>

namespace isl {

bool ranLately(uint64_t last, uint64_t begun, uint64_t done) {
  constexpr uint64_t kLastParts = 6;  // as Sights::gain() has
  return last == 0 || kLastParts * (done - std::min(last, done)) < done - std::min(begun, done);
}

bool hasStoodByHalf(const ReportInputs& in, uint32_t site, Axis axis, uint32_t last) {
  const Checker& checker = *in.checker;
  if (site < kFirstSite || checker.checks().empty()) return false;
  const WorkPosition ready{0, 0, checker.ready().allocatedBytes};
  const WorkPosition done = doneBy(in);
  const auto standsBy = [&](Axis by) {
    return hasStoodSince(checker.bySite().samples(site, by, last),
                         (workAt(ready, by) + workAt(done, by)) / 2);
  };
  return standsBy(axis) && (!in.units->areTests() || standsBy(Axis::Units));
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

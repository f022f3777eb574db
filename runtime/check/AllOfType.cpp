#include "check/AllOfType.h"

namespace isl {

AllOfType::AllOfType(const Populations& populations, const SeriesTable& series, uint32_t last,
                     uint32_t classId, uint64_t idleObjects, uint64_t idleBytes)
    : type(classId), check(last), idle(idleObjects), bytes(idleBytes) {
  uint32_t used = 0;
  for (const SeriesRow& row : series.rows()) {
    if (row.at.check <= check) used = row.usedUntil.check;
  }
  then = populations.objectsAt(type, used);
  now = populations.objectsAt(type, check);
}

std::vector<WorkSample> AllOfType::samples(const Populations& populations, Axis axis) const {
  std::vector<WorkSample> out = populations.samples(type, axis, check);
  for (WorkSample& sample : out) sample.bytes = bytesOf(sample.bytes);
  return out;
}

}  // namespace isl

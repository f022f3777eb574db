// All objects of a type, idle or not, where nearly all of them come to the same sites: their number tells of all the work, what
// is idle only of the work up to a window ago.
#pragma once

#include <cstdint>

#include "trend/Populations.h"
#include "trend/Series.h"
#include "trend/Trend.h"

namespace isl {

struct AllOfType {
  // Of the sites, at check `check` of the series: idle objects of that class, and their bytes.
  AllOfType(const Populations& populations, const SeriesTable& series, uint32_t check,
            uint32_t classId, uint64_t idleObjects, uint64_t idleBytes);

  // Nearly all that lay there then are idle by now, and of these sites.
  bool areThese() const { return then >= Populations::kLeastGrowth && 4 * idle >= 3 * then; }
  // Hardly more of them since these were left.
  bool standInNumber() const { return areThese() && 8 * now <= 9 * then; }
  // So many of the type have so many bytes, as those of the sites.
  double bytesOf(double objects) const {
    return idle == 0 ? 0 : objects * static_cast<double>(bytes) / static_cast<double>(idle);
  }
  // As bytes of the sites' objects, up to that check.
  std::vector<WorkSample> samples(const Populations& populations, Axis axis) const;

  uint32_t type = 0, check = 0;
  uint64_t idle = 0, bytes = 0;
  uint64_t then = 0, now = 0;  // objects: when these were left, and at that check
};

}  // namespace isl

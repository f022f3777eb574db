// The axis of the program's work, and a series as samples along it.
#pragma once

#include <vector>

#include "trend/Series.h"
#include "trend/Trend.h"

namespace isl {

// Units where something counted them, else allocated bytes, else the checks themselves.
enum class Axis : uint8_t { Units, Allocation, Checks };

// May checks be told along units? Of so many since the first unit at least every second must lie at a number of units
// of its own: where one unit is most of the run, what the program allocates in it is its work.
inline bool unitsTell(size_t ownUnits, size_t checks) {
  return ownUnits > 1 && 2 * ownUnits >= checks;
}

// The axis that the rows up to check `last` can be told along.
Axis axisOf(const SeriesTable& table, uint32_t last);
// "units", "allocatedBytes", "checks"
const char* nameOf(Axis axis);
// Where a check lies on it.
double workAt(const WorkPosition& at, Axis axis);
// So much of it is the measure of a slope: 1,000 units, a MiB allocated, one check.
double stepOf(Axis axis);

// The sum of these series up to check `last`, from the row in which the first of them starts. A value lies at the
// work by which its objects were left, a window before its check, so that steps of any length tell the same.
std::vector<WorkSample> samplesOf(const SeriesTable& table, const std::vector<uint64_t>& keys,
                                  Axis axis, uint32_t last);
// Likewise, each with its check.
struct RowSample : WorkSample {
  uint32_t check = 0;
};
std::vector<RowSample> rowSamplesOf(const SeriesTable& table, const std::vector<uint64_t>& keys,
                                    Axis axis, uint32_t last);
// The live heap in all rows up to check `last`.
std::vector<WorkSample> liveSamples(const SeriesTable& table, Axis axis, uint32_t last);

}  // namespace isl

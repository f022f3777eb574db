// The axis of the program's work, and a series as samples along it.
#pragma once

#include <vector>

#include "trend/Series.h"
#include "trend/Trend.h"

namespace isl {

// Units where something counted them, else allocated bytes, else the checks themselves.
enum class Axis : uint8_t { Units, Allocation, Checks };

// May checks be told along units? Of those since the first unit at least every second must lie at a number of units of its own:
// where one unit is most of the run, what the program allocates in it is its work. And of what it has allocated since the first of
// them half at least came before the last: batches that fill its tables are no clock of the queries that follow, and what had come
// by then is seen to stand. A long last test, or the reports that are written of all, is less.
class UnitClock {
 public:
  // Checks in their order.
  void note(uint64_t units, uint64_t allocatedBytes) {
    if (units > 0 && checks_++ == 0) firstBytes_ = allocatedBytes;
    if (units > units_) {
      own_++;
      lastBytes_ = allocatedBytes;
    }
    units_ = units;
    bytes_ = allocatedBytes;
  }
  bool tells() const { return liesApart() && bytes_ + firstBytes_ <= 2 * lastBytes_; }
  // The first of the two.
  bool liesApart() const { return own_ > 1 && 2 * own_ >= checks_; }

 private:
  size_t own_ = 0, checks_ = 0;
  uint64_t units_ = 0, bytes_ = 0;  // of the check before
  // Allocated when a unit was first and last seen.
  uint64_t firstBytes_ = 0, lastBytes_ = 0;
};

// The axis that the rows can be told along, and what a part of them tells as well.
Axis axisOf(const SeriesTable& table);
// Whatever the units: allocated bytes, or where nobody counts them the checks. The same from the second row on.
Axis allocationOf(const SeriesTable& table);
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

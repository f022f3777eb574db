#include "trend/Axis.h"

#include <algorithm>

namespace isl {
namespace {

size_t rowsUpTo(const SeriesTable& table, uint32_t last) {
  const auto& rows = table.rows();
  return static_cast<size_t>(
      std::partition_point(rows.begin(), rows.end(),
                           [last](const SeriesRow& row) { return row.at.check <= last; }) -
      rows.begin());
}

}  // namespace

double workAt(const WorkPosition& at, Axis axis) {
  switch (axis) {
    case Axis::Units: return static_cast<double>(at.units);
    case Axis::Allocation: return static_cast<double>(at.allocatedBytes);
    case Axis::Checks: break;
  }
  return at.check;
}

Axis axisOf(const SeriesTable& table) {
  const std::vector<SeriesRow>& rows = table.rows();
  if (rows.empty()) return Axis::Checks;
  UnitClock clock;
  for (const SeriesRow& row : rows) clock.note(row.at.units, row.at.allocatedBytes);
  return clock.tells() ? Axis::Units : allocationOf(table);
}

Axis allocationOf(const SeriesTable& table) {
  const std::vector<SeriesRow>& rows = table.rows();
  const bool measured =
      !rows.empty() && rows.back().at.allocatedBytes > rows.front().at.allocatedBytes;
  return measured ? Axis::Allocation : Axis::Checks;
}

const char* nameOf(Axis axis) {
  return axis == Axis::Units ? "units" : axis == Axis::Allocation ? "allocatedBytes" : "checks";
}

double stepOf(Axis axis) {
  return axis == Axis::Units ? 1000 : axis == Axis::Allocation ? 1 << 20 : 1;
}

std::vector<RowSample> rowSamplesOf(const SeriesTable& table, const std::vector<uint64_t>& keys,
                                    Axis axis, uint32_t last) {
  const size_t rows = rowsUpTo(table, last);
  size_t start = rows;
  for (const uint64_t key : keys) start = std::min(start, table.firstRow(key));
  std::vector<RowSample> out;
  for (size_t row = start; row < rows; row++) {
    RowSample sample{{workAt(table.rows()[row].usedUntil, axis), 0}, table.rows()[row].at.check};
    for (const uint64_t key : keys) {
      const size_t first = table.firstRow(key);
      if (row >= first) sample.bytes += static_cast<double>(table.values(key)[row - first].bytes);
    }
    out.push_back(sample);
  }
  return out;
}

std::vector<WorkSample> samplesOf(const SeriesTable& table, const std::vector<uint64_t>& keys,
                                  Axis axis, uint32_t last) {
  const std::vector<RowSample> rows = rowSamplesOf(table, keys, axis, last);
  return {rows.begin(), rows.end()};
}

std::vector<WorkSample> liveSamples(const SeriesTable& table, Axis axis, uint32_t last) {
  std::vector<WorkSample> out;
  for (size_t row = 0; row < rowsUpTo(table, last); row++) {
    const SeriesRow& one = table.rows()[row];
    out.push_back({workAt(one.at, axis), static_cast<double>(one.liveBytes)});
  }
  return out;
}

}  // namespace isl

// What is kept of many series over the checks: one row a check, the same rows for every series, so that
// series can be added up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace isl {

// Where a check lies on the axis of the program's work.
struct WorkPosition {
  uint32_t check = 0;
  uint64_t units = 0;           // of work, 0 when nothing counts them
  uint64_t allocatedBytes = 0;  // by the program so far, 0 when nothing measures them
  bool missed = false;          // an epoch ended there, and the check was left out
  double cpuMs = 0;             // of the program so far, 0 when it is not known
};

// Another clock of units has begun since then, as requests follow the transactions that filled the tables: what came
// before it has none of its units.
inline bool countsAnew(const WorkPosition& before, const WorkPosition& now) {
  return now.units < before.units;
}

struct SeriesRow {
  SeriesRow() = default;
  SeriesRow(const WorkPosition& where, uint64_t live) : SeriesRow(where, live, where) {}
  SeriesRow(const WorkPosition& where, uint64_t live, const WorkPosition& used)
      : at(where), liveBytes(live), usedUntil(used) {}

  WorkPosition at;
  uint64_t liveBytes = 0;
  // Where the spec's window before the check began. What is idle at the check has been left by then, however far
  // apart the checks since then were.
  WorkPosition usedUntil;
};

struct SeriesValue {
  uint64_t penalty = 0, bytes = 0;  // bytes: live bytes of the suspicious objects
};

// At most kMostRows rows. Every `stride`-th check keeps its row, and the latest has one until the next
// comes; when the table is full, every second row goes and the stride doubles. So the rows lie equally
// dense over the whole run, and a series has at most kMostRows values of 16 bytes. Agent thread.
class SeriesTable {
 public:
  static constexpr size_t kMostRows = 240;

  // A new row, in which every known series is 0 so far.
  void begin(const SeriesRow& row);
  // The value of a series in the latest row. A series starts with its first put().
  void put(uint64_t key, SeriesValue value);

  const std::vector<SeriesRow>& rows() const { return rows_; }
  // The values of a series lie in the rows from firstRow() on to the last. Empty: there is no such series.
  const std::vector<SeriesValue>& values(uint64_t key) const;
  size_t firstRow(uint64_t key) const;

 private:
  struct Series {
    size_t first = 0;
    std::vector<SeriesValue> values;
  };

  void dropLast();
  void halve();

  std::vector<SeriesRow> rows_;
  size_t checks_ = 0, stride_ = 1;
  bool lastStays_ = true;
  std::unordered_map<uint64_t, Series> series_;
};

}  // namespace isl

// Units of the program's work: calls of the methods that Units.def lists, or an option or a spec names. Inserted code counts them
// (java.lang.IslRT.unit) and asks the agent when a count comes to the number that it waits for.
//
// The clock is the first row that has counted anything: its calls from there on are the units of the run. Where it counts
// records, the other rows of records count with it: a job maps, and then it reduces. So do those of tests: a suite may have
// tests of several frameworks. Rows that are levels (ISL_LEVEL) are
// only counted, but for the first record.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace isl {

class WorkUnits {
 public:
  // Before the first class is rewritten. `ready`, `unit`: CLASS.method, dotted; empty: not given. `boundaries`: of specs,
  // likewise.
  WorkUnits(std::string_view ready, std::string_view unit,
            const std::vector<std::string>& boundaries = {});
  WorkUnits(const WorkUnits&) = delete;  // inserted code has the address
  WorkUnits& operator=(const WorkUnits&) = delete;

  // Row of a method (internal name of its class), -1: none. Any thread.
  int32_t rowOf(std::string_view cls, std::string_view method) const;
  int32_t rowOf(std::string_view named) const;  // CLASS.method
  // Of two 64-bit numbers for each row that java.lang.IslRT reads and writes: how many calls there were, and at which
  // number the agent wants to know.
  int64_t address() const { return reinterpret_cast<int64_t>(counters_.data()); }

  // A spec's variable that tellTicks() sets to the count of a row.
  void follow(int32_t row, int64_t* ticks) { followers_.push_back({row, ticks}); }
  // Before handlers run, under the lock of the EventEngine: they all see one number.
  void tellTicks() const;

  // A row's count has come to its number: what that means. Ready: the method of `ready`, else a mark of the list and the
  // first unit of a clock. Due: a check
  // falls on this unit. Any Java thread; one at a time gets an answer, the others go on.
  struct Told {
    bool ready = false, due = false;
    bool first = false;  // the first record of a level: what lives now was loaded before any
    bool ended = false;  // a mark of the list: the program does no more work
  };
  Told told(int32_t row);

  // The next check falls on that unit at the latest. Any thread.
  void dueBy(uint64_t unit);

  // Units so far: 0 before the first.
  uint64_t units() const;
  // What was counted so far, whichever row is the clock: sums of the rows of these kinds.
  struct Levels {
    uint64_t tasks = 0, groups = 0, records = 0;
  };
  Levels levels() const;
  // The row that counts them, "request of org.example.Main.handle"; empty: none.
  std::string clock() const;
  bool areTests() const {
    const int32_t clock = clock_.load();
    return clock >= 0 && rows_[static_cast<size_t>(clock)].kind == "test";
  }

  // What options and specs name and no thread has called: "option unit=org.example.Main.handle".
  std::vector<std::string> neverCalled() const;

  // The unit on which a check falls after the one on which the last fell: each of the first 16, then every 1/16 more,
  // as the steps of allocation grow with the run. From the 64th test on steps grow by a 64th part: what begins in one class of
  // tests, of thirty say, is to be seen before half of it is over (see SuitePace).
  static uint64_t next(uint64_t unit, bool test = false) {
    const uint64_t part = unit / kRunParts;
    return unit + 1 + (test ? std::min(part, 4 + unit / 64) : part);
  }

 private:
  static constexpr uint64_t kRunParts = 16;
  static constexpr int64_t kNever = INT64_MAX;
  struct Row {
    std::string kind, cls, method;  // the class by its internal name
    bool level = false;             // is no clock, and of it only the first record is asked for
    std::string givenBy;            // how a note speaks of it; empty: the list
    bool isMark() const { return kind == "ready"; }
    bool isEnd() const { return kind == "end"; }
  };
  struct alignas(16) Counter {
    std::atomic<int64_t> count{0}, wanted{1};
  };

  bool countsWith(int32_t row, int32_t clock) const;
  int64_t callsOf(int32_t clock) const;  // of all rows that count with it
  void give(std::string_view kind, std::string_view named, const std::string& by);

  std::vector<Row> rows_;
  std::vector<Counter> counters_;
  struct Follower {
    int32_t row;
    int64_t* ticks;
  };
  std::vector<Follower> followers_;
  size_t given_ = 0;  // of the rows, by options and specs; these come first
  const bool named_;  // `ready` is given: nothing else tells
  std::atomic<int32_t> clock_{-1};
  std::atomic<int64_t> before_{0};  // calls of the clock's rows before it became the clock
  std::atomic<uint64_t> dueAt_{0};  // the unit on which the next check falls
  std::atomic<bool> isReady_{false};
};

}  // namespace isl

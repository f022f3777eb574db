#include "java/WorkUnits.h"

#include <algorithm>

#include "base/Text.h"

namespace isl {
namespace {

// "org.example.Main.handle" to its class, internal, and method.
void split(std::string_view named, std::string& cls, std::string& method) {
  const size_t dot = named.rfind('.');
  cls = named.substr(0, dot == std::string_view::npos ? 0 : dot);
  std::replace(cls.begin(), cls.end(), '.', '/');
  method = named.substr(dot == std::string_view::npos ? 0 : dot + 1);
}

// What engines call the method: its calls are records, groups or tasks, whoever else names it.
std::string_view kindInList(std::string_view cls, std::string_view method) {
  constexpr struct {
    std::string_view kind, cls, method;
  } kList[] = {
#define ISL_UNIT(kind, cls, method) {kind, cls, method},
#define ISL_LEVEL(kind, cls, method) {kind, cls, method},
#include "java/Units.def"
  };
  for (const auto& row : kList)
    if (row.method == method && row.cls == cls && row.kind != "ready") return row.kind;
  return {};
}

}  // namespace

// The first of two rows for one method counts for both.
void WorkUnits::give(std::string_view kind, std::string_view named, const std::string& by) {
  if (named.empty()) return;
  Row row;
  split(named, row.cls, row.method);
  if (rowOf(row.cls, row.method) >= 0) return;
  const std::string_view known = kind == "ready" ? "" : kindInList(row.cls, row.method);
  row.kind = known.empty() ? kind : known;
  row.givenBy = by + std::string(named);
  rows_.push_back(std::move(row));
}

WorkUnits::WorkUnits(std::string_view ready, std::string_view unit,
                     const std::vector<std::string>& boundaries)
    : named_(!ready.empty()) {
  give("ready", ready, "option ready=");
  give("unit", unit, "option unit=");
  for (const std::string& boundary : boundaries) give("tick", boundary, "Boundary ");
  given_ = rows_.size();
#define ISL_UNIT(kind, cls, method) rows_.push_back({kind, cls, method, false, {}});
#define ISL_LEVEL(kind, cls, method) rows_.push_back({kind, cls, method, true, {}});
#include "java/Units.def"
  counters_ = std::vector<Counter>(rows_.size());
  for (size_t i = 0; i < rows_.size(); i++) {
    if (rows_[i].level && rows_[i].kind != "record") counters_[i].wanted = kNever;
  }
}

int32_t WorkUnits::rowOf(std::string_view cls, std::string_view method) const {
  for (size_t i = 0; i < rows_.size(); i++) {
    if (rows_[i].method == method && rows_[i].cls == cls) return static_cast<int32_t>(i);
  }
  return -1;
}

int32_t WorkUnits::rowOf(std::string_view named) const {
  std::string cls, method;
  split(named, cls, method);
  return rowOf(cls, method);
}

WorkUnits::Told WorkUnits::told(int32_t row) {
  Told told;
  if (row < 0 || static_cast<size_t>(row) >= rows_.size()) return told;
  Counter& counter = counters_[static_cast<size_t>(row)];
  const int64_t count = counter.count.load();
  int64_t wanted = counter.wanted.load();
  if (count < wanted || !counter.wanted.compare_exchange_strong(wanted, kNever)) return told;
  told.first = rows_[static_cast<size_t>(row)].level;
  told.ended = rows_[static_cast<size_t>(row)].isEnd();
  if (told.first || told.ended) return told;
  const bool isMark = rows_[static_cast<size_t>(row)].isMark();
  if (isMark && named_ && row != 0) return told;
  told.ready = !isReady_.exchange(true);
  if (isMark) return told;  // it is no clock, and nothing more is wanted of it
  const int32_t clock = clock_.load();
  const bool with = clock >= 0 && countsWith(row, clock);
  if (clock >= 0 && clock < row && !with) return told;
  if (clock != row && !with) {
    before_ = callsOf(row) - 1;
    clock_ = row;
    told.ready |= !named_;  // what was counted or marked so far led up to this
    dueAt_ = 0;
  }
  const uint64_t now = units();
  told.due = now >= dueAt_.load();
  if (told.due) dueAt_ = next(now, areTests());
  counter.wanted = count + static_cast<int64_t>(dueAt_.load() - now);
  return told;
}

void WorkUnits::dueBy(uint64_t unit) {
  const int32_t clock = clock_.load();
  const uint64_t now = units();
  if (clock < 0 || unit >= dueAt_.load() || unit <= now) return;
  dueAt_ = unit;
  for (size_t row = 0; row < rows_.size(); row++) {
    Counter& counter = counters_[row];
    if (counter.count > 0 && countsWith(static_cast<int32_t>(row), clock))
      counter.wanted = counter.count.load() + static_cast<int64_t>(unit - now);
  }
}

bool WorkUnits::countsWith(int32_t row, int32_t clock) const {
  const Row &a = rows_[static_cast<size_t>(row)], &b = rows_[static_cast<size_t>(clock)];
  const bool adds = a.kind == "record" || a.kind == "test";
  return row == clock || (adds && a.kind == b.kind && !a.level && !b.level);
}

int64_t WorkUnits::callsOf(int32_t clock) const {
  int64_t sum = 0;
  for (size_t row = 0; row < rows_.size(); row++) {
    if (countsWith(static_cast<int32_t>(row), clock)) sum += counters_[row].count.load();
  }
  return sum;
}

void WorkUnits::tellTicks() const {
  for (const Follower& one : followers_) {
    const int64_t count = counters_[static_cast<size_t>(one.row)].count.load();
    __atomic_store_n(one.ticks, count, __ATOMIC_RELAXED);
  }
}

uint64_t WorkUnits::units() const {
  const int32_t clock = clock_.load();
  if (clock < 0) return 0;
  return static_cast<uint64_t>(callsOf(clock) - before_.load());
}

WorkUnits::Levels WorkUnits::levels() const {
  Levels out;
  for (size_t i = 0; i < rows_.size(); i++) {
    const auto count = static_cast<uint64_t>(counters_[i].count.load(std::memory_order_relaxed));
    if (rows_[i].kind == "task")
      out.tasks += count;
    else if (rows_[i].kind == "group")
      out.groups += count;
    else if (rows_[i].kind == "record")
      out.records += count;
  }
  return out;
}

std::string WorkUnits::clock() const {
  const int32_t clock = clock_.load();
  if (clock < 0) return "";
  const Row& row = rows_[static_cast<size_t>(clock)];
  return row.kind + " of " + dotted(row.cls) + "." + row.method;
}

std::vector<std::string> WorkUnits::neverCalled() const {
  std::vector<std::string> out;
  for (size_t i = 0; i < given_; i++) {
    if (counters_[i].count.load() == 0) out.push_back(rows_[i].givenBy);
  }
  return out;
}

}  // namespace isl

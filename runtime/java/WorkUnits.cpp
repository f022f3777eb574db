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

}  // namespace

WorkUnits::WorkUnits(std::string_view ready, std::string_view unit) : named_(!ready.empty()) {
  for (const auto& [kind, named] : {std::pair{"ready", ready}, std::pair{"unit", unit}}) {
    if (named.empty()) continue;
    Row row;
    row.kind = kind;
    split(named, row.cls, row.method);
    rows_.push_back(std::move(row));
  }
  given_ = rows_.size();
#define ISL_UNIT(kind, cls, method) rows_.push_back({kind, cls, method, false});
#define ISL_LEVEL(kind, cls, method) rows_.push_back({kind, cls, method, true});
#include "java/Units.def"
  counters_ = std::vector<Counter>(rows_.size());
  for (size_t i = 0; i < rows_.size(); i++) {
    if (rows_[i].level) counters_[i].wanted = kNever;
  }
}

int32_t WorkUnits::rowOf(std::string_view cls, std::string_view method) const {
  for (size_t i = 0; i < rows_.size(); i++) {
    if (rows_[i].method == method && rows_[i].cls == cls) return static_cast<int32_t>(i);
  }
  return -1;
}

WorkUnits::Told WorkUnits::told(int32_t row) {
  Told told;
  if (row < 0 || static_cast<size_t>(row) >= rows_.size()) return told;
  Counter& counter = counters_[static_cast<size_t>(row)];
  const int64_t count = counter.count.load();
  int64_t wanted = counter.wanted.load();
  if (count < wanted || !counter.wanted.compare_exchange_strong(wanted, kNever)) return told;
  const bool isMark = rows_[static_cast<size_t>(row)].isMark();
  if (isMark && named_ && row != 0) return told;
  told.ready = !isReady_.exchange(true);
  if (isMark) return told;  // it is no clock, and nothing more is wanted of it
  const int32_t clock = clock_.load();
  if (clock >= 0 && clock < row) return told;
  if (clock != row) {
    before_ = count - 1;
    clock_ = row;
    told.ready |= !named_;  // what was counted or marked so far led up to this
  }
  told.due = true;
  counter.wanted = before_.load() + static_cast<int64_t>(next(units()));
  return told;
}

uint64_t WorkUnits::units() const {
  const int32_t clock = clock_.load();
  if (clock < 0) return 0;
  return static_cast<uint64_t>(counters_[static_cast<size_t>(clock)].count.load() - before_.load());
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
    const Row& row = rows_[i];
    if (counters_[i].count.load() == 0)
      out.push_back(row.kind + "=" + dotted(row.cls) + "." + row.method);
  }
  return out;
}

}  // namespace isl

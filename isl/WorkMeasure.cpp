#include "WorkMeasure.h"

#include "trend/Axis.h"

namespace isl::tool {

using report::Check;

namespace {

bool tells(const std::vector<const Check*>& checks, uint64_t Check::*count) {
  UnitClock clock;
  for (const Check* check : checks) clock.note(check->*count, check->allocatedBytes);
  return clock.tells();
}

}  // namespace

std::vector<const Check*> since(const std::vector<Check>& checks, uint64_t Check::*count) {
  std::vector<const Check*> out;
  for (const Check& check : checks) {
    if (!out.empty() && check.*count < out.back()->*count) out.clear();
    out.push_back(&check);
  }
  return out;
}

Measure measureOf(const std::vector<Check>& checks) {
  const Measure records{"records", &Check::records, &report::OutOfMemory::records},
      units{"units", &Check::units, &report::OutOfMemory::units},
      allocated{"allocatedBytes", &Check::allocatedBytes, &report::OutOfMemory::allocatedBytes};
  for (const Measure& one : {records, units})
    if (tells(since(checks, one.count), one.count)) return one;
  return allocated;
}

}  // namespace isl::tool

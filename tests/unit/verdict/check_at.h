// A check after so much allocation, at which so much lived.
#pragma once

#include "report/Report.h"

namespace isl::test {

inline report::Check checkAt(uint64_t allocated, uint64_t live, uint64_t units = 0) {
  report::Check check;
  check.allocatedBytes = allocated;
  check.liveBytes = live;
  check.units = units;
  return check;
}

}  // namespace isl::test

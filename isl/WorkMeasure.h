// What the work of a job is told in.
#pragma once

#include <vector>

#include "report/Report.h"

namespace isl::tool {

struct Measure {
  const char* name;
  uint64_t report::Check::*count;
  uint64_t report::OutOfMemory::*atTheEnd;
};

// Records where they tell it, for they are the data's own measure; else units, else allocated bytes.
Measure measureOf(const std::vector<report::Check>& checks);

// The checks since a count began anew, as units do when a better clock comes.
std::vector<const report::Check*> since(const std::vector<report::Check>& checks,
                                        uint64_t report::Check::*count);

}  // namespace isl::tool

// Which sites are of one finding: those that one holder has.
#pragma once

#include <cstddef>
#include <vector>

#include "report/Report.h"
#include "verdict/FindingInputs.h"

namespace isl {

struct FindingGroup {
  struct Member {
    size_t site = 0;   // place in the list
    size_t depth = 0;  // edges below the holder
  };
  report::Holder holder;
  std::vector<Member> members;
};

// Its objects are threads that somebody has started and that have not ended.
bool isThread(const report::Site& site);

// A site whose holder is not known is a group of its own.
std::vector<FindingGroup> groupsOf(const FindingInputs& in);

}  // namespace isl

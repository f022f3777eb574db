// Does what a set holds stay, or does it come and go? Sessions expire and entries are evicted, and others take their places: how
// many there are follows the program's pace. What leaks stays, and that is seen by what is there in the end.
#pragma once

#include <vector>

#include "trend/Trend.h"

namespace isl {

// So much lay there when so much work was done, and so much of that still does at the last sample.
struct StayingSample {
  double work = 0, bytes = 0, stays = 0;
  bool known = false;  // stays is
};

// Of what lay there by the half of the work half is gone, or more: the set comes and goes. Nothing is said of fewer bytes than
// `least`, nor where that is not known.
bool comesAndGoes(const std::vector<StayingSample>& samples, double least);

// Of such a set, what stays: growing if that came evenly over the first half of the work. What stays for some time only is the more,
// the later it came, and of it nothing may be left by that half. `all`: the trend of the samples' bytes, whatever stays.
Trend trendOfWhatStays(const std::vector<StayingSample>& samples, const Trend& all, double least);

}  // namespace isl

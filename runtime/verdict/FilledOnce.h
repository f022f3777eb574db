// Fixtures of a suite of tests: several static fields, one of each class of tests as a rule, that were filled one after the other,
// each at once. The heap grows with the classes that ran, and no further: a static field is there once.
#pragma once

#include <cstddef>
#include <vector>

#include "report/Report.h"
#include "trend/Trend.h"

namespace isl {

// Different static fields at the ends of the ways by that holder. 0: an eighth of what it holds, or more, is held otherwise.
size_t staticFieldsOver(const std::vector<report::Path>& heap, const report::Holder& holder);

// Seven eighths of what stays came in so many steps at most, each from one sample to the next, about half of them with a sample
// in their middle. False where there are few samples beside them: then a line might look like that.
bool cameInSteps(const std::vector<WorkSample>& objects, size_t steps);

// The objects of a suite that came in work in which none of the others did, nor in the two samples before, are an eighth of all at most.
// False: no more of the others came. Both along units. What three tests or fewer leave behind beside each of the others is not told
// apart from what comes with it.
bool cameTogether(const std::vector<WorkSample>& objects, const std::vector<WorkSample>& others);

// One unit of work brought half of all that came, or more: what a test loads. `byUnits`: several samples may be of one unit.
bool cameInOneUnit(const std::vector<WorkSample>& byUnits);

}  // namespace isl

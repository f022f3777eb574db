// From allocation sites to findings: one for each holder, with what piles up there, who puts it there and whether it
// grows.
#pragma once

#include <algorithm>
#include <vector>

#include "report/Report.h"
#include "trend/Axis.h"
#include "trend/Trend.h"
#include "verdict/FindingInputs.h"

namespace isl {

// Kept, and it does not grow.
bool isIdle(const report::Finding& finding);
// Of so many that live a quarter more at least than are told: worth a word.
inline bool areManyMore(uint64_t live, uint64_t told) {
  return 4 * live >= 5 * told && live > told;
}
// What grows and is no idle memory before the rest, by its share of the heap's gain; then by bytes, and what the static
// fields of the JDK or a language's library keep idle after all else.
bool outranks(const report::Finding& a, const report::Finding& b);

// What the live heap gained for each piece of work in the second half of it, as one spec tells.
struct HeapGain {
  Axis axis = Axis::Checks;
  double live = 0;   // all of it; 0: it is not known
  double own = 0;    // what its findings gained
  double apart = 0;  // what those did that are set apart: no growth of the program's
  // The live heap gains at least what the findings gain. What is set apart is no part of it, as what was there at the start.
  double shared() const { return std::max(live - apart, own); }
};

// Ranked, their shares of the heap's gain told.
std::vector<report::Finding> findingsOf(const FindingInputs& in, HeapGain& gain);
inline std::vector<report::Finding> findingsOf(const FindingInputs& in) {
  HeapGain gain;
  return findingsOf(in, gain);
}

// What one spec sets apart, as a test framework keeps it, the others may not have seen: it is no part of the gain for them either.
// `gains`: of the specs, in their order.
void shareWithoutApart(const std::vector<HeapGain>& gains, std::vector<report::Spec>& specs);

report::Trend describeTrend(const Trend& trend, Axis axis);

}  // namespace isl

// Counts the element accesses of tight loops in locals of the method, where all that handlers want
// to know of an access is that it took place (EventChoice::counted).
//
// A counter is two locals: the array and how often it was accessed. Where the loop does not change
// which array it is, an access is an increment. Elsewhere the array is compared with the last one,
// and another one writes the count out. The end of the loop does, however it ends, and in loops
// that nothing shows to end a count of IslCounts.MOST. As such loops call and allocate nothing, a
// count is late by as long as the loop takes; a check that falls into that time has it for the next
// one.
#pragma once

#include "instrument/Edits.h"

namespace isl::instrument {

// What the assembler needs to know besides the edits.
struct CountedLoops {
  struct Range {
    uint32_t begin, end;  // bci
  };
  std::vector<Range> ranges;  // exceptions that leave them write the counts out
  std::vector<int32_t> keys;  // by counter

  void clear() {
    ranges.clear();
    keys.clear();
  }
};

constexpr uint32_t kMostCountersOfLoop = 8;
constexpr uint32_t kMostCounters = 16;  // of a method

// Replaces the edits of element accesses that can be counted.
void countLoops(const MethodContext& m, const FlowFacts& facts, std::vector<Edit>& edits,
                CountedLoops& counted);

}  // namespace isl::instrument

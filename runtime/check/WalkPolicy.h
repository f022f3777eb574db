// When the heap is checked, and which checks get a walk of their own: rules without state.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/Options.h"
#include "heap/WalkNeed.h"

namespace isl {

// How many bytes of allocation `auto` lets pass before the next check, given what has been allocated
// so far: twice what is in use and not suspicious, so that ten checks span several turnovers of the
// working set, but no less than 1/30 and no more than 1/24 of the run's allocation so far (and no less
// than 4 MB). So the window of ten checks covers a share of the run (28 to 33%), not an instant of it:
// phases are judged on the scale of the program; a fast leak cannot stretch the steps with its own
// growth; the number of checks grows with the logarithm of the run's length.
// A smaller `leastStep` than these 4 MB is for runs of seconds, such as the tests of one class: there the
// steps are up to three times shorter besides, which wears off past 128 MB of allocation. A verdict needs
// what has been there for a window and 20 more checks; these are a quarter of the run then, not two thirds.
uint64_t automaticStep(uint64_t liveBytes, uint64_t suspiciousBytes, uint64_t allocatedBytes,
                       uint64_t leastStep = kDefaultLeastStep);

// Earliest time of the next walk: the share of run time that walks and their collections may take is
// generous until there are enough checks for a verdict, or they have taken a second in all (`allMs`, the
// last one, `costMs`, included).
uint64_t earliestNextMs(uint64_t endMs, double costMs, double allMs, uint32_t checksSoFar,
                        WalkNeed need);

// From when on another walk of that cost keeps all that walks, collections and searches for paths have taken
// so far (`allMs`) to kMostShare of the run, or to kGenerousMs: 0 = at any time.
uint64_t fitsFromMs(double costMs, double allMs);
constexpr double kMostShare = 0.15;
constexpr double kGenerousMs = 1000;  // for short runs: they need their verdict, too

// Checks that may share a walk: so many where walks fit into their share of the run, and where they do not.
// Checks that wait when the program ends are not evaluated, so no more than need be; and where walks do not
// fit, still half of a run at most, as steps grow with it.
constexpr size_t kMaxChecksPerWalk = 8, kMostChecksPerWalk = 16;
// While no spec has a penalty to speak of, walks find nothing that a later one would not find as well.
// Fewer than the most, so that checks that fall due while the heap is collected still find room.
constexpr size_t kQuietChecksPerWalk = 6;

// Does a check collect garbage before its walk? A full collection costs the program several times its own time
// (docs/overhead.md). A walk along references meets live objects only and can do without.
struct CollectionNeed {
  bool references = false;  // does the walk follow them?
  bool passesHeap = false;  // beside that (see HeapWalk)
  bool asked =
      false;  // for the check, for room for identities, or for checks after full collections
  bool paths =
      false;  // what holds suspicious objects is known, and to be verified: needs dead objects gone
  uint32_t unseen = 0;     // identities of objects that no walk has met since the last collection
  uint64_t heapBytes = 0;  // what the VM has memory for
  bool marksHeaders = false;  // see VmInfo
};
bool collectionIsDue(const CollectionNeed& need);
constexpr uint32_t kMostUnseen = 50'000;
// Resetting the marks costs some 100 ms a gigabyte, dead objects included.
constexpr uint64_t kMostMarkedBytes = uint64_t{1} << 30;

// A heap with so few objects is walked along its references at every check: that costs less than a collection and
// what comes of it. It takes longer on the clock, so specs whose checks wait for their walks would make fewer of them.
constexpr uint64_t smallHeap(WalkNeed need) { return need == WalkNeed::Some ? 100'000 : 50'000; }

// Must the checks that wait, one of which has just fallen due, have their walk?
struct WalkTimes {
  uint64_t notBeforeMs = 0, fitsFromMs = 0;  // of earliestNextMs and fitsFromMs after the last walk
};
struct WaitingChecks {
  size_t count = 0;
  uint32_t newest = 0;  // number of the last one
  uint32_t window = 0;  // smallest of the specs: before this check nothing can be suspicious
};
bool walkIsDue(WaitingChecks waiting, bool quiet, uint64_t nowMs, WalkTimes times);

}  // namespace isl

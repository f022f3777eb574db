// One holder that has most of a heap which grows with the work: a leak, however few checks there were to follow it. Where a
// pass over the heap is dear and the program soon over, a handful have to do, and no site has so many of its own.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "report/Report.h"
#include "verdict/Sights.h"

namespace isl {

// How many objects of a type lived when the program was ready, at the check, and at most since.
struct ObjectsOfType {
  uint64_t atReady = 0, then = 0, later = 0;
};

struct HeapHeld {
  const std::vector<report::Path>& paths;  // how the live heap was held at a check, see MostHeld.h
  uint64_t liveBytes = 0;                  // then
  std::set<std::string> growing;           // types whose objects become more
  std::function<ObjectsOfType(const std::string& type)> objectsOf;  // of that dotted name
  // Has the line of that site made its last object of that type long ago, or as many as there are? Null: not known.
  std::function<bool(uint32_t site, const std::string& type)> hasStopped = nullptr;
  uint64_t deadBytes = 0;  // of those that lived then, what hangs on dead references
  // Does what a table of that site holds come and go? Null: not known.
  std::function<bool(uint32_t site)> turnsOver = nullptr;
  uint64_t heapBytes = 0;  // what the VM's heap may come to; 0: not known
  uint64_t workedMs = 0;   // so long the program has worked; 0: not known
  // Is a class of that name, dotted, the program's own?
  std::function<bool(const std::string& type)> isOwn = [](const std::string&) { return false; };
};

// By checks and looks since the program was ready, the live heap grows by the rule of trends, and by `leastGrowth` at
// least. What one holder has beyond all that lived at the start of the work has come since, and so have its objects beyond
// all of their type: a half at least of what the heap had gained by that check. That is a third of what it gained in all,
// or so many more of these objects lived later that they come to the half of it. What only soft references hold is left
// out, as the VM gives it up before memory runs out, so is what it is clearing, what hangs on dead ones, which any holder
// may have, and so is one holder after the other whose line has stopped, with what came to it: a table that the program
// filled at first, or after it seemed ready; likewise one whose table holds others each time: requests that time out are more
// when more are made; and a cache that bounds itself. Where most of the heap lay there before the work, the same is asked of what has
// come: objects of types that become more and of which there were hardly any, with all that they hold. A list that is copied
// at each change is told so, as no list of it grows. Without
// line; `site`: where most of what it holds was allocated, 0: not known.
std::optional<report::Finding> heapFinding(const HeapHeld& heap, const Sights& sights,
                                           double leastGrowth, uint32_t& site);

}  // namespace isl

// A cache or queue that says itself how much it may keep, or for how long (see paths/Bounds.h), fills, and then it is full: no leak,
// though the run is too short to see its end. So does a ring: an array of objects of which no more come, and each takes one.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "report/Report.h"

namespace isl {

struct PiledUp {
  const report::Holder& holder;
  const std::string& table;         // its type, where it is a table that fills; else empty
  uint64_t objects = 0, bytes = 0;  // of what piles up there; 0: not known
  uint64_t heapBytes = 0;           // what the VM's heap may come to; 0: not known
  uint64_t workedMs = 0;            // so long the program has worked; 0: not known
  std::function<bool(const std::string& type)> isOwn;  // is it the program's?
  const std::set<std::string>& growing;  // types whose objects become more with the work
  // How many there have been all the time; 0: more came, or it is not known. Null: rings are not asked for.
  std::function<uint64_t(const std::string& type)> standingNumberOf = nullptr;
};

// What bounds most of what piles up, for people; empty: nothing does. It lies in the cache itself, or in entries that become more,
// not in some of its entries that grow; there are no more of these caches than before; and what it may keep fits into the heap,
// as it is so far. What goes by time has had no time to stand: the program has worked less than twice as long. A time of more
// than a day is no bound: load comes again by the day.
std::string ownBound(const std::vector<report::Path>& ways, const PiledUp& piled);

}  // namespace isl

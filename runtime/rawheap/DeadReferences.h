// Weak, final and phantom references that live while their referents do not. Not counted are those by which the JDK interns
// method types: they come and go with the code that runs, and nothing of the program goes with them.
#pragma once

#include <cstdint>

namespace isl::rawheap {

struct DeadReferences {
  bool known = false;
  uint64_t waiting =
      0;  // nothing strong or soft leads to the referent: a collection would clear them
  uint64_t cleared = 0;  // already, and whatever they are entries of still has them
  // Of those that are cleared: the program has not taken them from their queue yet.
  uint64_t queued = 0;
  // That hang on those that wait or are queued, see DeadEntries; 0 where that is not looked for.
  uint64_t entryBytes = 0;
};

}  // namespace isl::rawheap

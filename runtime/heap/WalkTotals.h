// What a pass over the live heap comes to, whoever makes it.
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <vector>

#include "rawheap/DeadReferences.h"

namespace isl {

struct WalkTotals {
  uint64_t liveBytes = 0, liveObjects = 0;
  // Part of liveBytes that is not the program's, hence never suspicious: objects without a site, with the
  // arrays that they own, and class mirrors. Known where references were followed.
  uint64_t foreignBytes = 0;
  // See Mark::yieldingBytes(); 0 where JVMTI walks the heap.
  uint64_t softBytes = 0;
  rawheap::DeadReferences dead;    // not known where JVMTI walks the heap
  uint64_t unownedArrayBytes = 0;  // arrays whose owner is not known
  bool untaggedClasses = false;    // classes appeared since the last ClassTable::update
  std::vector<uint32_t> byType;    // live objects that are no arrays, by ClassTable::typeOf()
  std::vector<uint32_t>
      bySite;  // likewise; empty where JVMTI walks the heap, or objects have no word
  jvmtiError error = JVMTI_ERROR_NONE;
};

}  // namespace isl

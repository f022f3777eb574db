// What the parts of the EventEngine work on; all of it outlives them.
#pragma once

#include <jvmti.h>

#include <vector>

#include "events/EventKeys.h"
#include "events/EventTarget.h"
#include "java/WorkUnits.h"
#include "store/ClassTable.h"
#include "store/NodeTable.h"
#include "store/SiteTable.h"

namespace isl {

struct EventParts {
  jvmtiEnv* jvmti;
  SiteTable* sites;
  ClassTable* classes;
  NodeTable* nodes;
  EventKeys* keys;
  const WorkUnits* units;
  std::vector<const IslSpec*> specs;
  std::vector<EventTarget*> engines;  // by spec, null where a spec has no records
};

}  // namespace isl

// What checks are made from: parts of the agent that outlive them.
#pragma once

#include <jvmti.h>

#include <functional>
#include <vector>

#include "base/Options.h"
#include "check/Pressure.h"
#include "check/Settling.h"
#include "check/SpecRun.h"
#include "events/EventEngine.h"
#include "events/LivingSamples.h"
#include "events/SampledDeaths.h"
#include "heap/SiteWatch.h"
#include "java/HelperClass.h"
#include "java/WorkUnits.h"
#include "store/ScopeTable.h"

namespace isl {

struct CheckParts {
  jvmtiEnv* jvmti = nullptr;
  const Options* options = nullptr;
  HelperClass* helper = nullptr;
  SiteTable* sites = nullptr;
  SequenceSet* sequences = nullptr;
  ClassTable* classes = nullptr;
  NodeTable* nodes = nullptr;
  EventEngine* events = nullptr;    // null: no handler runs for every event
  SampledDeaths* deaths = nullptr;  // null: no spec asks what died
  LivingSamples* living = nullptr;  // null: no stack is asked about
  std::vector<SpecRun*> runs;
  ScopeTable* scopes = nullptr;
  WorkUnits* units = nullptr;
  const Pressure* pressure = nullptr;  // null: never high
  SiteWatch* watch = nullptr;          // null: nothing is to be explained
  bool marksHeaders = false;           // see VmInfo
  std::function<CodeSeen()> code;      // what is known of the program's code; any thread
  bool attached = false;               // the program has been running for long
  std::function<void()> checked;       // on the agent thread after each check; may be empty
};

}  // namespace isl

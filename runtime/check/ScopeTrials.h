// Tries a scope's objects out on the heap as it lies, by passes over it or by JVMTI walks (see Trial).
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <vector>

#include "check/FrozenSites.h"
#include "check/PathKeeper.h"
#include "check/SpecRun.h"
#include "check/Trial.h"
#include "heap/DirectWalk.h"
#include "heap/HeapWalk.h"
#include "heap/SiteWatch.h"
#include "java/HelperClass.h"

namespace isl {

class ScopeTrials {
 public:
  struct Parts {
    jvmtiEnv* jvmti;
    HelperClass* helper;
    NodeTable* nodes;
    SiteWatch* watch;  // null: nothing is watched
    const std::vector<SpecRun*>* runs;
    HeapWalk* walk;
    DirectWalk* directWalk;
    FrozenSites* frozen;
    PathKeeper* paths;
  };
  explicit ScopeTrials(const Parts& parts) : parts_(parts) {}

  // Agent thread, between two checks, the sites frozen; `epoch`: number of the next check. Direct: by passes over the heap
  // itself; else a full collection comes before.
  std::vector<TrialOutcome> run(JNIEnv* jni, uint32_t scope, uint32_t epoch, bool direct);

 private:
  Trial::Walk byWalks() const;
  Trial::Walk byPasses(JNIEnv* jni) const;

  const Parts parts_;
};

}  // namespace isl

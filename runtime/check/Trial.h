// What the objects of one scope come to when nobody uses them any more: isl.Amplifier.judge.
//
// The checks of a trial happen while the program stands still and leave no trace: neither the run's
// checks nor the penalties of any object change. Their number is twice the spec's window, as for every
// verdict. Where an object's state is a function of its last touch one walk tells the outcome of all of
// them; other specs need a walk for each.
#pragma once

#include <jvmti.h>

#include <string>
#include <vector>

#include "check/SpecRun.h"
#include "heap/HeapWalk.h"
#include "paths/PathTracer.h"

namespace isl {

struct TrialSite {
  SiteStat stat;  // of the scope's objects; `site` is the site without scope
  std::vector<report::Path> paths;
};

struct TrialOutcome {
  const IslSpec* spec = nullptr;
  double vso = 1.0;              // of the scope's objects alone
  uint32_t checks = 0;           // that were made
  uint64_t penalty = 0;          // bytes
  std::string inconclusive;      // why there is no verdict, else empty
  std::vector<TrialSite> sites;  // most penalised first
};

class Trial {
 public:
  struct Parts {
    jvmtiEnv* jvmti;
    HeapWalk* walk;
    PathTracer* tracer;
    NodeTable* nodes;
    const SiteSequences* sequences;
    const SiteScopes* scopes;
    const std::vector<SpecRun*>* runs;
  };
  explicit Trial(Parts parts) : parts_(parts) {}

  // Agent thread, after a full collection. `check`: number of the next check of the run.
  std::vector<TrialOutcome> run(JNIEnv* jni, uint32_t scope, uint32_t check);
  // Its outcomes where it cannot be made.
  std::vector<TrialOutcome> leaveOut(const std::string& why) const;

 private:
  TrialOutcome harvest(JNIEnv* jni, const SpecRun& run, uint32_t check, uint64_t liveBytes);
  void findPaths(JNIEnv* jni, const SpecRun& run, uint32_t check, TrialOutcome& outcome);

  Parts parts_;
  uint32_t scope_ = 0;
};

}  // namespace isl

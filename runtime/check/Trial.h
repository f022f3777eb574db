// What the objects of one scope come to when nobody uses them any more: isl.Amplifier.judge.
//
// The checks of a trial happen while the program stands still and leave no trace: neither the run's
// checks nor the penalties of any object change. Their number is twice the spec's window, as for every
// verdict. Where an object's state is a function of its last touch one walk tells the outcome of all of
// them; other specs need a walk for each.
#pragma once

#include <jvmti.h>

#include <functional>
#include <string>
#include <vector>

#include "check/SpecRun.h"
#include "heap/WalkTotals.h"
#include "paths/DirectPaths.h"
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
  // A walk of the heap as check `number`, the engines' end() included; then `after`, in a pass over the heap itself with
  // what it has marked, else with null. False: the heap could not be walked.
  using After = std::function<void(const WalkTotals&, rawheap::Stopped*)>;
  using Walk = std::function<bool(uint32_t number, const After& after)>;
  struct Parts {
    Walk walk;
    bool everyCheckWalks = false;
    PathTracer* tracer;
    DirectPaths* direct;
    NodeTable* nodes;
    const SiteScopes* scopes;
    const std::vector<SpecRun*>* runs;
  };
  explicit Trial(Parts parts) : parts_(std::move(parts)) {}

  // Agent thread, after a full collection where walks are not passes over the heap itself. `check`: number of the next check of the run.
  std::vector<TrialOutcome> run(JNIEnv* jni, uint32_t scope, uint32_t check);
  // Its outcomes where it cannot be made.
  std::vector<TrialOutcome> leaveOut(const std::string& why) const;

 private:
  TrialOutcome harvest(const SpecRun& run, uint64_t liveBytes) const;
  bool collectPaths(rawheap::Stopped& stopped, const std::vector<TrialOutcome>& outcomes,
                    const std::vector<size_t>& ready);
  void findPaths(JNIEnv* jni, const SpecRun& run, uint32_t check, TrialOutcome& outcome);
  void tellPaths(JNIEnv* jni, std::vector<TrialOutcome>& outcomes);

  Parts parts_;
  uint32_t scope_ = 0;
  std::vector<std::pair<size_t, size_t>> collected_;  // outcome and site of each target
};

}  // namespace isl

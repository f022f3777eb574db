// The agent thread: decides when the heap is checked, and does it.
//
// One check: force a full collection, advance the epoch, walk the heap once for all specs, run the
// GC handlers, sum. When a spec's VSO has grown enough, the reference paths of its top sites follow.
#pragma once

#include <jvmti.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <vector>

#include "agent/HelperClass.h"
#include "agent/Options.h"
#include "events/AllocationClock.h"
#include "heap/HeapWalk.h"
#include "heap/PathTracer.h"
#include "heap/SpecRun.h"
#include "report/Report.h"

namespace isl {

// How many bytes of allocation `auto` lets pass before the next check, given what has been allocated
// so far. At least twice what is in use and not suspicious, so that ten checks span several turnovers
// of the working set (counting suspicious bytes too would let a fast leak stretch the steps with its
// own growth); and at least a thirtieth of the run's allocation so far, so that the window covers a
// share of the run, not an instant of it: what a program sets up early, uses in a later phase and is
// then quiet about is judged on the scale of the program. The number of checks grows with the
// logarithm of the run's length.
uint64_t automaticStep(uint64_t liveBytes, uint64_t suspiciousBytes, uint64_t allocatedBytes);

// Earliest start of the next check: the share of run time that checks may take is generous until
// there are enough of them for a verdict.
uint64_t earliestNextMs(uint64_t endMs, double costMs, uint32_t checksSoFar);

class Checker {
 public:
  struct Parts {
    jvmtiEnv* jvmti;
    const Options* options;
    HelperClass* helper;
    SiteTable* sites;
    SequenceSet* sequences;
    ClassTable* classes;
    NodeTable* nodes;
    std::vector<SpecRun*> runs;
  };
  explicit Checker(Parts parts);

  // In VMInit: starts the agent thread and the first epoch. Empty, or what went wrong.
  std::string start(JNIEnv* jni);

  // Any Java thread: the events that may cause a check.
  void onAllocationSample();
  void onObjectFreed(jlong tag);  // tells full collections from others, see armTriggers

  // In VMDeath: no check is running or will run afterwards.
  void stop();

  // After stop(), or on the agent thread.
  const std::vector<report::Check>& checks() const { return checks_; }
  uint64_t unownedArrayBytes() const { return unownedArrayBytes_; }
  bool epochsExhausted() const { return epochsExhausted_; }
  uint64_t nowMs() const;

  // Called on the agent thread after each check.
  void onChecked(void (*callback)(void*), void* context) {
    checkedCallback_ = callback;
    checkedContext_ = context;
  }

 private:
  enum Cause : uint32_t { kAlloc = 1, kGc = 2, kInterval = 4, kManual = 8 };

  static void JNICALL threadMain(jvmtiEnv* jvmti, JNIEnv* jni, void* self);
  void loop(JNIEnv* jni);
  uint32_t waitForCause();
  void check(JNIEnv* jni, uint32_t cause);
  void tracePaths(JNIEnv* jni, uint32_t n, double walkMs);
  void armTriggers(JNIEnv* jni, const WalkTotals& totals);
  void freezeSequences();
  void raise(uint32_t cause);

  Parts parts_;
  HeapWalk walk_;
  PathTracer tracer_;
  AllocationClock clock_;
  SiteSequences siteSequences_;
  jrawMonitorID monitor_ = nullptr;
  std::atomic<uint32_t> pending_{0};
  bool stopping_ = false, idle_ = true;  // guarded by monitor_
  uint32_t epoch_ = 1;
  bool classesDirty_ = true, epochsExhausted_ = false;
  uint64_t notBeforeMs_ = 0, unownedArrayBytes_ = 0, pathMs_ = 0;
  jobject canary_ = nullptr;
  jlong canaryTag_ = 0;
  std::atomic<jlong> armedCanary_{0};
  std::chrono::steady_clock::time_point born_ = std::chrono::steady_clock::now();
  std::vector<report::Check> checks_;
  void (*checkedCallback_)(void*) = nullptr;
  void* checkedContext_ = nullptr;
};

}  // namespace isl

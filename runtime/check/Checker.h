// The agent thread: checks the heap when a check is due (see Pacing). One check: advance the epoch, and have it answered by
// the Evaluator.
#pragma once

#include <jvmti.h>

#include <atomic>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/Result.h"
#include "base/RunClock.h"
#include "check/CheckParts.h"
#include "check/CheckRequests.h"
#include "check/CheckResults.h"
#include "check/DueChecks.h"
#include "check/Evaluator.h"
#include "check/ForcedCollection.h"
#include "check/FullHeap.h"
#include "check/Pacing.h"
#include "rawheap/ThreadAllocation.h"
#include "report/Report.h"
#include "trend/Populations.h"

namespace isl {

class Checker {
 public:
  explicit Checker(CheckParts parts);

  // In VMInit, before any event: who gets an identity from one needs to know what that is, a tag or none.
  void chooseIdentities(JNIEnv* jni) { evaluator_.chooseIdentities(jni); }

  // In VMInit: starts the agent thread and the first epoch.
  Status start(JNIEnv* jni);

  // Any Java thread: the events that may cause a check.
  void onAllocationSample(JNIEnv* jni, uint64_t bytes);
  void onThreadEnd(const JNIEnv* jni);
  // How many bytes of allocation a sampled object of so many stands for.
  uint64_t allocationWeight(uint64_t bytes) const { return pacing_.weight(bytes); }
  void onObjectFreed(jlong tag);
  // A unit of work of that row of Units.def begins, and somebody waits for its number.
  void onUnit(JNIEnv* jni, int32_t row);

  // Any Java thread: makes a check and returns when it is done, at once when no more checks are
  // possible. True when the thread was interrupted meanwhile.
  bool checkNow() { return requests_.checkAndWait(); }

  // Any thread: VSO of a spec at the last check, 1 before the first; NaN: no such spec. Null: highest.
  double latestVso(const char* spec) const { return results_.latestVso(spec); }

  // Any Java thread: tries the scope out (see Trial) and hands the outcome to `then` on the agent
  // thread. Returns when that is done; false when the VM ended before.
  bool tryOut(uint32_t scope, CheckRequests::TrialThen then) {
    return requests_.tryOut(scope, std::move(then));
  }

  // A check as soon as possible, as no identities are left for what is born (any Java thread).
  void makeRoom();

  // There is no room in the heap for what a thread wants to allocate; the latest time counts. With the world stopped: neither
  // allocates nor locks.
  void onOutOfMemory();
  // Any thread: the agent has asked for the collection that is under way.
  bool collects() const { return collection_.running(); }

  // In VMDeath: no check is running or will run afterwards. Those that wait have their answer where the heap is read
  // directly.
  void stop(JNIEnv* jni);

  // After stop(), or on the agent thread.
  const std::vector<report::Check>& checks() const { return results_.checks(); }
  const std::vector<report::Path>& heapPaths(const SpecRun& run) const {
    return evaluator_.paths().heapPaths(run);
  }
  const std::vector<report::Look>& looks() const { return results_.looks(); }
  const Populations& populations() const { return evaluator_.populations(); }
  const Populations& bySite() const { return evaluator_.bySite(); }
  uint64_t unownedArrayBytes() const { return evaluator_.unownedArrayBytes(); }
  bool epochsExhausted() const { return due_.exhausted(); }
  // Checks that were due and not made; checks whose epoch is over and whose walk never came.
  uint64_t checksLeftOut() const { return due_.leftOut(); }
  // Those that were due when checks had taken their share of CPU time.
  uint64_t checksTooDear() const { return pacing_.refused(); }
  // Those by a walk in which specs that ask what objects hold were told nothing.
  uint64_t walksUntold() const { return evaluator_.walksUntold(); }
  // By the program so far, 0 when nothing measures them.
  uint64_t allocatedBytes() const { return pacing_.allocatedBytes(); }
  // CPU time of the program so far, in ms, without what checks and looks took.
  double programMs() const {
    const double end = endMs_;
    return end > 0 ? end : pacing_.programMs();
  }
  size_t checksWaiting() const { return due_.waiting().count; }
  // Why the heap was not read directly though that was wanted; empty: it was, or nobody asked for a check.
  const std::string& notDirect() const { return evaluator_.notDirect(); }
  // How the program was found ready, and the check by which that was; 0: none yet.
  Pacing::Ready ready() const { return pacing_.ready(); }
  bool isStarting() const { return pacing_.isStarting(); }
  uint32_t startUpCheck() const { return evaluator_.startUpCheck(); }
  uint64_t nowMs() const { return clock_.ms(); }
  const FullHeap& full() const { return full_; }
  // How it was held when it was fullest.
  const PathKeeper::Fullest& fullest() const { return evaluator_.paths().fullest(); }

 private:
  static void JNICALL threadMain(jvmtiEnv* jvmti, JNIEnv* jni, void* self);
  void loop(JNIEnv* jni);
  // False: the VM ended meanwhile, and the thread must go no further.
  bool serve(JNIEnv* jni, uint32_t cause);
  bool check(JNIEnv* jni, uint32_t cause);
  bool mayWait() const;
  std::function<bool()> looks();
  void fallDue(JNIEnv* jni, uint32_t cause);
  void makeDue(JNIEnv* jni, uint32_t cause);
  bool epochsEndAnywhere() const;
  bool endEpoch(JNIEnv* jni, uint32_t cause, bool missed = false);
  // A check that falls due here and now, its number still open.
  DueCheck checkNow(uint32_t cause) const;

  const CheckParts parts_;
  const RunClock clock_;
  DueChecks due_;
  CheckRequests requests_;
  ForcedCollection collection_;
  Pacing pacing_;
  rawheap::ThreadAllocation allocation_;
  std::atomic<double> endMs_{0};  // CPU time of the program at its end, 0 before
  CheckResults results_;
  FullHeap full_;
  Evaluator evaluator_;
};

}  // namespace isl

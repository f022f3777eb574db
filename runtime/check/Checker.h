// The agent thread: decides when the heap is checked, and does it.
//
// One check: advance the epoch, force a full collection where the walk needs one (see CollectionNeed), walk the heap
// once for all specs, run the GC handlers, sum. Where all specs are epoch summaries several checks can share one walk.
// When a spec's VSO has grown enough, the reference paths of its top sites follow.
#pragma once

#include <jvmti.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/Options.h"
#include "check/AllocationClock.h"
#include "check/SpecRun.h"
#include "check/Trial.h"
#include "check/WalkPolicy.h"
#include "events/EventEngine.h"
#include "heap/HeapWalk.h"
#include "heap/TagRoom.h"
#include "java/HelperClass.h"
#include "paths/PathChains.h"
#include "paths/PathChoice.h"
#include "paths/PathTracer.h"
#include "report/Report.h"
#include "store/ScopeTable.h"

namespace isl {

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
    EventEngine* events;  // null: no handler runs for every event
    std::vector<SpecRun*> runs;
    ScopeTable* scopes = nullptr;
    SiteWatch* watch = nullptr;                             // null: nothing is to be explained
    bool mayWaitInAllocation = true, marksHeaders = false;  // see VmInfo
  };
  explicit Checker(Parts parts);

  // In VMInit: starts the agent thread and the first epoch. Empty, or what went wrong.
  std::string start(JNIEnv* jni);

  // Any Java thread: the events that may cause a check.
  void onAllocationSample(JNIEnv* jni, uint64_t bytes);
  void onObjectFreed(jlong tag);  // tells full collections from others, see dropCanary

  // Any Java thread: makes a check and returns when it is done, at once when no more checks are
  // possible. True when the thread was interrupted meanwhile.
  bool checkNow();

  // Any thread: VSO of a spec at the last check, 1 before the first; NaN: no such spec. Null: highest.
  double latestVso(const char* spec) const;

  // Any Java thread: tries the scope out (see Trial) and hands the outcome to `then` on the agent
  // thread. Returns when that is done; false when the VM ended before.
  using TrialThen = std::function<void(JNIEnv*, const std::vector<TrialOutcome>&)>;
  bool tryOut(uint32_t scope, TrialThen then);

  // In VMDeath: no check is running or will run afterwards.
  void stop();

  // After stop(), or on the agent thread.
  const std::vector<report::Check>& checks() const { return checks_; }
  uint64_t unownedArrayBytes() const { return unownedArrayBytes_; }
  bool epochsExhausted() const { return epochsExhausted_; }
  // Checks that were due and not made; checks whose epoch is over and whose walk never came.
  uint64_t checksLeftOut() const { return leftOut_; }
  size_t checksWaiting() const;
  uint64_t nowMs() const;

  // A check as soon as possible, as no identities are left for what is born (any Java thread).
  void makeRoom();

  // How long a walk waits for virtual threads that are being made, see ConstructionGate.
  static constexpr std::chrono::milliseconds kLongestConstruction{1000};

  // Called on the agent thread after each check.
  void onChecked(void (*callback)(void*), void* context) {
    checkedCallback_ = callback;
    checkedContext_ = context;
  }

 private:
  enum Cause : uint32_t { kAlloc = 1, kGc = 2, kInterval = 4, kManual = 8, kTrial = 16 };

  static void JNICALL threadMain(jvmtiEnv* jvmti, JNIEnv* jni, void* self);
  void loop(JNIEnv* jni);
  uint32_t waitForCause();
  bool check(JNIEnv* jni, uint32_t cause);  // false: abandoned, as evaluate and collect
  bool checksNeedNoWalk() const;
  bool endEpoch(JNIEnv* jni, uint32_t cause);
  bool mustWalk();
  bool serve(JNIEnv* jni, uint32_t cause);
  bool runTrials(JNIEnv* jni);
  std::vector<TrialOutcome> runTrial(JNIEnv* jni, Trial& trial, uint32_t scope, uint32_t check);
  bool waitUntil(const std::function<bool()>& done);
  void checkAndWait(uint32_t cause);
  void tellWaiters(uint64_t done, bool ended);
  void freezeScopes();
  void freezeAside();
  std::vector<report::Check> takeWaiting(size_t count);
  bool evaluate(JNIEnv* jni, uint32_t cause);
  bool edgesAreDue(uint32_t n) const;
  void planWalk(uint32_t n, uint32_t cause);
  void walkHeap(JNIEnv* jni, uint32_t n, uint32_t sinceLast);
  void forgetDead(uint32_t before, uint32_t n);
  bool collect();
  bool collectForPaths();
  bool setCollecting(bool collecting);
  void finishChecks(std::vector<report::Check>& batch);
  bool keepPaths(JNIEnv* jni, uint32_t n);
  bool keepPathsOf(JNIEnv* jni, size_t run, uint32_t n);
  bool searchPaths(JNIEnv* jni, SpecRun& run, PathTracer& kept, uint32_t n,
                   const PathTracer::Verified& verified, const PathTracer::Weigh& weigh);
  PathWork pathWork(SpecRun& run, const PathTracer& kept, const PathTracer::Verified& verified);
  bool canSearchAll() const;
  double edgeWalkEstimateMs() const;
  bool canScout() const;
  PathTracer::Paths findMissing(JNIEnv* jni, SpecRun& run, PathTracer& kept, uint32_t n,
                                const PathTracer::Weigh& weigh);
  std::vector<PathTarget> missingTargets(SpecRun& run, const PathTracer& kept);
  bool growPaths(JNIEnv* jni, uint32_t n, size_t index);
  std::vector<PathTarget> pathTargets(SpecRun& run);
  void armClock();
  void dropCanary(JNIEnv* jni);
  void freezeSequences();
  void raise(uint32_t cause);

  Parts parts_;
  HeapWalk walk_;
  PathTracer tracer_;                                 // of trials
  std::unordered_map<size_t, PathChains> chains_;     // by spec, of those with ISL_RULE_ONE_EDGE
  std::vector<std::unique_ptr<EdgeReader>> readers_;  // by spec
  std::vector<std::unique_ptr<PathTracer>> kept_;     // likewise: the paths of its top sites
  TagRoom tagRoom_;
  AllocationClock clock_;
  SiteSequences siteSequences_;
  bool dividesSites_ = false;  // by scope or calling context
  SiteScopes siteScopes_;
  std::vector<bool> siteAside_;  // by site: does `aside` name its class
  jrawMonitorID monitor_ = nullptr;
  std::atomic<bool> hurry_{false};       // no share of run time delays the next check
  std::atomic<bool> roomWanted_{false};  // identities of dead objects are to be freed
  std::atomic<uint32_t> pending_{0};
  // Guarded by monitor_. abandoned_: the VM ends and the collection of the last check does not return.
  bool stopping_ = false, idle_ = true, collecting_ = false, abandoned_ = false;
  uint64_t asked_ = 0, taken_ = 0, done_ = 0;  // tickets of those who wait for a check
  struct TrialRequest {
    uint32_t scope = 0;
    TrialThen then;
    bool done = false;
  };
  std::deque<std::shared_ptr<TrialRequest>> trials_;
  // For threads that wait inside an event: no monitor of the VM, whose waits an interrupt would end.
  std::mutex toldMutex_;
  std::condition_variable toldChanged_;
  uint64_t told_ = 0;  // as done_
  bool ended_ = false;
  mutable std::mutex latestMutex_;
  std::vector<double> latestVso_;  // by spec, of the last check
  uint32_t epoch_ = 1;
  uint32_t window_ = 1;  // smallest of the specs: before it nothing can be suspicious
  bool classesDirty_ = true;
  std::atomic<bool> epochsExhausted_{false};
  std::atomic<uint64_t> leftOut_{0};
  std::atomic<uint64_t> notBeforeMs_{0}, fitsFromMs_{0};  // of the next walk, see WalkPolicy.h
  uint64_t unownedArrayBytes_ = 0, foreignBytes_ = 0;
  // Searches for paths cost walks: at least so much time, or such a part of the run.
  struct Allowance {
    uint64_t leastMs, part;
    double spentMs = 0;
    double whole(uint64_t nowMs) const;
    double left(uint64_t nowMs) const;
  };
  Allowance searches_{1000, 10};
  double allWalksMs_ = 0;  // with their collections and searches
  double edgeWalkMs_ = 0;  // the last walk with edges
  uint64_t edgeWalkObjects_ = 0;
  uint32_t lateSearches_ = 0;  // for the paths of a bare worst site, beside the usual ones
  jobject canary_ = nullptr;
  jlong canaryTag_ = 0;
  std::atomic<jlong> armedCanary_{0};
  std::chrono::steady_clock::time_point born_ = std::chrono::steady_clock::now();
  std::vector<report::Check> checks_;
  // The end of an epoch; taken by allocating threads for a moment, never while the VM is asked to stop
  // the world.
  mutable std::mutex epochMutex_;
  std::vector<report::Check> waiting_;  // for a walk, oldest first; guarded by epochMutex_
  std::atomic<bool> quiet_{false};      // no spec had a penalty to speak of at the last walk
  std::atomic<uint64_t> liveBytes_{0}, suspiciousBytes_{0};  // of the last walk
  uint64_t capacity_ = 0;  // of the heap, before the agent's first collection
  uint32_t walksWithoutEdges_ = 0, edgesAt_ = 0;  // the check of the last walk with edges
  bool edges_ = false, collects_ = false;         // of the walk that is planned or under way
  std::optional<EventEngine::Guard> eventLock_;   // from before a walk until its check is over
  uint32_t unseen_ = 0;                           // see CollectionNeed
  WalkTotals totals_;                             // of the last walk
  void (*checkedCallback_)(void*) = nullptr;
  void* checkedContext_ = nullptr;
};

}  // namespace isl

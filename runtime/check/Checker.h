// The agent thread: checks the heap when a check is due (see Pacing).
//
// One check: advance the epoch, pass over the live heap once for all specs, run the GC handlers, sum, and find the
// reference paths of the top sites where a spec's VSO is the highest so far. All of it happens in one pass that reads the
// heap directly; where that cannot be done, and the report says why, JVMTI walks serve.
#pragma once

#include <jvmti.h>

#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "base/Options.h"
#include "base/Result.h"
#include "base/RunClock.h"
#include "check/CheckRequests.h"
#include "check/CheckResults.h"
#include "check/DueChecks.h"
#include "check/ForcedCollection.h"
#include "check/FrozenSites.h"
#include "check/FullHeap.h"
#include "check/Pacing.h"
#include "check/PathKeeper.h"
#include "check/Pressure.h"
#include "check/ScopeTrials.h"
#include "check/SpecRun.h"
#include "check/WalkCosts.h"
#include "events/EventEngine.h"
#include "events/SampledDeaths.h"
#include "heap/DirectWalk.h"
#include "heap/HeapWalk.h"
#include "java/HelperClass.h"
#include "java/WorkUnits.h"
#include "report/Report.h"
#include "store/ScopeTable.h"
#include "trend/Populations.h"

namespace isl {

class Checker {
 public:
  struct Parts {
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
  explicit Checker(Parts parts);

  // In VMInit, before any event: who gets an identity from one needs to know what that is, a tag or none.
  void chooseIdentities(JNIEnv* jni);

  // In VMInit: starts the agent thread and the first epoch.
  Status start(JNIEnv* jni);

  // Any Java thread: the events that may cause a check.
  void onAllocationSample(JNIEnv* jni, uint64_t bytes);
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
    return paths_.heapPaths(run);
  }
  const std::vector<report::Look>& looks() const { return results_.looks(); }
  const Populations& populations() const { return populations_; }
  uint64_t unownedArrayBytes() const { return totals_.unownedArrayBytes; }
  bool epochsExhausted() const { return due_.exhausted(); }
  // Checks that were due and not made; checks whose epoch is over and whose walk never came.
  uint64_t checksLeftOut() const { return due_.leftOut(); }
  // Those that were due when checks had taken their share of CPU time.
  uint64_t checksTooDear() const { return pacing_.refused(); }
  // Those by a walk in which specs that ask what objects hold were told nothing.
  uint64_t walksUntold() const { return walk_.untold(); }
  // By the program so far, 0 when nothing measures them.
  uint64_t allocatedBytes() const { return pacing_.allocatedBytes(); }
  size_t checksWaiting() const { return due_.waiting().count; }
  // Why the heap was not read directly though that was wanted; empty: it was, or nobody asked for a check.
  const std::string& notDirect() const { return access_.reason(); }
  // How the program was found ready, and the check by which that was; 0: none yet.
  Pacing::Ready ready() const { return pacing_.ready(); }
  uint32_t startUpCheck() const { return startUp_.check; }
  uint64_t nowMs() const { return clock_.ms(); }
  const FullHeap& full() const { return full_; }
  // How it was held when it was fullest.
  const PathKeeper::Fullest& fullest() const { return paths_.fullest(); }

  // Identities of dead objects that a JVMTI walk may leave behind: 5 MB of tags and nodes.
  static constexpr uint32_t kMostUnseen = 50'000;

 private:
  static void JNICALL threadMain(jvmtiEnv* jvmti, JNIEnv* jni, void* self);
  void loop(JNIEnv* jni);
  // All that follows, with a bool: false when the VM ended meanwhile and the thread must go no further.
  void look(JNIEnv* jni);
  bool serve(JNIEnv* jni, uint32_t cause);
  bool check(JNIEnv* jni, uint32_t cause);
  void tellPaths(JNIEnv* jni);
  bool proveGrowth();
  bool collect();
  bool settleDeaths(JNIEnv* jni);
  bool evaluate(JNIEnv* jni, uint32_t cause);
  bool underPressure() const { return parts_.pressure != nullptr && parts_.pressure->high(); }
  bool readsDirectly() const { return access_.mayBeUsable(); }
  enum class Answer { Given, NotGiven, Ended };
  Answer evaluateDirectly(JNIEnv* jni);
  bool evaluateByWalk(JNIEnv* jni, uint32_t cause);
  bool opensDirectly(JNIEnv* jni);
  bool mayWait() const;
  void fallDue(JNIEnv* jni, uint32_t cause);
  void makeDue(JNIEnv* jni, uint32_t cause);
  void closeStartUp(const std::vector<report::Check>& batch);
  void forgetUnmet(JNIEnv* jni, uint32_t n);
  bool tryScopes(JNIEnv* jni);
  bool collectForPaths();
  bool epochsEndAnywhere() const;
  bool endEpoch(JNIEnv* jni, uint32_t cause);
  // A check that falls due here and now, its number still open.
  report::Check checkNow(uint32_t cause) const;
  void freeze(JNIEnv* jni);
  bool collectsFor(uint32_t cause) const;
  void walkHeap(uint32_t n, uint32_t sinceLast);
  void forgetDead(JNIEnv* jni, uint32_t before, uint32_t n);
  void finish(std::vector<report::Check> batch);

  const Parts parts_;
  const RunClock clock_;
  DueChecks due_;
  CheckRequests requests_;
  ForcedCollection collection_;
  Canary canary_;
  Pacing pacing_;
  FrozenSites frozen_;
  HeapWalk walk_;
  DirectAccess access_;
  DirectWalk directWalk_;
  WalkCosts costs_;
  CheckResults results_;
  PathKeeper paths_;
  ScopeTrials trials_;

  // Of the check that is under way.
  bool collected_ = false;                       // garbage, before the walk
  std::optional<EventEngine::Guard> eventLock_;  // from before a walk until the check is over
  Populations populations_;
  WalkTotals totals_;  // of the last walk

  struct {
    uint64_t bytes = 0;  // allocated when the program was ready
    uint32_t check = 0;
  } startUp_;
  bool classesDirty_ = true;
  uint32_t unseen_ = 0;  // identities that no walk has met since the last collection
  std::atomic<bool> roomWanted_{false};  // identities of dead objects are to be freed
  FullHeap full_;
};

}  // namespace isl

// Answers the checks that wait: passes over the live heap for all specs at once, runs the GC handlers, sums, and finds the
// reference paths of the top sites where a spec's VSO is the highest so far. All of it happens in one pass that reads the heap
// directly; where that cannot be done, and the report says why, JVMTI walks serve.
#pragma once

#include <jvmti.h>

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "check/CheckParts.h"
#include "check/CheckRequests.h"
#include "check/CheckResults.h"
#include "check/DueChecks.h"
#include "check/ForcedCollection.h"
#include "check/FrozenSites.h"
#include "check/FullHeap.h"
#include "check/HeapLook.h"
#include "check/Pacing.h"
#include "check/PathKeeper.h"
#include "check/ScopeTrials.h"
#include "check/WalkCosts.h"
#include "heap/DirectWalk.h"
#include "heap/HeapWalk.h"
#include "report/Report.h"
#include "trend/Populations.h"

namespace isl {

// Agent thread, where nothing else is said. Of functions that tell so, false: the VM ended meanwhile, and the thread must go
// no further.
class Evaluator {
 public:
  // Of the checker that asks.
  struct With {
    DueChecks& due;
    CheckRequests& requests;
    ForcedCollection& collection;
    Pacing& pacing;
    CheckResults& results;
    FullHeap& full;
  };
  Evaluator(const CheckParts& parts, const With& with);

  // In VMInit, before any event: who gets an identity from one needs to know what that is, a tag or none.
  void chooseIdentities(JNIEnv* jni);

  // The checks that wait, usually one, are answered by one pass or walk; some may go on waiting. False: the VM ended.
  bool answer(JNIEnv* jni, uint32_t cause);
  // Likewise, where the heap can be read directly: one pass, in which the world stands still once.
  enum class Answer { Given, NotGiven, Ended };
  Answer answerDirectly(JNIEnv* jni);
  // What the last pass found, when nobody waits for it any more.
  void tellPaths(JNIEnv* jni);
  // How much lives, where a check is too dear: whether what grew goes on growing.
  void look(JNIEnv* jni);
  // The scopes that wait to be tried out. False: the VM ended.
  bool tryScopes(JNIEnv* jni);

  // In VMDeath, where the heap is read directly: the next answer is the last.
  void comeToAnEnd();
  // Is there a reported site for whose paths nobody has looked, or of `old` ones: not of late?
  bool lacksPaths(bool old) const { return paths_.lacksPaths() || (old && paths_.hasOldPaths()); }

  // Any thread: does a heap read directly answer? Does a spec need a pass for each check?
  bool readsDirectly() const { return access_.inUse(); }
  bool needsEveryCheck() const { return walk_.needsEveryCheck(); }
  // May an epoch end without one where that is too dear?
  bool mayMissChecks() const { return readsDirectly() && walk_.mayMissChecks(); }
  // Any thread: an object was freed. True when it tells of a full collection that the agent has not asked for.
  bool tellsOfCollection(jlong tag) const { return canary_.wasFreed(tag); }
  // Any thread: identities of dead objects are to be freed by the next answer.
  void makeRoom() { roomWanted_ = true; }

  // After the last answer, or on the agent thread.
  const PathKeeper& paths() const { return paths_; }
  const Populations& populations() const { return populations_; }
  // Likewise by site, of those with kLeastOfSite objects; empty where JVMTI walks the heap.
  const Populations& bySite() const { return bySite_; }
  uint64_t unownedArrayBytes() const { return totals_.unownedArrayBytes; }
  // Walks in which specs that ask what objects hold were told nothing.
  uint64_t walksUntold() const { return walk_.untold(); }
  // Why the heap was not read directly though that was wanted; empty: it was, or nobody asked for a check.
  const std::string& notDirect() const { return access_.reason(); }
  // The check by which the program was found ready; 0: none yet.
  uint32_t startUpCheck() const { return startUp_.check; }

  // Identities of dead objects that a JVMTI walk may leave behind: 5 MB of tags and nodes.
  static constexpr uint32_t kMostUnseen = 50'000;

 private:
  bool proveGrowth();
  bool collect();
  bool settleDeaths(JNIEnv* jni);
  ProgramNow programNow() const {
    return {parts_.pressure != nullptr && parts_.pressure->high(), parts_.units->units()};
  }
  bool answerByWalk(JNIEnv* jni, uint32_t cause);
  bool opensDirectly(JNIEnv* jni);
  void closeStartUp(const std::vector<DueCheck>& batch);
  void forgetUnmet(JNIEnv* jni, uint32_t n);
  bool collectForPaths();
  void freeze(JNIEnv* jni);
  bool collectsFor(uint32_t cause) const;
  void walkHeap(uint32_t n, uint32_t sinceLast);
  void forgetDead(JNIEnv* jni, uint32_t before, uint32_t n);
  void finish(std::vector<DueCheck> batch);
  bool takeLook(JNIEnv* jni, const std::function<void()>& stopped);

  const CheckParts& parts_;
  DueChecks& due_;
  CheckRequests& requests_;
  ForcedCollection& collection_;
  Pacing& pacing_;
  CheckResults& results_;
  FullHeap& full_;

  Canary canary_;
  FrozenSites frozen_;
  HeapWalk walk_;
  DirectAccess access_;
  DirectWalk directWalk_;
  HeapLook look_;
  WalkCosts costs_;
  PathKeeper paths_;
  ScopeTrials trials_;

  // Of the check that is under way.
  bool collected_ = false;                       // garbage, before the walk
  std::optional<EventEngine::Guard> eventLock_;  // from before a walk until the check is over
  // Of so many one is the 32nd that hasStoodSince() lets come; some hundred sites of a program have them.
  static constexpr uint32_t kLeastOfSite = 32;
  Populations populations_, bySite_{kLeastOfSite};
  WalkTotals totals_;  // of the last walk
  WalkTotals looked_;  // of the last look

  struct {
    uint64_t bytes = 0;  // allocated when the program was ready
    uint32_t check = 0;
  } startUp_;
  bool classesDirty_ = true;
  uint32_t unseen_ = 0;  // identities that no walk has met since the last collection
  std::atomic<bool> roomWanted_{false};  // identities of dead objects are to be freed
};

}  // namespace isl

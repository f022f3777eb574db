// One walk over the live heap for all specs, by JVMTI: a traversal of all references (FollowReferences). It serves where
// the heap cannot be read directly (see DirectWalk). No collection comes before it, as it leaves out what only weak,
// phantom and final references hold.
//
// Assumptions about HotSpot's traversal, measured on 17 and 25: the callbacks of one object come in
// one burst; a burst starts with the reference to the class; $isl comes last in it; an object's
// first referrer is reported before the object's own burst.
#pragma once

#include <vector>

#include "heap/Engine.h"
#include "heap/SharedArrays.h"
#include "heap/WalkTotals.h"
#include "heap/WalkedReferences.h"

namespace isl {

class HeapWalk {
 public:
  HeapWalk(ClassTable& classes, NodeTable& nodes, std::vector<Engine*> engines);
  HeapWalk(const HeapWalk&) = delete;  // engines look at its references
  HeapWalk& operator=(const HeapWalk&) = delete;

  void setWatch(SiteWatch* watch) { state_.watch = watch; }
  void countStaticData(bool counts) { state_.staticData = counts; }
  void setProgram(ProgramNow program) { state_.program = program; }
  void setStartUp(uint32_t check) { state_.startUp = check; }

  bool needsEveryCheck() const { return everyCheck_; }
  bool mayMissChecks() const { return mayMiss_; }
  // Walks in which specs that ask what objects hold were told nothing, see WalkedReferences.
  uint64_t untold() const { return untold_; }

  // Sites in scopes, kept up to date by the caller; null: none.
  void setScopes(const SiteScopes* scopes) { state_.scopes = scopes; }

  // Agent thread. Runs begin/edge/object of the engines, not end(). `sinceLast`: number of checks since the last walk.
  WalkTotals run(jvmtiEnv* jvmti, uint32_t check, uint32_t sinceLast,
                 const SiteSequences& sequences);

 private:
  static jint JNICALL onReference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                                  jlong classTag, jlong referrerClassTag, jlong size, jlong* tag,
                                  jlong* referrerTag, jint length, void* self);
  static jint JNICALL onPrimitive(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                                  jlong classTag, jlong* tag, jvalue value, jvmtiPrimitiveType type,
                                  void* self);
  static jint JNICALL onPrimitiveArray(jlong classTag, jlong size, jlong* tag, jint length,
                                       jvmtiPrimitiveType type, const void* elements, void* self);

  static jint JNICALL onLateWord(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                                 jlong classTag, jlong* tag, jvalue value, jvmtiPrimitiveType type,
                                 void* self);

  void begin(uint32_t check, uint32_t sinceLast, const SiteSequences& sequences);
  void beginBurst(uint32_t classId, const jlong* mirrorTag, jlong* tag);
  void endBurst(uint32_t word, bool hasWord, jlong* tag);
  void edge(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info, uint32_t classId,
            jlong size, jlong* tag, jlong* referrerTag, jint length);
  void heapEdge(bool element, int32_t index, uint32_t classId, jlong size, jlong* tag,
                jlong* referrerTag, jint length);
  void arrayEdge(uint32_t classId, uint64_t size, jlong* tag, jlong* referrerTag, jint length);
  void watch(uint32_t word) {
    if (state_.watch->watches(siteOf(word))) state_.watch->lived(siteOf(word), epochOf(word));
  }
  uint32_t see(jlong tag);
  void adopt(uint32_t word, jlong* tag);
  void settleOwners();
  bool followShared(uint32_t classId, uint64_t size, jlong* tag, jint length);
  void claimShared(uint32_t word, bool hasWord);
  void settleShared();
  void readLateWords(jvmtiEnv* jvmti);
  void sumLiveBytes();

  ClassTable& classes_;
  NodeTable& nodes_;
  std::vector<Engine*> engines_;
  std::vector<Engine*> edgeEngines_;
  bool everyCheck_ = false, mayMiss_ = true;
  bool asksHeld_ = false;  // does a spec?
  WalkState state_;
  Burst burst_;
  bool open_ = false;
  int32_t weakReferent_ = -1;         // of the burst's class, see ClassRecord
  std::vector<uint32_t> ownedNodes_;  // arrays with a node that the current burst refers to
  SharedArrays shared_;
  WalkedReferences references_;
  uint64_t untold_ = 0;
  std::vector<uint32_t> sharedOfBurst_;  // nodes of arrays that others may refer to as well
  std::vector<std::pair<uint32_t, uint32_t>> nested_;  // nodes of an array and of one inside it
  std::vector<uint32_t>
      freshOuters_;  // arrays that got a node after some of their owners had passed
  WalkTotals totals_;
};

}  // namespace isl

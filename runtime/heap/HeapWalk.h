// One pass over the live heap for all specs: a traversal of all references (JVMTI FollowReferences),
// or a cheaper iteration over the objects (IterateThroughHeap) that knows no edges, hence no owners of
// arrays, and that meets some dead objects (see LiveEstimate). The iteration must follow a full collection; the
// traversal need not, as it leaves out what only weak, phantom and final references hold.
//
// Assumptions about HotSpot's traversal, measured on 17 and 25: the callbacks of one object come in
// one burst; a burst starts with the reference to the class; $isl comes last in it; an object's
// first referrer is reported before the object's own burst; IterateThroughHeap reports the fields of an
// object right after it.
#pragma once

#include <vector>

#include "heap/Engine.h"
#include "heap/LiveEstimate.h"
#include "heap/SharedArrays.h"
#include "heap/WalkNeed.h"
#include "heap/WalkTotals.h"

namespace isl {

class HeapWalk {
 public:
  HeapWalk(ClassTable& classes, NodeTable& nodes, std::vector<Engine*> engines);

  void setWatch(SiteWatch* watch) { state_.watch = watch; }

  // True when some engine cannot do without edges.
  bool needsEdges() const { return !edgeEngines_.empty(); }
  bool needsEveryCheck() const { return everyCheck_; }
  WalkNeed need() const {
    return !everyCheck_ ? WalkNeed::Some : needsEdges() ? WalkNeed::References : WalkNeed::Every;
  }

  // Sites in scopes, kept up to date by the caller; null: none.
  void setScopes(const SiteScopes* scopes) { state_.scopes = scopes; }

  // Did the last traversal need a pass over the whole heap besides, dead objects included?
  bool passedHeap() const { return late_; }

  // False before the first traversal: an iteration could not tell how much is live.
  bool knowsArrays() const { return estimate_.knows(); }

  // Agent thread. All run begin/edge/object of the engines, not end().
  // `sinceLast`: number of checks since the last walk.
  WalkTotals iterate(jvmtiEnv* jvmti, uint32_t check, uint32_t sinceLast,
                     const SiteSequences& sequences);
  WalkTotals run(jvmtiEnv* jvmti, uint32_t check, uint32_t sinceLast,
                 const SiteSequences& sequences);
  // A traversal right after an iteration, as part of the same check.
  WalkTotals runAgain(jvmtiEnv* jvmti);

 private:
  WalkTotals traverse(jvmtiEnv* jvmti);
  static jint JNICALL onReference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                                  jlong classTag, jlong referrerClassTag, jlong size, jlong* tag,
                                  jlong* referrerTag, jint length, void* self);
  static jint JNICALL onPrimitive(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                                  jlong classTag, jlong* tag, jvalue value, jvmtiPrimitiveType type,
                                  void* self);
  static jint JNICALL onPrimitiveArray(jlong classTag, jlong size, jlong* tag, jint length,
                                       jvmtiPrimitiveType type, const void* elements, void* self);

  static jint JNICALL onObject(jlong classTag, jlong size, jlong* tag, jint length, void* self);
  static jint JNICALL onWord(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                             jlong classTag, jlong* tag, jvalue value, jvmtiPrimitiveType type,
                             void* self);
  static jint JNICALL onLateWord(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                                 jlong classTag, jlong* tag, jvalue value, jvmtiPrimitiveType type,
                                 void* self);

  void begin(uint32_t check, uint32_t sinceLast, const SiteSequences& sequences, bool edges,
             bool again = false);
  void beginBurst(uint32_t classId, jlong* tag);
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
  bool everyCheck_ = false;
  WalkState state_;
  // What the callbacks need of each class, by id; and of the object that iterate() is at.
  struct WalkClass {
    int32_t islIndex = -1;
    uint32_t instanceBytes = 0;
    LiveEstimate::Met met;
  };
  std::vector<WalkClass> walkClasses_;
  uint32_t classId_ = 0;
  int32_t islIndex_ = -1;
  Burst burst_;
  bool open_ = false;
  int32_t weakReferent_ = -1;         // of the burst's class, see ClassRecord
  std::vector<uint32_t> ownedNodes_;  // arrays with a node that the current burst refers to
  SharedArrays shared_;
  std::vector<uint32_t> sharedOfBurst_;  // nodes of arrays that others may refer to as well
  std::vector<std::pair<uint32_t, uint32_t>> nested_;  // nodes of an array and of one inside it
  std::vector<uint32_t>
      freshOuters_;    // arrays that got a node after some of their owners had passed
  bool late_ = false;  // objects of the last traversal lacked their word
  LiveEstimate estimate_;
  WalkTotals totals_;
};

}  // namespace isl

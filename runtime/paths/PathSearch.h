// Looks for the ways from objects to their roots.
//
// A walk shows each edge once, and the first referrer of an object that a walk reports leads towards
// the root from which the traversal reached it. In most heaps one walk of the PathScout knows all these
// referrers. Beyond it, one walk extends every way by one edge: the ends
// of the ways carry a tag, the first strong referrer of each becomes the new end. Only the ends and
// class mirrors are tagged, which lets the VM filter all other references out, and sooner where the ends
// are of few classes, see ClassWalk. Runs of objects of one class (linked lists) are climbed in one leap,
// see RunFinder.
#pragma once

#include <jvmti.h>

#include <unordered_map>
#include <vector>

#include "paths/ClassWalk.h"
#include "paths/PathScout.h"
#include "paths/RunFinder.h"
#include "paths/StepBuilder.h"
#include "paths/Ways.h"

namespace isl {

class PathSearch {
 public:
  PathSearch(jvmtiEnv* jvmti, ClassTable& classes, NodeTable& nodes)
      : jvmti_(jvmti), classes_(classes), nodes_(nodes), builder_(classes, nodes),
        classWalk_(jvmti, classes), runs_(jvmti, classes, nodes),
        scout_(jvmti, classes, nodes, kRunStart) {}

  // Agent thread, outside of a walk. Walks until the ways from all these nodes end at a root, have kMaxDepth
  // edges more, or `budgetMs` is used up. The walks made are added to `walks`; the program runs on between
  // them. `scouting` false: without the PathScout.
  void climb(JNIEnv* jni, uint32_t check, const std::vector<uint32_t>& starts, uint64_t budgetMs,
             bool scouting, Ways& ways, size_t& walks);

 private:
  static constexpr size_t kMaxDepth = 64;   // walks, hence edges of one way besides leaps
  static constexpr uint32_t kRunStart = 3;  // edges between objects of one class that suggest a run
  // Nodes whose parent is wanted, and how many edges between objects of their class led there.
  using Frontier = std::unordered_map<uint32_t, uint32_t>;

  static jint JNICALL onEdge(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                             jlong classTag, jlong referrerClassTag, jlong size, jlong* tag,
                             jlong* referrerTag, jint length, void* self);
  void scout(JNIEnv* jni, size_t& walks);
  bool extend(JNIEnv* jni, size_t& walks);
  void moveOn(uint32_t node, uint32_t run, Frontier& next);
  void keepOpen(const std::vector<uint32_t>& starts);
  void leap(JNIEnv* jni, size_t& walks);

  jvmtiEnv* jvmti_;
  ClassTable& classes_;
  NodeTable& nodes_;
  StepBuilder builder_;
  ClassWalk classWalk_;
  RunFinder runs_;
  PathScout scout_;
  bool unknownClass_ = false;  // a holder's class was loaded after the last ClassTable::update
  // Of one climb().
  uint32_t check_ = 0;
  Ways* ways_ = nullptr;
  Frontier frontier_;
};

}  // namespace isl

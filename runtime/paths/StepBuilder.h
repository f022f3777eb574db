// What the references that a walk reports tell of who holds an object.
//
// The first strong referrer of an object that a walk reports leads towards the root from which the traversal
// reached it. Static fields, and then other lasting roots, say more than it does.
#pragma once

#include <jvmti.h>

#include "paths/Ways.h"
#include "store/ClassTable.h"
#include "store/NodeTable.h"

namespace isl {

// A reference to an object, as JVMTI's heap_reference_callback gets it.
struct HeapEdge {
  jvmtiHeapReferenceKind kind;
  const jvmtiHeapReferenceInfo* info;
  jlong referrerClassTag;
  jlong* referrerTag;

  bool isRoot() const;
  // The program may load classes while its heap is being searched.
  bool knowsHolder() const;
};

// In callbacks of a walk; the holder of the edge is known.
class StepBuilder {
 public:
  StepBuilder(ClassTable& classes, NodeTable& nodes) : classes_(classes), nodes_(nodes) {}

  // The edge, of a root, refers to the node.
  void takeRoot(const HeapEdge& edge, uint32_t node, Step& step) const;
  // The holder becomes the node's parent, unless it keeps nothing alive or the way would run in a circle.
  void takeHolder(const HeapEdge& edge, uint32_t node, uint32_t check, const Ways& ways,
                  Step& step);
  // Another holder than the parent.
  void takeOther(const HeapEdge& edge, Step& step) const;

 private:
  ClassTable& classes_;
  NodeTable& nodes_;
};

}  // namespace isl

// How much lives, and how many objects of each class and site: a pass without handlers, owners and paths, a quarter of what a
// check takes or half.
#pragma once

#include <jni.h>

#include <functional>

#include "heap/DirectAccess.h"
#include "heap/LiveCounts.h"
#include "store/NodeTable.h"

namespace isl {

class HeapLook {
 public:
  HeapLook(DirectAccess& access, const ClassTable& classes, const NodeTable& nodes)
      : access_(access), classes_(classes), nodes_(nodes) {}

  // Agent thread, with the lock of events; the heap is usable, and DirectHeap::awaitRest() was called before the lock. Of the
  // totals what is told of live bytes and objects. False: it could not be read, and the next check will say why.
  // `stopped`: called on the VM's thread when the world stands still, without a lock: how far the program has come by then.
  bool run(JNIEnv* jni, const SiteScopes* scopes, WalkTotals& totals,
           const std::function<void()>& stopped);

 private:
  struct Visitor;

  DirectAccess& access_;
  const ClassTable& classes_;
  const NodeTable& nodes_;
  LiveCounts counts_;
};

}  // namespace isl

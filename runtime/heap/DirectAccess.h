// The way to the heap itself: whether this JVM's can be read directly, and the classes that a pass knows by number.
//
// Agent thread, outside of a pass; inUse() any thread.
#pragma once

#include <jvmti.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "base/Result.h"
#include "rawheap/DirectHeap.h"
#include "store/ClassTable.h"

namespace isl {

class DirectAccess {
 public:
  // `jvmti`: whose tags tell classes. `wanted` false: never usable. `marksHeaders`: see VmInfo.
  DirectAccess(jvmtiEnv* jvmti, ClassTable& classes, bool wanted, bool marksHeaders)
      : jvmti_(jvmti), classes_(classes), marksHeaders_(marksHeaders), mayBeUsable_(wanted) {}

  // With a heap that is open already, whose classes are not known.
  DirectAccess(jvmtiEnv* jvmti, ClassTable& classes, std::unique_ptr<rawheap::DirectHeap> heap)
      : jvmti_(jvmti), classes_(classes), marksHeaders_(false), heap_(std::move(heap)),
        mayBeUsable_(true) {}

  // Can this JVM's heap be read, and is what is there what JVMTI sees? Answered at the first call, which costs a whole
  // JVMTI walk, and until giveUp().
  bool usable(JNIEnv* jni);
  // May it be, as far as is known?
  bool mayBeUsable() const { return mayBeUsable_; }
  bool inUse() const { return heap_ != nullptr; }
  // What goes wrong in a pass: the heap is not read directly from here on.
  void giveUp(JNIEnv* jni, const std::string& reason);
  // Why not, once asked; empty: it is, or nobody has asked.
  const std::string& reason() const { return reason_; }

  // Where usable.
  rawheap::DirectHeap& heap() { return *heap_; }
  // Classes that were loaded since the last call are described and get their numbers. Costs a JVMTI call for each class.
  void learnClasses(JNIEnv* jni);
  // Of all classes known, for PassOptions; by weak references, so that classes can be unloaded.
  const std::vector<rawheap::ClassBinding>& bindings() const { return bindings_; }

 private:
  Status open(JNIEnv* jni);
  void compare(JNIEnv* jni, rawheap::Reason& reason);
  void forgetUnloaded(JNIEnv* jni);

  jvmtiEnv* const jvmti_;
  ClassTable& classes_;
  const bool marksHeaders_;
  jvmtiEnv* own_ = nullptr;  // its tags are the sentinels of the pass
  std::unique_ptr<rawheap::DirectHeap> heap_;
  std::atomic<bool> mayBeUsable_;
  std::string reason_;
  std::vector<rawheap::ClassBinding> bindings_;
  std::vector<bool> bound_;  // by class number
};

}  // namespace isl

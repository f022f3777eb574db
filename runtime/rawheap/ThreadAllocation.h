// How many bytes a thread has allocated, as the VM itself counts: what went out of buffers that are full, and what is used of the
// one at hand. Samples tell the same on average, but the VM seeds their distances with a thread's address: of short threads that
// come one after the other all are sampled, or none.
//
// Source: Thread::_allocated_bytes, Thread::_tlab and the fields of ThreadLocalAllocBuffer in VmTables. A thread's JNIEnv lies in
// its JavaThread, at the same place in each.
#pragma once

#include <jvmti.h>

#include <cstdint>

#include "rawheap/Reason.h"
#include "rawheap/VmTables.h"

namespace isl::rawheap {

class ThreadAllocation {
 public:
  // Offsets in bytes: of the JavaThread from its JNIEnv, of the others in it.
  struct Offsets {
    int64_t thread = 0;
    uint64_t allocated = 0, bufferStart = 0, bufferTop = 0;
  };
  // What a thread has been asked for.
  struct Told {
    uint64_t bytes = 0;
    bool known = false;
  };

  // A Java thread, once, before any other asks. False: the VM does not tell, or not what this thread then allocates.
  bool open(jvmtiEnv* jvmti, JNIEnv* jni, Reason& reason);
  void open(const Offsets& offsets) { at_ = offsets; }
  bool isOpen() const { return at_.allocated != 0; }

  // The thread's own env: what it has allocated since it was last asked. The first time a sample of so many bytes is there to
  // tell, or 0 at its end: four times as much is let by in one thread of fifty, and what is beyond came before this agent did.
  uint64_t sinceTold(const JNIEnv* jni, Told& told, uint64_t weight) const;

 private:
  uint64_t bytesOf(const JNIEnv* jni) const;
  bool find(jvmtiEnv* jvmti, JNIEnv* jni, const VmTables& tables, Offsets& at) const;
  bool counts(JNIEnv* jni) const;

  Offsets at_;
};

}  // namespace isl::rawheap

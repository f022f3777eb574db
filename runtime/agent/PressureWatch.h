// From the VM's events of collections to the memory pressure.
#pragma once

#include <jvmti.h>

#include "base/RunClock.h"
#include "check/Pressure.h"

namespace isl {

// One for the life of the VM.
class PressureWatch {
 public:
  // In VMInit, once the callbacks of `jvmti` are set. What cannot be observed is said in the report.
  void start(jvmtiEnv* jvmti);
  // In VMDeath.
  void stop(jvmtiEnv* jvmti);

  // GarbageCollectionStart and -Finish: the world is stopped, and only plain memory is read.
  void onStart() { startedMs_ = clock_.ms(); }
  // True: the collector went to its last resort, a second full collection at once. It does so where what a thread wants
  // to allocate does not fit after the first, and an OutOfMemoryError follows unless the second frees softly held objects.
  // (JVMTI's ResourceExhausted would say it outright, but the VM writes a line to stdout with it.)
  bool onFinish();

  const Pressure& pressure() const { return pressure_; }

 private:
  RunClock clock_;
  CollectionCounters counters_;
  Pressure pressure_;
  rawheap::Reason reason_;
  uint64_t startedMs_ = 0, fullEndedMs_ = 0;
  int64_t fullSoFar_ = 0;
};

}  // namespace isl

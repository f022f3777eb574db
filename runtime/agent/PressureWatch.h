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
  // `own`: the agent asked for this collection. True: nothing more fits, see LastResort.
  bool onFinish(bool own);

  const Pressure& pressure() const { return pressure_; }

 private:
  RunClock clock_;
  CollectionCounters counters_;
  Pressure pressure_;
  rawheap::Reason reason_;
  LastResort lastResort_;
  uint64_t startedMs_ = 0;
  int64_t fullSoFar_ = 0;
};

}  // namespace isl

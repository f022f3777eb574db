// A JVMTI raw monitor: a lock and a condition that a thread of the VM may wait for without holding up a
// safepoint.
#pragma once

#include <jvmti.h>

#include "base/Result.h"

namespace isl {

class RawMonitor {
 public:
  // Of a monitor that is never made create() tells why; using it anyway does nothing. It lives as long as the VM.
  Status create(jvmtiEnv* jvmti, const char* name) {
    jvmti_ = jvmti;
    if (jvmti->CreateRawMonitor(name, &monitor_) == JVMTI_ERROR_NONE) return {};
    monitor_ = nullptr;
    return Error{"the VM gives no monitor to the agent"};
  }
  bool exists() const { return monitor_ != nullptr; }

  // Held while it lives. Not from a thread that is stopped at a safepoint.
  class Lock {
   public:
    explicit Lock(RawMonitor& monitor) : monitor_(monitor) { monitor_.enter(); }
    ~Lock() { monitor_.exit(); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

    // Releases the monitor meanwhile. 0 ms: until notified. True when the thread was interrupted.
    bool wait(jlong ms) { return monitor_.wait(ms) == JVMTI_ERROR_INTERRUPT; }
    void notifyAll() { monitor_.notifyAll(); }

   private:
    RawMonitor& monitor_;
  };

 private:
  void enter() {
    if (monitor_ != nullptr) jvmti_->RawMonitorEnter(monitor_);
  }
  void exit() {
    if (monitor_ != nullptr) jvmti_->RawMonitorExit(monitor_);
  }
  jvmtiError wait(jlong ms) {
    return monitor_ != nullptr ? jvmti_->RawMonitorWait(monitor_, ms) : JVMTI_ERROR_NONE;
  }
  void notifyAll() {
    if (monitor_ != nullptr) jvmti_->RawMonitorNotifyAll(monitor_);
  }

  jvmtiEnv* jvmti_ = nullptr;
  jrawMonitorID monitor_ = nullptr;
};

}  // namespace isl

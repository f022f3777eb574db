// The one lock of everything that runs handlers: events, the natives behind them and the heap check.
#pragma once

#include <mutex>

namespace isl {

class EventLock {
 public:
  // Holds the lock. Java code that the agent runs meanwhile (JNI calls may) has no events.
  class Guard {
   public:
    explicit Guard(EventLock* lock) : lock_(lock) {  // null: does nothing
      if (lock_ == nullptr) return;
      lock_->mutex_.lock();
      held_ = true;
    }
    ~Guard() {
      if (lock_ == nullptr) return;
      held_ = false;
      lock_->mutex_.unlock();
    }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

   private:
    EventLock* lock_;
  };

  // Does the calling thread hold it? Then it must wait neither for the lock nor for a check.
  static bool heldHere() { return held_; }

 private:
  std::mutex mutex_;
  static inline thread_local bool held_ = false;  // a thread's own state: there is one lock
};

}  // namespace isl

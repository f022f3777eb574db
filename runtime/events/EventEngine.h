// Runs the handlers that want every event: gives objects their identity, collects the threads' logs,
// calls the handlers of each spec. Here is the sequence of it; each part does one thing of it.
//
// One lock serialises everything here, the handlers and the heap check. It is taken at the first event
// of an object (or of a site), when a log is full, when a thread ends, and by a check from before its
// walk to its end. A thread that holds it may be stopped at a safepoint inside a JVMTI call; no thread
// waits for it while the world is stopped.
//
// Order: the events of a thread run in order; between threads, as their logs are drained. A check runs
// all events that happened before its walk first.
#pragma once

#include <jvmti.h>

#include <functional>

#include "base/Result.h"
#include "events/Admission.h"
#include "events/ArrayAdmission.h"
#include "events/EventLock.h"
#include "events/EventLogs.h"
#include "events/EventParts.h"
#include "events/EventRunner.h"
#include "events/Identities.h"
#include "events/JavaSide.h"
#include "events/KeyFacts.h"
#include "events/ObjectAdmission.h"
#include "events/SlotEvents.h"
#include "events/SlotPlaces.h"

namespace isl {

class EventEngine {
 public:
  using Parts = EventParts;
  // Holds the engine's lock; null: does nothing.
  class Guard : public EventLock::Guard {
   public:
    explicit Guard(EventEngine* engine)
        : EventLock::Guard(engine == nullptr ? nullptr : &engine->lock_) {}
  };

  EventEngine(Parts parts, Admission admission);

  // Once IslEvents and IslArrays are defined (VMStart), and when the VM is ready (VMInit).
  Status bind(jclass eventsClass, jclass arraysClass, JNIEnv* jni) {
    return java_.bind(jni, eventsClass, arraysClass);
  }
  Status start(JNIEnv* jni);

  // What the natives of IslEvents, IslArrays and IslLatest do; any Java thread. Called with the lock held
  // they do nothing: the caller is the agent itself.
  uint32_t admit(JNIEnv* jni, jobject object, uint32_t word);
  uint32_t admitArray(JNIEnv* jni, jobject array, uint32_t word, const ArrayFacts& facts);
  void admitStored(JNIEnv* jni, jobject array, int32_t key);
  EventLog* newLog();         // null: there is none for the thread
  void drain(EventLog* log);  // the calling thread's own
  bool findPlace(JNIEnv* jni, int32_t key);

  void onThreadEnd(JNIEnv* jni, jthread thread);
  // The calling thread is the agent's: nothing that it does is an event.
  void muteThread(JNIEnv* jni, jthread thread) { java_.mute(jni, thread); }

  // With the lock held: runs what has been logged.
  void drainAll();
  // Called, with the lock held, when identities run short: a check would free those of dead objects.
  void onShortOfRoom(std::function<void()> needsRoom) {
    identities_.onShortOfRoom(std::move(needsRoom));
  }
  // Walk `check` is about to begin, with its collection if it has one.
  void beforeCollection(uint32_t check);
  // With the lock held, after check `check`: what it found changes who gets a record.
  void afterWalk(JNIEnv* jni, uint32_t check);

  // Caps that were hit.
  uint64_t recordsRefused() const { return identities_.refused(); }
  uint64_t logsRefused() const { return logs_.refused(); }
  uint64_t hashCollisions() const { return arrays_.hashCollisions(); }
  // Arrays that were not known before they came to their path.
  uint64_t lateArrays() const { return arrays_.late(); }

  // Does the current thread hold the lock? Then it must not wait for a check.
  static bool holdsLock() { return EventLock::heldHere(); }

 private:
  Status startSlots(JNIEnv* jni);

  EventLock lock_;
  const Parts parts_;
  Admission admission_;
  JavaSide java_;
  Identities identities_;
  ObjectAdmission objects_;
  ArrayAdmission arrays_;
  KeyFacts keys_;
  SlotPlaces places_;
  EventRunner runner_;
  SlotEvents slots_;
  EventLogs logs_;
};

}  // namespace isl

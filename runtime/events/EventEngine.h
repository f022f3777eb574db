// Runs the handlers that want every event: gives objects their identity, collects the threads' logs,
// calls the handlers of each spec.
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

#include <array>
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "events/Admission.h"
#include "events/ArrayTable.h"
#include "events/EventKeys.h"
#include "events/EventLogs.h"
#include "events/EventTarget.h"
#include "store/ClassTable.h"
#include "store/NodeTable.h"

namespace isl {

class EventEngine {
 public:
  // Holds the lock. Java code that the agent runs meanwhile (JNI calls may) has no events.
  class Guard {
   public:
    explicit Guard(EventEngine* engine);  // null: does nothing
    ~Guard();
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

   private:
    EventEngine* engine_;
  };

  // What the program side knows of an array that it offers.
  struct ArrayFacts {
    uint32_t hash = 0;    // identity hash; 0: it has none
    int32_t length = -1;  // of an Object[], else -1
  };
  struct Parts {
    jvmtiEnv* jvmti;
    SiteTable* sites;
    ClassTable* classes;
    NodeTable* nodes;
    EventKeys* keys;
    std::vector<const IslSpec*> specs;
    std::vector<EventTarget*> engines;  // by spec, null where a spec has no records
  };
  EventEngine(Parts parts, Admission admission);

  // Once IslEvents and IslArrays are defined (VMStart), and when the VM is ready (VMInit). Empty, or what is
  // wrong.
  std::string bind(jclass eventsClass, jclass arraysClass, JNIEnv* jni);
  std::string start(JNIEnv* jni);

  // The natives of IslEvents, IslArrays and IslLatest; any Java thread.
  static jint admit(JNIEnv* jni, jobject object, jint word);
  static jint admitArray(JNIEnv* jni, jobject array, uint32_t word, const ArrayFacts& facts);
  static void admitStored(JNIEnv* jni, jobject array, jint key);
  static jlong newLog();
  static void drain(jlong log);
  static jboolean findPlace(JNIEnv* jni, jint key);
  void onThreadEnd(JNIEnv* jni, jthread thread);

  // The calling thread is the agent's: nothing that it does is an event.
  void muteThread(JNIEnv* jni, jthread thread);

  // With the lock held: runs what has been logged.
  void drainAll();
  // Called, with the lock held, when identities run short: a check would free those of dead objects.
  void onShortOfRoom(std::function<void()> needsRoom) { needsRoom_ = std::move(needsRoom); }
  // Walk `check` is about to begin, with its collection if it has one: what gets an identity from here on may
  // be unknown to that walk and alive.
  void beforeCollection(uint32_t check);
  // With the lock held, after check `check`: what it found changes who gets a record.
  void afterWalk(JNIEnv* jni, uint32_t check);

  // Caps that were hit.
  uint64_t recordsRefused() const { return recordsRefused_; }
  uint64_t logsRefused() const { return logs_.refused(); }
  uint64_t hashCollisions() const { return hashCollisions_; }
  // Arrays that were not known before they came to their path.
  uint64_t lateArrays() const { return lateArrays_; }

 public:
  // Does the current thread hold the lock? Then it must not wait for a check.
  static bool holdsLock() { return holding_; }

 private:
  std::string linkNatives(JNIEnv* jni);
  void startArrays(JNIEnv* jni);
  uint32_t admitObject(JNIEnv* jni, jobject object, uint32_t word);
  struct ArrayClass {
    jclass cls = nullptr;  // global; null: not kept
    uint32_t id = 0;
    uint64_t specs = 0;  // that track arrays of the class
  };
  ArrayClass arrayClassOf(JNIEnv* jni, jobject array);
  ArrayClass objectArrayClass(JNIEnv* jni, jobject array);
  ArrayFacts factsOf(jobject array);
  uint32_t admitArrayObject(JNIEnv* jni, jobject array, uint32_t word, const ArrayFacts& facts);
  uint64_t sizeOf(jobject array, const ArrayFacts& facts);
  void admitStoredArray(JNIEnv* jni, jobject array, int32_t key);
  void admitFoundArrays(JNIEnv* jni);
  void publishElsewhere(JNIEnv* jni, int32_t key);
  bool isTracked(JNIEnv* jni, jobject object);
  uint32_t promote(JNIEnv* jni, jobject object, uint32_t word);
  uint32_t nodeFor(JNIEnv* jni, jobject object);
  uint32_t identify(jobject object, bool born);
  void askForRoom();
  std::string classNameOf(JNIEnv* jni, jobject object);
  void publish(JNIEnv* jni, uint32_t site, uint8_t code);
  void publishArrays(JNIEnv* jni);
  EventKey* keyOf(int32_t id);
  void run(const LogEntry& entry);
  std::string startSlots(JNIEnv* jni);
  std::string startLatest(JNIEnv* jni);
  bool publishPlace(JNIEnv* jni, jint key);
  void offerSlots(EventLog& log, const LogEntry& entry);
  void runLatest(const SlotTable::Batch& batch);
  void runCounts(const SlotTable::Batch& batch);
  bool tracked(uint32_t word, uint32_t spec);
  int32_t fieldOffset(EventKey& key);
  int32_t fieldIndex(EventKey& key, int32_t id, uint32_t word);

  JavaVM* vm_ = nullptr;
  static EventEngine* self_;          // natives have no receiver
  static thread_local bool holding_;  // this thread holds the lock
  Parts parts_;
  Admission admission_;
  ArrayTable arrays_;
  EventLogs logs_;
  std::mutex mutex_;
  jclass class_ = nullptr, arraysClass_ = nullptr;
  jfieldID admissionField_ = nullptr, arraysField_ = nullptr;
  jfieldID elsewhereField_ = nullptr, allArraysField_ = nullptr;
  jfieldID wordField_ = nullptr, logField_ = nullptr;
  jobjectArray placeChunks_ = nullptr;   // global: IslLatest.places where it is in use
  jbyteArray admissionArray_ = nullptr;  // global
  jsize admissionLength_ = 0;
  std::vector<jbyte> elsewhere_;              // by key of a store: 1, it puts nothing on a path
  uint32_t check_ = 1;                        // last one that ended, at least 1
  uint32_t bornAt_ = 1;                       // what new nodes count as seen by
  uint32_t askForRoomAt_ = kMaxSite / 4 * 3;  // nodes in use
  std::function<void()> needsRoom_;
  std::vector<ArrayClass> arrayClasses_;
  ArrayClass objectArrays_;                             // Object[], once one was seen
  std::array<uint64_t, 1024> objectArraySizes_{};       // bytes by length, 0: not known yet
  std::vector<uint64_t> arraySpecs_;                    // by node: specs that track the array
  std::vector<EventKey*> known_;                        // by key, as far as they have had an event
  std::unordered_map<uint64_t, int32_t> fieldIndexes_;  // by key and site
  std::vector<jshort> places_;                          // by key: what IslLatest.places holds
  uint64_t recordsRefused_ = 0, hashCollisions_ = 0, lateArrays_ = 0;
};

}  // namespace isl

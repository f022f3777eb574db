// Runs a mark inside one JVMTI FollowReferences, which reports the roots and visits nothing else of the heap: the
// callback returns 0 for each. Only a sentinel is visited, an array of ours that a JNI global reference holds; the
// reference to its class comes after all roots, and there the mark runs, in the VM's own operation, the world stopped.
//
// Stacks of parked virtual threads are no roots, and the heap's maps do not cover them. JVMTI reports what such a stack
// holds when it visits the thread's object. So the virtual threads that the mark met are written into the sentinel,
// behind its first element, which is the next sentinel; JVMTI visits them, reports their stacks as roots, then
// visits the next sentinel, where the mark goes on. The elements are cleared before the world moves on, so no
// collector ever sees them.
//
// Costs beside the mark: JVMTI's own (deoptimisation of escape-analysed frames, which is left out where stacks are deep,
// about 0.1 us a root). Up to 18 JVMTI
// resets marks that it did not set: 4-5 ns for each object of the heap, dead ones included (JDK-8283710), unless the
// callback ends the operation among the roots. There endsAmongRoots() makes a pass of the last root: of the VM's own,
// which come last, it knows the number since the last pass that saw all. What the VM has come to hold since is seen by
// the next such pass, after four others at first and twice as many each time that there was nothing new; that are
// beans of its management, not the program's objects.
// Ownership: one global reference, until release(). The jvmtiEnv should be one of its own (can_tag_objects): tags of
// thousands of objects would make each root dearer, and its tags are the sentinels'.
// Threads: prepare, run and release on a Java thread; Client is called on the VM thread.
#pragma once

#include <jvmti.h>

#include "base/VmFlags.h"
#include "rawheap/DrainedQueues.h"
#include "rawheap/GuardedReads.h"
#include "rawheap/Roots.h"
#include "rawheap/StackDepth.h"

namespace isl::rawheap {

class RootScan {
 public:
  // What the pass does, on the VM thread, the world stopped: no malloc, no lock, no JNI, no JVMTI.
  class Client {
   public:
    virtual bool begin(Reason& reason) = 0;  // before the first root is admitted
    virtual bool drain(Reason& reason) = 0;  // after each batch of roots
    // A root that JVMTI reported and that is an object. `again`: it is marked already, and not told by finish().
    virtual void root(uint64_t, bool /*again*/) {}
    // What is drained from here on nothing strong or soft leads to (see MarkOptions::softLast).
    virtual void passing() {}
    virtual bool finish(const Roots& roots, Reason& reason) = 0;

   protected:
    ~Client() = default;
  };

  explicit RootScan(jvmtiEnv* jvmti) : jvmti_(jvmti), stacks_(jvmti) {}

  // Makes the sentinels, for the virtual threads that the last run met, and looks how deep stacks are; cheap when there
  // is nothing to do.
  bool prepare(JNIEnv* jni, Reason& reason);
  void release(JNIEnv* jni);

  // False with spaces.moving(): another run may do.
  bool run(Mark& mark, const ObjectReader& reader, HeapSpaces& spaces, Client& client,
           Reason& reason);

  static constexpr size_t kMostRoots = size_t{1} << 22;
  // For VMs that mark headers. Before the first run.
  void endsAmongRoots() { endsAmongRoots_ = true; }

  // The last run had no room for the virtual threads that it met: prepare() makes it, and another run may do.
  bool wantsRoom() const { return wantedRoom_ > room_ && room_ < kMostRoom; }
  bool isSentinel(jlong tag) const { return tag >= kFirstTag && tag < kFirstTag + kLevels; }
  uint64_t virtualThreads() const { return virtualThreads_; }
  // See StackDepth, as prepare() saw it.
  bool stacksAreDeep() const { return stacks_.wasDeep(); }

 private:
  static constexpr jint kLevels = 6;
  static constexpr jint kLeastRoom = 512;
  static constexpr jint kMostRoom = 1 << 24;
  static constexpr jlong kFirstTag = 0x69736c2d68656170;
  static constexpr uint32_t kFewestShortRuns = 4,
                            kMostShortRuns = 512;  // between two that see all roots

  static jint JNICALL onReference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                                  jlong classTag, jlong referrerClassTag, jlong size, jlong* tag,
                                  jlong* referrerTag, jint length, void* self);
  bool makeSentinels(JNIEnv* jni, jclass object, jint room, Reason& reason);
  bool look();
  jint root(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info, jlong size,
            const jlong* tag);
  bool isLastRoot(jvmtiHeapReferenceKind kind);
  jint atSentinel(jint level);
  bool markOn(jint level);
  bool admit(size_t to);
  bool offerThreads(jint level);
  bool markThreads();
  bool markBehindCleaners();
  bool markReferents();
  bool markReferentsOf(bool soft, size_t& from);
  bool markLinks();
  bool markBehind(uint64_t reference, uint32_t field);
  void clearSentinel();
  uint64_t element(uint64_t array, uint32_t index) const;
  void setElement(uint64_t array, uint32_t index, uint64_t value) const;

  jvmtiEnv* const jvmti_;
  StackDepth stacks_;
  jobject sentinel_ = nullptr;  // global reference to the first
  jint room_ = 0;               // virtual threads that a sentinel takes
  jint wantedRoom_ = kLeastRoom;
  uint64_t virtualThreads_ = 0;
  bool endsAmongRoots_ = false;
  DrainedQueues queues_;        // by all runs
  MappedArray<uint32_t> soft_;  // see DeadEntries::findSoft(); of a run
  uint32_t knownOwn_ = 0;  // of the VM's own roots, how many the last whole run saw; 0: not known
  uint32_t shortRuns_ = 0, mostShortRuns_ = kFewestShortRuns;  // since then

  // Of a run.
  uint32_t own_ = 0;  // of the VM's own roots, so far
  Mark* mark_ = nullptr;
  const ObjectReader* reader_ = nullptr;
  HeapSpaces* spaces_ = nullptr;
  Client* client_ = nullptr;
  Reason* reason_ = nullptr;
  GuardedReads* guard_ = nullptr;
  WithoutEscapeBarrier* barrier_ = nullptr;
  Roots roots_;
  RootBatches admitted_;
  size_t threadArrays_ = 0;                    // whose elements were admitted
  size_t cleaners_ = 0;                        // behind which all is marked
  size_t offered_ = 0;                         // virtual threads that JVMTI was given
  size_t softs_ = 0, others_ = 0, links_ = 0;  // of Mark::references(), behind which all is marked
  uint64_t current_ = 0;                       // address of the sentinel that is visited
  uint32_t filled_ = 0;                        // its elements that are not null, behind the first
  bool looked_ = false;                        // at the heap as it is now
  bool finished_ = false;
};

}  // namespace isl::rawheap

// The mark against JVMTI, object by object: one FollowReferences that visits everything, and in its first reference
// between objects, the world stopped, the mark from the same roots. Nothing runs between the two, so every object that
// JVMTI reaches must be marked, with the size that JVMTI gives; the mark may have some more (what only the VM's
// injected fields and call sites hold, which JVMTI does not report).
//
// For the first use in a process. Costs one whole walk (like any JVMTI walk: 100-300 ns an object, and its stop).
// Thread: a Java thread; tags every loaded class in the given environment and clears the tags.
#pragma once

#include <jvmti.h>

#include <vector>

#include "rawheap/DirectHeap.h"

namespace isl::rawheap {

// The mark follows what JVMTI does not report: the fields of java.lang.Class itself (reflection data, names) and resolved
// call sites, 200 objects in a small program, 9,000 of 85,000 in a compiler with 1,500 classes. More than all three
// together is a mark that goes astray.
struct SelfCheckOptions {
  double extraShare = 0.05;  // of the objects that JVMTI sees
  uint64_t extraPerClass = 30;
  uint64_t extra = 5000;
};

struct SelfCheckClass {
  char name[96] = "";                    // as in class files
  uint64_t seen = 0, seenBytes = 0;      // by JVMTI
  uint64_t marked = 0, markedBytes = 0;  // of the same classes as JVMTI knows, by the mark
};

struct SelfCheckResult {
  uint64_t seen = 0, marked = 0;  // objects
  uint64_t missed = 0;            // seen and not marked
  uint64_t roots = 0;
  std::vector<SelfCheckClass> differing;  // in count or bytes
};

class SelfCheck {
 public:
  SelfCheck(jvmtiEnv* jvmti, DirectHeap& heap) : jvmti_(jvmti), heap_(heap) {}

  // True: the heap can be read directly. The result is filled as far as it came.
  bool run(JNIEnv* jni, const SelfCheckOptions& options, SelfCheckResult& result, Reason& reason);

 private:
  struct ClassCounts {
    uint64_t seen, seenBytes, marked, markedBytes;
    int32_t referentIndex;  // JVMTI's index of Reference.referent; -1: followed or none
  };
  struct Visitor {
    SelfCheck& check;
    void object(const MarkedObject& object);
  };

  bool compare(JNIEnv* jni, const SelfCheckOptions& options, const jclass* classes, jint count,
               SelfCheckResult& result);
  bool tagClasses(const jclass* classes, jint count);
  void release();
  static jint JNICALL onReference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                                  jlong classTag, jlong referrerClassTag, jlong size, jlong* tag,
                                  jlong* referrerTag, jint length, void* self);
  void findReferents(JNIEnv* jni, const jclass* classes, jint count);
  jint reference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info, jlong classTag,
                 jlong referrerClassTag, jlong size, jlong* tag);
  bool start();
  bool markRoots();
  bool see(jlong classTag, jlong size, const jlong* tag, bool& visit);
  bool judge(const SelfCheckOptions& options, SelfCheckResult& result);
  bool judgeClasses();
  void nameDiffering(SelfCheckResult& result, const jclass* classes);

  jvmtiEnv* const jvmti_;
  DirectHeap& heap_;
  Mark mark_{MarkOptions{}};
  MarkBits seenBits_;
  MappedArray<ClassCounts> counts_;  // by class tag
  Roots roots_;
  std::vector<ClassBinding> bindings_;
  ObjectReader* reader_ = nullptr;
  GuardedReads* guard_ = nullptr;
  Reason* reason_ = nullptr;
  size_t admitted_ = 0;
  uint64_t seen_ = 0, missed_ = 0;  // see SelfCheckResult
  bool started_ = false;            // classes and bits are ready
  bool begun_ = false;              // the roots are marked
};

}  // namespace isl::rawheap

// One way from an object to what keeps it alive, whoever found it: what a report tells of it is made from this
// alone (see PathWording).
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <string>
#include <vector>

namespace isl {

// A field of a class, by its JVMTI index.
struct FieldRef {
  uint32_t classId = 0;
  int32_t index = -1;
  bool operator==(const FieldRef& o) const { return classId == o.classId && index == o.index; }
};

struct HeapRoot {
  jvmtiHeapReferenceKind kind{};  // JVMTI_HEAP_REFERENCE_OTHER: the VM does not tell
  jmethodID method = nullptr;     // of stack and JNI locals
  jlong threadId = 0;             // likewise
  jlong tag = 0;                  // of the object that is the root
  jlong classTag = 0;             // of static fields, with:
  FieldRef staticField;
  std::string fieldName;  // its name where no index is known
  bool threadLocal =
      false;               // the static field holds the thread local whose value each thread keeps
  std::string threadName;  // of the thread that is the root, where its tag is not known
};

struct WayEdge {
  uint32_t heldClass = 0, holderClass = 0;
  uint32_t holderSite = 0;  // the site in the holder's word, 0: not known
  bool element = false;
  int32_t index = -1;              // field or element
  uint32_t repeats = 1;            // edges between objects of the holder's class that it stands for
  std::vector<int32_t> runFields;  // of these, then index says nothing
  std::vector<FieldRef> others;    // further fields that refer to the held object
  std::string declaredIn{};        // superclass of the holder that declares the field, or empty
  std::string fieldName{};         // where no index is known; "<class loader>" for what is no field
  uint64_t retainedBytes = 0;      // see report::PathEdge, here and below
  uint64_t bound = 0, keptMs = 0;
  std::string boundedBy{};
};

struct Way {
  std::vector<WayEdge> edges;  // from the direct holder towards the root
  bool atRoot =
      false;  // else it is not known how it goes on, or nothing strong refers to its last object
  HeapRoot root;
  std::vector<FieldRef>
      links;  // not at a root: fields of java.lang.ref.Reference that refer to the last object
  uint32_t referenceClass = 0;  // likewise: the class of a Reference whose referent that object is
  bool behindCleaner =
      false;  // it is no referent: what the cleaner of that class holds to clean up
};

}  // namespace isl

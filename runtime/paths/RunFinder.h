// Leaps along runs: chains of objects of one class that hold each other by a field (a linked list, a
// degenerate tree), which a path would need a walk per node to climb.
//
// One walk labels the objects of a class from the top down: an object that is first met through a field
// of one of its own class gets the label of its holder and a depth one greater. So every labelled object
// knows the entry of its run, the first holder that was met some other way. Labels are tags of their own
// kind and gone when `find` returns. They form trees: an object gets its label before it gives any on.
#pragma once

#include <unordered_map>
#include <vector>

#include "heap/Engine.h"
#include "paths/ClassWalk.h"

namespace isl {

struct Run {
  uint32_t entry = 0;           // node of the first holder
  uint32_t length = 0;          // edges from the object up to it
  std::vector<int32_t> fields;  // JVMTI indices of the fields passed, ascending
};

class RunFinder {
 public:
  RunFinder(jvmtiEnv* jvmti, ClassTable& classes, NodeTable& nodes)
      : jvmti_(jvmti), classes_(classes), nodes_(nodes), classWalk_(jvmti, classes) {}

  // Agent thread, outside of a walk. The runs above the given nodes, by node; those that are in none are
  // left out, and so are all when there are more objects to label than the tags may cost. The walks made
  // are added to `walks`.
  std::unordered_map<uint32_t, Run> find(JNIEnv* jni, const std::vector<uint32_t>& ends,
                                         uint32_t check, size_t& walks);

 private:
  static jint JNICALL onEdge(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                             jlong classTag, jlong referrerClassTag, jlong size, jlong* tag,
                             jlong* referrerTag, jint length, void* self);
  static jint JNICALL onTagged(jlong classTag, jlong size, jlong* tag, jint length, void* self);
  void extend(uint32_t classId, int32_t field, jlong* tag, jlong* referrerTag);
  jlong labelOf(jlong tag) const;
  void setLabel(jlong* tag, jlong label);
  jlong fieldBit(uint32_t classId, int32_t field);
  uint32_t entryOf(JNIEnv* jni, uint32_t run, uint32_t classId, uint32_t check);

  jvmtiEnv* jvmti_;
  ClassTable& classes_;
  NodeTable& nodes_;
  ClassWalk classWalk_;
  std::vector<bool> wanted_;                                   // by class
  std::unordered_map<uint32_t, std::vector<int32_t>> fields_;  // by class; position: bit of a label
  std::unordered_map<uint32_t, jlong> nodeLabels_;             // of objects that have a node
  std::unordered_map<uint32_t, uint32_t> entryNodes_;          // runs whose entry has a node
  uint32_t runs_ = 0;
  uint64_t labelled_ = 0;
};

}  // namespace isl

// Names of fields by their offsets, which is all that the heap itself tells of them.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <cstdint>
#include <string>
#include <unordered_map>

#include "base/FieldIds.h"
#include "store/ClassTable.h"

namespace isl {

// Agent thread, outside of a walk.
class FieldNames {
 public:
  FieldNames(jvmtiEnv* jvmti, ClassTable& classes) : jvmti_(jvmti), classes_(classes) {}
  ~FieldNames() = default;
  FieldNames(const FieldNames&) = delete;
  FieldNames& operator=(const FieldNames&) = delete;

  // Before the first name is asked for, and before the heap may be full.
  void open(JNIEnv* jni);

  // Of an instance field in an object of its class, in bytes; -1: not known.
  int64_t offsetOf(JNIEnv* jni, jclass cls, jfieldID field) const {
    return ids_.offsetOf(jni, cls, field, false);
  }
  // Of the field of the class, or of a superclass, whose value lies so many bytes behind the start of its object (of
  // the class's mirror where it is static). "?": the class is gone, or has no such field.
  std::string at(JNIEnv* jni, uint32_t classId, uint32_t offset, bool isStatic);
  // The superclass that declares it, as a type is displayed; empty: the class itself, or there is no such field.
  std::string declaredIn(JNIEnv* jni, uint32_t classId, uint32_t offset);

 private:
  struct Declared {
    std::string name, in;
  };
  using Names = std::unordered_map<uint64_t, Declared>;  // by offset and isStatic
  const Names& namesOf(JNIEnv* jni, uint32_t classId);
  void add(JNIEnv* jni, jclass cls, const std::string& in, Names& names);

  jvmtiEnv* jvmti_;
  ClassTable& classes_;
  std::unordered_map<uint32_t, Names> known_;
  FieldIds ids_;
};

}  // namespace isl

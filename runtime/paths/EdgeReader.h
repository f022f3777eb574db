// Single references of the running program, read through JNI without a walk.
//
// Objects are named by their tags and held by weak references only, so that nothing stays alive for
// being on a path. The program runs meanwhile: each answer holds for the moment of the question.
#pragma once

#include <jvmti.h>

#include <unordered_map>
#include <vector>

#include "base/LocalRef.h"
#include "store/ClassTable.h"

namespace isl {

class EdgeReader {
 public:
  virtual ~EdgeReader() = default;

  // From here on these objects and classes can be asked for, and no others.
  virtual void watch(JNIEnv* jni, const std::vector<jlong>& tags) = 0;

  // `holder` is an object of the class, or the class itself for a static field.
  virtual bool fieldHolds(JNIEnv* jni, jlong holder, uint32_t classId, int32_t index, bool isStatic,
                          jlong object) = 0;
  // The element of the array that refers to the object, looked for first at `likely`; -1: none does.
  virtual int32_t elementHolding(JNIEnv* jni, jlong array, int32_t likely, jlong object) = 0;
  // Do so many steps along the field, from the holder on, lead to the object?
  virtual bool runHolds(JNIEnv* jni, jlong holder, uint32_t classId, int32_t index, uint32_t steps,
                        jlong object) = 0;
  // The object's $isl word, 0 for an array; false when the object is dead.
  virtual bool wordOf(JNIEnv* jni, jlong object, uint32_t classId, uint32_t& word) = 0;
};

class JniEdgeReader final : public EdgeReader {
 public:
  JniEdgeReader(jvmtiEnv* jvmti, ClassTable& classes) : jvmti_(jvmti), classes_(classes) {}

  void watch(JNIEnv* jni, const std::vector<jlong>& tags) override;
  bool fieldHolds(JNIEnv* jni, jlong holder, uint32_t classId, int32_t index, bool isStatic,
                  jlong object) override;
  int32_t elementHolding(JNIEnv* jni, jlong array, int32_t likely, jlong object) override;
  bool runHolds(JNIEnv* jni, jlong holder, uint32_t classId, int32_t index, uint32_t steps,
                jlong object) override;
  bool wordOf(JNIEnv* jni, jlong object, uint32_t classId, uint32_t& word) override;

 private:
  LocalRef<jobject> objectOf(JNIEnv* jni, jlong tag) const;
  jfieldID fieldOf(JNIEnv* jni, uint32_t classId, int32_t index);

  jvmtiEnv* jvmti_;
  ClassTable& classes_;
  std::unordered_map<jlong, jweak> handles_;  // by tag
};

}  // namespace isl

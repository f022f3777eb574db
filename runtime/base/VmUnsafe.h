// The VM's own Unsafe (jdk.internal.misc): where fields and elements lie, also of records and hidden classes.
#pragma once

#include <jni.h>

#include <cstdint>

#include "base/LocalRef.h"

namespace isl {

// For the scope it is made in, on its thread. Offsets are in bytes from the start of the object, of a static field from
// that of its class's mirror; -1: unknown. No exception is left pending.
class VmUnsafe {
 public:
  explicit VmUnsafe(JNIEnv* jni);

  // By name, of an instance field that the class itself declares. Makes a String.
  int64_t offsetOf(jclass cls, const char* field) const;
  // Makes a java.lang.reflect.Field, for which a full heap has no room.
  int64_t offsetOf(jclass cls, jfieldID field, bool isStatic) const;

  struct Elements {
    int32_t base = -1, scale = 0;  // of the first, and between two; base -1: unknown
  };
  Elements elementsOf(jclass array) const;

 private:
  jmethodID method(const char* name, const char* descriptor) const;
  int64_t known(jlong offset) const;

  JNIEnv* jni_;
  LocalRef<jclass> class_;
  LocalRef<jobject> unsafe_;
};

}  // namespace isl

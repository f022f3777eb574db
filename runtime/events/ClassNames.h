#pragma once

#include <jvmti.h>

#include <string>

#include "base/JvmtiBuffer.h"
#include "base/LocalRef.h"

namespace isl {

// Internal name of the object's class, or the signature of an array class; empty when the VM does not
// tell.
inline std::string classNameOf(jvmtiEnv* jvmti, JNIEnv* jni, jobject object) {
  const LocalRef<jclass> cls(jni, jni->GetObjectClass(object));
  JvmtiText signature(jvmti);
  jvmti->GetClassSignature(cls.get(), signature.out(), nullptr);
  std::string name = signature ? signature.get() : "";
  if (name.size() > 2 && name[0] == 'L') name = name.substr(1, name.size() - 2);
  return name;
}

}  // namespace isl

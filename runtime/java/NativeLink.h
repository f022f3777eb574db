// The first call of a native method.
#pragma once

#include <jni.h>

#include <initializer_list>

namespace isl {

// The VM looks for a native at its first call, and runs Java code of the JDK for that; so natives that
// instrumented code calls are called once before there are events. Static ones only; parameters that are not
// given are null or 0, and at most four. False: the VM does not find it.
bool linkNative(JNIEnv* jni, jclass cls, const char* name, const char* descriptor,
                std::initializer_list<jint> ints = {});

}  // namespace isl

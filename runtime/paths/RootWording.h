// How roots are told: static fields, threads, monitors, frames.
#pragma once

#include <jvmti.h>

#include <string>

#include "base/LocalRef.h"
#include "paths/Way.h"
#include "report/Report.h"
#include "store/ClassTable.h"

namespace isl {

class RootWording {
 public:
  RootWording(jvmtiEnv* jvmti, ClassTable& classes) : jvmti_(jvmti), classes_(classes) {}

  // Agent thread, outside of a walk. Without a name where the object or the thread is gone.
  report::PathRoot describe(JNIEnv* jni, const HeapRoot& root);

 private:
  std::string methodName(JNIEnv* jni, jmethodID method);
  std::string ownerOf(JNIEnv* jni, jobject monitor);
  LocalRef<jobject> objectOf(JNIEnv* jni, jlong tag);
  std::string nameOf(JNIEnv* jni, jthread thread);
  std::string threadName(JNIEnv* jni, jlong threadId);

  jvmtiEnv* jvmti_;
  ClassTable& classes_;
};

}  // namespace isl

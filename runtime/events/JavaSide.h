// What the engine reads and writes in Java: fields of the helper classes, and the fields that the agent
// has added to Object and Thread. And the first call of each native.
#pragma once

#include <jvmti.h>

#include "base/Result.h"
#include "events/EventLogs.h"

namespace isl {

class JavaSide {
 public:
  // At VMStart, once IslEvents and IslArrays are defined.
  Status bind(JNIEnv* jni, jclass events, jclass arrays);
  // At VMInit, in this order; the natives under the lock of the EventEngine, so that they do nothing.
  Status start(JNIEnv* jni, int32_t allocKey);
  void startArrays(JNIEnv* jni, int32_t leastLength, bool tracksArrays);
  Status linkNatives(JNIEnv* jni);
  Status startCounts(JNIEnv* jni, const EventLogs& logs);
  // A global reference to IslLatest.places.
  Result<jobjectArray> startLatest(JNIEnv* jni, const EventLogs& logs);

  // IslEvents.admission; IslArrays.arrays, elsewhere and allArrays.
  void setAdmission(JNIEnv* jni, jbyteArray codes) const;
  void setArrays(JNIEnv* jni, const void* table) const;
  void setElsewhere(JNIEnv* jni, jbyteArray stores) const;
  void setAllArrays(JNIEnv* jni) const;

  // Object.$isl and Thread.$islLog. A thread without a log, or that is muted, has none to take.
  void setWord(JNIEnv* jni, jobject object, uint32_t word) const;
  EventLog* takeLog(JNIEnv* jni, jthread thread) const;
  void mute(JNIEnv* jni, jthread thread) const;

 private:
  jclass events_ = nullptr, arrays_ = nullptr;  // global
  jfieldID admissionField_ = nullptr, arraysField_ = nullptr;
  jfieldID elsewhereField_ = nullptr, allArraysField_ = nullptr;
  jfieldID wordField_ = nullptr, logField_ = nullptr;
};

}  // namespace isl

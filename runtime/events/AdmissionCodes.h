// IslEvents.admission: the array in which instrumented code looks up, by site, whether an object has
// events.
#pragma once

#include "events/JavaSide.h"

namespace isl {

// Guarded by the lock of the EventEngine. Instrumented code reads the array without it: a code that it
// misses makes it ask once more.
class AdmissionCodes {
 public:
  explicit AdmissionCodes(const JavaSide& java) : java_(java) {}

  // Without memory the array stays as it is, and the program asks again.
  void publish(JNIEnv* jni, uint32_t site, uint8_t code);

 private:
  bool grow(JNIEnv* jni, jsize length);

  const JavaSide& java_;
  jbyteArray array_ = nullptr;  // global
  jsize length_ = 0;
};

}  // namespace isl

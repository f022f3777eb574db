#include "java/NativeLink.h"

#include <algorithm>
#include <cstring>

namespace isl {

bool linkNative(JNIEnv* jni, jclass cls, const char* name, const char* descriptor,
                std::initializer_list<jint> ints) {
  if (cls == nullptr) return false;
  jvalue args[4] = {};
  std::transform(ints.begin(), ints.end(), args, [](jint i) {
    jvalue value{};
    value.i = i;
    return value;
  });
  jmethodID method = jni->GetStaticMethodID(cls, name, descriptor);
  if (method != nullptr) {
    switch (descriptor[strlen(descriptor) - 1]) {
      case 'I': jni->CallStaticIntMethodA(cls, method, args); break;
      case 'Z': jni->CallStaticBooleanMethodA(cls, method, args); break;
      case 'J': jni->CallStaticLongMethodA(cls, method, args); break;
      default: jni->CallStaticVoidMethodA(cls, method, args);
    }
  }
  const bool done = method != nullptr && !jni->ExceptionCheck();
  jni->ExceptionClear();
  return done;
}

}  // namespace isl

#include "events/AdmissionCodes.h"

#include <algorithm>
#include <vector>

#include "base/LocalRef.h"

namespace isl {
namespace {
constexpr jsize kStart = 4096;
}

bool AdmissionCodes::grow(JNIEnv* jni, jsize length) {
  const LocalRef<jbyteArray> bigger(jni, jni->NewByteArray(length));
  if (!bigger) {
    jni->ExceptionClear();
    return false;
  }
  if (array_ != nullptr) {
    std::vector<jbyte> old(static_cast<size_t>(length_));
    jni->GetByteArrayRegion(array_, 0, length_, old.data());
    jni->SetByteArrayRegion(bigger.get(), 0, length_, old.data());
    jni->DeleteGlobalRef(array_);
  }
  array_ = static_cast<jbyteArray>(jni->NewGlobalRef(bigger.get()));
  length_ = length;
  java_.setAdmission(jni, bigger.get());
  return true;
}

void AdmissionCodes::publish(JNIEnv* jni, uint32_t site, uint8_t code) {
  const auto index = static_cast<jsize>(site);
  if (index >= length_ && !grow(jni, std::max<jsize>(kStart, index + index / 2 + 1))) return;
  const auto value = static_cast<jbyte>(code);
  jni->SetByteArrayRegion(array_, index, 1, &value);
}

}  // namespace isl

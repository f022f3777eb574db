#include "check/ForcedCollection.h"

#include "base/LocalRef.h"
#include "base/VmFlags.h"

namespace isl {

bool ForcedCollection::run(uint64_t liveBytes) {
  requests_.setCollecting(true);
  {
    const KeepHeapSize keep(capacity_ / 2, liveBytes);  // G1 enlarges it once more meanwhile
    if (capacity_ == 0) capacity_ = heapCapacity();
    running_ = true;
    jvmti_->ForceGarbageCollection();
    running_ = false;
  }
  return requests_.setCollecting(false);
}

void Canary::hatch(JNIEnv* jni) {
  armed_.store(0);
  const LocalRef<jclass> cls(jni, jni->FindClass("java/lang/Object"));
  const LocalRef<jobject> object(jni, jni->AllocObject(cls.get()));
  object_ = jni->NewGlobalRef(object.get());
}

void Canary::drop(JNIEnv* jni) {
  if (object_ == nullptr) return;
  const jlong tag = ++tag_;
  if (jvmti_->SetTag(object_, tag) == JVMTI_ERROR_NONE) armed_.store(tag);
  jni->DeleteGlobalRef(object_);
  object_ = nullptr;
}

}  // namespace isl

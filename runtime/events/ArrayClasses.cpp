#include "events/ArrayClasses.h"

#include "base/LocalRef.h"
#include "events/ClassNames.h"

namespace isl {

// Most arrays are Object[]: told by the program side, so that the VM is not asked for each of them.
ArrayClasses::ArrayClass ArrayClasses::of(JNIEnv* jni, jobject array, const ArrayFacts& facts) {
  if (facts.length < 0) return find(jni, array);
  if (objectArrays_.cls == nullptr) objectArrays_ = find(jni, array);
  return objectArrays_;
}

// Those of the common classes are told by comparing two references. Their classes are the boot loader's, so a
// reference to them keeps no class loader alive.
ArrayClasses::ArrayClass ArrayClasses::find(JNIEnv* jni, jobject array) {
  const LocalRef<jclass> cls(jni, jni->GetObjectClass(array));
  for (const ArrayClass& kept : kept_) {
    if (jni->IsSameObject(cls.get(), kept.cls)) return kept;
  }
  const std::string signature = classNameOf(jvmti_, jni, array);
  ArrayClass found;
  found.specs = admission_.specsOfArrays(typeNameFromSignature(signature));
  found.id = classes_.idOf(jvmti_, jni, cls.get());
  if (signature.size() == 2 || signature == "[Ljava/lang/Object;") {
    found.cls = static_cast<jclass>(jni->NewGlobalRef(cls.get()));
    kept_.push_back(found);
  }
  return found;
}

uint64_t ArrayClasses::sizeOf(jobject array, const ArrayFacts& facts) {
  const auto length = static_cast<size_t>(facts.length);  // below 0: larger than any that is kept
  uint64_t* const kept = length < objectArraySizes_.size() ? &objectArraySizes_[length] : nullptr;
  if (kept != nullptr && *kept != 0) return *kept;
  jlong size = 0;
  if (jvmti_->GetObjectSize(array, &size) != JVMTI_ERROR_NONE) return 0;
  if (kept != nullptr) *kept = static_cast<uint64_t>(size);
  return static_cast<uint64_t>(size);
}

}  // namespace isl

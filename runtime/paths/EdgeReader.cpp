#include "paths/EdgeReader.h"

#include <unordered_set>

#include "base/JvmtiBuffer.h"
#include "base/LocalRef.h"

namespace isl {
void JniEdgeReader::watch(JNIEnv* jni, const std::vector<jlong>& tags) {
  const std::unordered_set<jlong> wanted(tags.begin(), tags.end());
  for (auto known = handles_.begin(); known != handles_.end();) {
    if (wanted.count(known->first) != 0) {
      ++known;
      continue;
    }
    jni->DeleteWeakGlobalRef(known->second);
    known = handles_.erase(known);
  }
  std::vector<jlong> fresh;
  for (jlong tag : wanted) {
    if (handles_.find(tag) == handles_.end()) fresh.push_back(tag);
  }
  if (fresh.empty()) return;
  jint count = 0;
  JvmtiBuffer<jobject> objects(jvmti_);
  JvmtiBuffer<jlong> found(jvmti_);
  if (jvmti_->GetObjectsWithTags(static_cast<jint>(fresh.size()), fresh.data(), &count,
                                 objects.out(), found.out()) != JVMTI_ERROR_NONE) {
    return;
  }
  // The references are there already; -Xcheck:jni wants to know that so many are meant.
  if (jni->EnsureLocalCapacity(count + 32) != JNI_OK) jni->ExceptionClear();
  for (jint i = 0; i < count; i++) {
    const LocalRef<jobject> object(jni, objects[i]);
    if (jweak handle = jni->NewWeakGlobalRef(object.get()))
      handles_.emplace(found[i], handle);
    else
      jni->ExceptionClear();
  }
}

// Null when the object is dead.
LocalRef<jobject> JniEdgeReader::objectOf(JNIEnv* jni, jlong tag) const {
  auto found = handles_.find(tag);
  return LocalRef<jobject>(jni,
                           found == handles_.end() ? nullptr : jni->NewLocalRef(found->second));
}

jfieldID JniEdgeReader::fieldOf(JNIEnv* jni, uint32_t classId, int32_t index) {
  const auto& fields = classes_.fields(jvmti_, jni, classId);
  return index >= 0 && static_cast<size_t>(index) < fields.size()
             ? fields[static_cast<size_t>(index)].id
             : nullptr;
}

bool JniEdgeReader::fieldHolds(JNIEnv* jni, jlong holder, uint32_t classId, int32_t index,
                               bool isStatic, jlong object) {
  // The local reference keeps the class of the field id alive.
  const LocalRef<jobject> from = objectOf(jni, holder), to = objectOf(jni, object);
  if (!from || !to) return false;
  const jfieldID field = fieldOf(jni, classId, index);
  if (field == nullptr) return true;  // of an interface: such a field is final
  const LocalRef<jobject> value(
      jni, isStatic ? jni->GetStaticObjectField(static_cast<jclass>(from.get()), field)
                    : jni->GetObjectField(from.get(), field));
  return jni->IsSameObject(value.get(), to.get()) == JNI_TRUE;
}

int32_t JniEdgeReader::elementHolding(JNIEnv* jni, jlong array, int32_t likely, jlong object) {
  const LocalRef<jobject> from = objectOf(jni, array), to = objectOf(jni, object);
  if (!from || !to) return -1;
  auto elements = static_cast<jobjectArray>(from.get());
  const jsize length = jni->GetArrayLength(elements);
  const auto holds = [&](jsize i) {
    const LocalRef<jobject> value(jni, jni->GetObjectArrayElement(elements, i));
    return jni->IsSameObject(value.get(), to.get()) == JNI_TRUE;
  };
  if (likely >= 0 && likely < length && holds(likely)) return likely;
  // Removals shift elements by a little, so the neighbours come first.
  for (jsize distance = 1; distance < length; distance++) {
    if (likely - distance >= 0 && likely - distance < length && holds(likely - distance)) {
      return likely - distance;
    }
    if (likely + distance < length && holds(likely + distance)) return likely + distance;
  }
  return -1;
}

bool JniEdgeReader::runHolds(JNIEnv* jni, jlong holder, uint32_t classId, int32_t index,
                             uint32_t steps, jlong object) {
  LocalRef<jobject> at = objectOf(jni, holder);
  const LocalRef<jobject> to = objectOf(jni, object);
  const jfieldID field = fieldOf(jni, classId, index);
  if (!at || !to || field == nullptr) return false;
  for (uint32_t i = 0; i < steps && at; i++) {
    at = LocalRef<jobject>(jni, jni->GetObjectField(at.get(), field));
  }
  return jni->IsSameObject(at.get(), to.get()) == JNI_TRUE;
}

bool JniEdgeReader::wordOf(JNIEnv* jni, jlong object, uint32_t classId, uint32_t& word) {
  const LocalRef<jobject> self = objectOf(jni, object);
  if (!self) return false;
  const jfieldID field = fieldOf(jni, classId, classes_[classId].islIndex);
  word = field == nullptr ? 0 : static_cast<uint32_t>(jni->GetIntField(self.get(), field));
  return true;
}

}  // namespace isl

#include "paths/EdgeReader.h"

#include <unordered_set>

namespace isl {
namespace {

// A reference that goes with its scope. A dead object is null.
class Local {
 public:
  Local(JNIEnv* jni, jobject object) : jni_(jni), object_(object) {}
  ~Local() {
    if (object_ != nullptr) jni_->DeleteLocalRef(object_);
  }
  Local(const Local&) = delete;
  Local& operator=(const Local&) = delete;
  jobject get() const { return object_; }
  void reset(jobject object) {
    if (object_ != nullptr) jni_->DeleteLocalRef(object_);
    object_ = object;
  }

 private:
  JNIEnv* jni_;
  jobject object_;
};

}  // namespace

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
  jobject* objects = nullptr;
  jlong* found = nullptr;
  if (jvmti_->GetObjectsWithTags(static_cast<jint>(fresh.size()), fresh.data(), &count, &objects,
                                 &found) != JVMTI_ERROR_NONE) {
    return;
  }
  // The references are there already; -Xcheck:jni wants to know that so many are meant.
  if (jni->EnsureLocalCapacity(count + 32) != JNI_OK) jni->ExceptionClear();
  for (jint i = 0; i < count; i++) {
    if (jweak handle = jni->NewWeakGlobalRef(objects[i]))
      handles_.emplace(found[i], handle);
    else
      jni->ExceptionClear();
    jni->DeleteLocalRef(objects[i]);
  }
  jvmti_->Deallocate(reinterpret_cast<unsigned char*>(objects));
  jvmti_->Deallocate(reinterpret_cast<unsigned char*>(found));
}

jweak JniEdgeReader::handleOf(jlong tag) const {
  auto found = handles_.find(tag);
  return found == handles_.end() ? nullptr : found->second;
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
  Local from(jni, jni->NewLocalRef(handleOf(holder))), to(jni, jni->NewLocalRef(handleOf(object)));
  if (from.get() == nullptr || to.get() == nullptr) return false;
  const jfieldID field = fieldOf(jni, classId, index);
  if (field == nullptr) return true;  // of an interface: such a field is final
  Local value(jni, isStatic ? jni->GetStaticObjectField(static_cast<jclass>(from.get()), field)
                            : jni->GetObjectField(from.get(), field));
  return jni->IsSameObject(value.get(), to.get()) == JNI_TRUE;
}

int32_t JniEdgeReader::elementHolding(JNIEnv* jni, jlong array, int32_t likely, jlong object) {
  Local from(jni, jni->NewLocalRef(handleOf(array))), to(jni, jni->NewLocalRef(handleOf(object)));
  if (from.get() == nullptr || to.get() == nullptr) return -1;
  auto elements = static_cast<jobjectArray>(from.get());
  const jsize length = jni->GetArrayLength(elements);
  const auto holds = [&](jsize i) {
    Local value(jni, jni->GetObjectArrayElement(elements, i));
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
  Local at(jni, jni->NewLocalRef(handleOf(holder))), to(jni, jni->NewLocalRef(handleOf(object)));
  const jfieldID field = fieldOf(jni, classId, index);
  if (at.get() == nullptr || to.get() == nullptr || field == nullptr) return false;
  for (uint32_t i = 0; i < steps && at.get() != nullptr; i++) {
    at.reset(jni->GetObjectField(at.get(), field));
  }
  return jni->IsSameObject(at.get(), to.get()) == JNI_TRUE;
}

bool JniEdgeReader::wordOf(JNIEnv* jni, jlong object, uint32_t classId, uint32_t& word) {
  Local self(jni, jni->NewLocalRef(handleOf(object)));
  if (self.get() == nullptr) return false;
  const jfieldID field = fieldOf(jni, classId, classes_[classId].islIndex);
  word = field == nullptr ? 0 : static_cast<uint32_t>(jni->GetIntField(self.get(), field));
  return true;
}

}  // namespace isl

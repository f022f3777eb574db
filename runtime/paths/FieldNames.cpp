#include "paths/FieldNames.h"

#include "base/JvmtiBuffer.h"
#include "base/LocalRef.h"
#include "base/Log.h"

namespace isl {
namespace {

constexpr jint kStatic = 0x0008;  // ACC_STATIC

uint64_t keyOf(uint32_t offset, bool isStatic) {
  return uint64_t{offset} << 1 | (isStatic ? 1 : 0);
}

}  // namespace

void FieldNames::open(JNIEnv* jni) {
  ids_.open(jni);
  logLine(LogLevel::Info, "offsets of fields are told by %s",
          ids_.areOffsets() ? "their ids" : "Unsafe, which needs room in the heap");
}

std::string FieldNames::at(JNIEnv* jni, uint32_t classId, uint32_t offset, bool isStatic) {
  const Names& names = namesOf(jni, classId);
  const auto found = names.find(keyOf(offset, isStatic));
  return found == names.end() ? "?" : found->second.name;
}

std::string FieldNames::declaredIn(JNIEnv* jni, uint32_t classId, uint32_t offset) {
  const Names& names = namesOf(jni, classId);
  const auto found = names.find(keyOf(offset, false));
  return found == names.end() ? "" : found->second.in;
}

const FieldNames::Names& FieldNames::namesOf(JNIEnv* jni, uint32_t classId) {
  const auto [found, fresh] = known_.try_emplace(classId);
  if (!fresh) return found->second;
  LocalRef<jclass> cls = classes_.mirrorOf(jvmti_, jni, classId);
  std::string in;
  while (cls) {
    add(jni, cls.get(), in, found->second);
    cls = LocalRef<jclass>(jni, jni->GetSuperclass(cls.get()));
    JvmtiText signature(jvmti_);
    in = cls && jvmti_->GetClassSignature(cls.get(), signature.out(), nullptr) == JVMTI_ERROR_NONE
             ? displayName(signature.get())
             : "";
  }
  return found->second;
}

void FieldNames::add(JNIEnv* jni, jclass cls, const std::string& in, Names& names) {
  jint count = 0;
  JvmtiBuffer<jfieldID> ids(jvmti_);
  if (jvmti_->GetClassFields(cls, &count, ids.out()) != JVMTI_ERROR_NONE) return;
  for (jint i = 0; i < count; i++) {
    const jfieldID id = ids[static_cast<size_t>(i)];
    jint modifiers = 0;
    JvmtiText name(jvmti_);
    if (jvmti_->GetFieldModifiers(cls, id, &modifiers) != JVMTI_ERROR_NONE ||
        jvmti_->GetFieldName(cls, id, name.out(), nullptr, nullptr) != JVMTI_ERROR_NONE) {
      continue;
    }
    const bool isStatic = (modifiers & kStatic) != 0;
    const int64_t offset = ids_.offsetOf(jni, cls, id, isStatic);
    // A field of a subclass comes first, and no two of one object share an offset.
    if (offset >= 0)
      names.emplace(keyOf(static_cast<uint32_t>(offset), isStatic), Declared{name.get(), in});
  }
}

}  // namespace isl

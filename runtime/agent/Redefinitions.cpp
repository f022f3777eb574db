#include "agent/Redefinitions.h"

#include <algorithm>

#include "base/LocalRef.h"

namespace isl {
namespace {

constexpr char kDefinition[] = "java/lang/instrument/ClassDefinition";

bool clear(JNIEnv* jni) {
  if (jni->ExceptionCheck() == JNI_FALSE) return false;
  jni->ExceptionClear();
  return true;
}

std::vector<jbyte> copyOf(JNIEnv* jni, jbyteArray array) {
  std::vector<jbyte> bytes(static_cast<size_t>(jni->GetArrayLength(array)));
  jni->GetByteArrayRegion(array, 0, static_cast<jsize>(bytes.size()), bytes.data());
  return bytes;
}

jobjectArray arrayOf(JNIEnv* jni, jclass type, const std::vector<LocalRef<jobject>>& elements) {
  const auto count = static_cast<jsize>(elements.size());
  jobjectArray array = jni->NewObjectArray(count, type, nullptr);
  for (jsize i = 0; array != nullptr && i < count; i++) {
    jni->SetObjectArrayElement(array, i, elements[static_cast<size_t>(i)].get());
  }
  return array;
}

}  // namespace

void Redefinitions::note(JNIEnv* jni, jlong agent, jobjectArray definitions) {
  const LocalRef<jclass> type(jni, jni->FindClass(kDefinition));
  if (!type) return static_cast<void>(clear(jni));
  const jmethodID getClass =
      jni->GetMethodID(type.get(), "getDefinitionClass", "()Ljava/lang/Class;");
  const jmethodID getFile = jni->GetMethodID(type.get(), "getDefinitionClassFile", "()[B");
  if (getClass == nullptr || getFile == nullptr) return static_cast<void>(clear(jni));
  std::lock_guard<std::mutex> lock(mutex_);
  agent_ = agent;
  held_.remove_if([&](const Held& held) {
    if (jni->IsSameObject(held.cls, nullptr) == JNI_FALSE) return false;
    jni->DeleteWeakGlobalRef(held.cls);  // its class was unloaded
    return true;
  });
  for (jsize i = 0; i < jni->GetArrayLength(definitions); i++) {
    const LocalRef<jobject> definition(jni, jni->GetObjectArrayElement(definitions, i));
    const LocalRef<jobject> cls(jni, jni->CallObjectMethod(definition.get(), getClass));
    const LocalRef<jobject> file(jni, jni->CallObjectMethod(definition.get(), getFile));
    if (clear(jni) || !cls || !file) continue;
    std::vector<jbyte> bytes = copyOf(jni, static_cast<jbyteArray>(file.get()));
    const auto known = find(jni, cls.get());
    if (known != held_.end()) {
      known->bytes = std::move(bytes);
      continue;
    }
    const jweak weak = jni->NewWeakGlobalRef(cls.get());
    if (!clear(jni) && weak != nullptr) held_.push_back({weak, std::move(bytes)});
  }
}

std::list<Redefinitions::Held>::iterator Redefinitions::find(JNIEnv* jni, jobject cls) {
  return std::find_if(held_.begin(), held_.end(), [&](const Held& held) {
    return cls != nullptr && jni->IsSameObject(held.cls, cls) == JNI_TRUE;
  });
}

jobject Redefinitions::define(JNIEnv* jni, jclass type, jobject cls,
                              const std::vector<jbyte>& bytes) {
  const jmethodID make = jni->GetMethodID(type, "<init>", "(Ljava/lang/Class;[B)V");
  if (make == nullptr) return nullptr;
  const auto length = static_cast<jsize>(bytes.size());
  const LocalRef<jbyteArray> file(jni, jni->NewByteArray(length));
  if (!file) return nullptr;
  jni->SetByteArrayRegion(file.get(), 0, length, bytes.data());
  return jni->NewObject(type, make, cls, file.get());
}

Redefinitions::Parts Redefinitions::divide(JNIEnv* jni, jobjectArray classes) {
  Parts parts;
  std::lock_guard<std::mutex> lock(mutex_);
  if (held_.empty() || classes == nullptr) return parts;
  parts.agent = agent_;
  const LocalRef<jclass> type(jni, jni->FindClass(kDefinition));
  const LocalRef<jclass> classType(jni, jni->FindClass("java/lang/Class"));
  std::vector<LocalRef<jobject>> definitions, others;
  for (jsize i = 0; type && classType && i < jni->GetArrayLength(classes); i++) {
    LocalRef<jobject> cls(jni, jni->GetObjectArrayElement(classes, i));
    const auto known = find(jni, cls.get());
    if (known == held_.end()) {
      others.push_back(std::move(cls));
      continue;
    }
    definitions.emplace_back(jni, define(jni, type.get(), cls.get(), known->bytes));
    if (!definitions.back()) break;
  }
  if (clear(jni) || definitions.empty()) return parts;
  parts.definitions = arrayOf(jni, type.get(), definitions);
  if (!others.empty()) parts.others = arrayOf(jni, classType.get(), others);
  if (clear(jni)) parts.definitions = nullptr;
  return parts;
}

}  // namespace isl

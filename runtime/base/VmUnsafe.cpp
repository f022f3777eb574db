#include "base/VmUnsafe.h"

namespace isl {

VmUnsafe::VmUnsafe(JNIEnv* jni)
    : jni_(jni), class_(jni, jni->FindClass("jdk/internal/misc/Unsafe")), unsafe_(jni) {
  const jmethodID get =
      class_ ? jni->GetStaticMethodID(class_.get(), "getUnsafe", "()Ljdk/internal/misc/Unsafe;")
             : nullptr;
  if (get != nullptr) *unsafe_.out() = jni->CallStaticObjectMethod(class_.get(), get);
  jni->ExceptionClear();
}

jmethodID VmUnsafe::method(const char* name, const char* descriptor) const {
  const jmethodID found = unsafe_ ? jni_->GetMethodID(class_.get(), name, descriptor) : nullptr;
  if (found == nullptr) jni_->ExceptionClear();
  return found;
}

int64_t VmUnsafe::known(jlong offset) const {
  const bool thrown = jni_->ExceptionCheck() != JNI_FALSE;
  jni_->ExceptionClear();
  return thrown ? -1 : offset;
}

int64_t VmUnsafe::offsetOf(jclass cls, const char* field) const {
  const jmethodID find = method("objectFieldOffset", "(Ljava/lang/Class;Ljava/lang/String;)J");
  const LocalRef<jstring> name(jni_, find == nullptr ? nullptr : jni_->NewStringUTF(field));
  return known(name ? jni_->CallLongMethod(unsafe_.get(), find, cls, name.get()) : -1);
}

int64_t VmUnsafe::offsetOf(jclass cls, jfieldID id, bool isStatic) const {
  const jmethodID find =
      method(isStatic ? "staticFieldOffset" : "objectFieldOffset", "(Ljava/lang/reflect/Field;)J");
  const LocalRef<jobject> field(
      jni_,
      find == nullptr ? nullptr : jni_->ToReflectedField(cls, id, isStatic ? JNI_TRUE : JNI_FALSE));
  return known(field ? jni_->CallLongMethod(unsafe_.get(), find, field.get()) : -1);
}

VmUnsafe::Elements VmUnsafe::elementsOf(jclass array) const {
  Elements elements;
  const jmethodID wide = method("arrayBaseOffset", "(Ljava/lang/Class;)J");  // from JDK 25 on
  const jmethodID base = wide != nullptr ? wide : method("arrayBaseOffset", "(Ljava/lang/Class;)I");
  const jmethodID scale = method("arrayIndexScale", "(Ljava/lang/Class;)I");
  if (base == nullptr || scale == nullptr) return elements;
  elements.base = static_cast<int32_t>(
      known(wide != nullptr ? jni_->CallLongMethod(unsafe_.get(), base, array)
                            : jni_->CallIntMethod(unsafe_.get(), base, array)));
  elements.scale = static_cast<int32_t>(known(jni_->CallIntMethod(unsafe_.get(), scale, array)));
  return elements;
}

}  // namespace isl

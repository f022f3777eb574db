#include "rawheap/FieldIds.h"

#include "base/LocalRef.h"
#include "rawheap/Memory.h"

namespace isl::rawheap {
namespace {

constexpr uint64_t kInstance = 2, kHashed = 1;
constexpr uint32_t kTagBits = 2;
constexpr uint64_t kHashedOffset = (1 << 7) - 1;
constexpr uint64_t kOffsetOfStatic = 16;  // in the record, behind two addresses

}  // namespace

int64_t FieldIds::decode(jfieldID id, bool isStatic) {
  const auto word = reinterpret_cast<uint64_t>(id);
  if (isStatic != ((word & kInstance) == 0) || word == 0) return -1;
  if (isStatic) return load<int32_t>(word + kOffsetOfStatic);
  const uint64_t above = word >> kTagBits;
  return static_cast<int64_t>((word & kHashed) != 0 ? above & kHashedOffset : above);
}

int64_t FieldIds::offsetOf(JNIEnv* jni, jclass cls, jfieldID id, bool isStatic) const {
  return areOffsets_ ? decode(id, isStatic) : ask(jni, cls, id, isStatic);
}

int64_t FieldIds::ask(JNIEnv* jni, jclass cls, jfieldID id, bool isStatic) const {
  if (unsafe_ == nullptr) return -1;
  const LocalRef<jobject> field(jni,
                                jni->ToReflectedField(cls, id, isStatic ? JNI_TRUE : JNI_FALSE));
  const jmethodID offsetOf = isStatic ? staticFieldOffset_ : objectFieldOffset_;
  const jlong offset = field ? jni->CallLongMethod(unsafe_, offsetOf, field.get()) : -1;
  const bool known = !jni->ExceptionCheck();
  jni->ExceptionClear();
  return known ? offset : -1;
}

// A form that another VM has may as well be no address at all: static ids are looked at only once instances agree.
bool FieldIds::agrees(JNIEnv* jni, const char* className, const char* field, const char* descriptor,
                      bool isStatic) const {
  const LocalRef<jclass> cls(jni, jni->FindClass(className));
  const jfieldID id = !cls       ? nullptr
                      : isStatic ? jni->GetStaticFieldID(cls.get(), field, descriptor)
                                 : jni->GetFieldID(cls.get(), field, descriptor);
  jni->ExceptionClear();
  if (id == nullptr) return false;
  const int64_t told = ask(jni, cls.get(), id, isStatic);
  return told > 0 && decode(id, isStatic) == told;
}

// The VM's own Unsafe tells offsets, also of records and hidden classes.
void FieldIds::open(JNIEnv* jni) {
  const LocalRef<jclass> cls(jni, jni->FindClass("jdk/internal/misc/Unsafe"));
  const jmethodID get =
      cls ? jni->GetStaticMethodID(cls.get(), "getUnsafe", "()Ljdk/internal/misc/Unsafe;")
          : nullptr;
  if (get != nullptr) {
    const LocalRef<jobject> unsafe(jni, jni->CallStaticObjectMethod(cls.get(), get));
    if (jni->ExceptionCheck()) jni->ExceptionClear();
    const char* const descriptor = "(Ljava/lang/reflect/Field;)J";
    objectFieldOffset_ = jni->GetMethodID(cls.get(), "objectFieldOffset", descriptor);
    staticFieldOffset_ = jni->GetMethodID(cls.get(), "staticFieldOffset", descriptor);
    if (objectFieldOffset_ != nullptr && staticFieldOffset_ != nullptr && unsafe)
      unsafe_ = jni->NewGlobalRef(unsafe.get());
  }
  jni->ExceptionClear();
  // Near its object's start; far from it, as the VM keeps what threads contend for; static.
  areOffsets_ =
      agrees(jni, "java/lang/String", "value", "[B", false) &&
      agrees(jni, "java/lang/Thread", "threadLocalRandomSeed", "J", false) &&
      agrees(jni, "java/lang/String", "CASE_INSENSITIVE_ORDER", "Ljava/util/Comparator;", true);
}

}  // namespace isl::rawheap

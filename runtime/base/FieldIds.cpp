#include "base/FieldIds.h"

#include <cstring>

#include "base/LocalRef.h"
#include "base/VmUnsafe.h"

namespace isl {
namespace {

constexpr uint64_t kInstance = 2, kHashed = 1;
constexpr uint32_t kTagBits = 2;
constexpr uint64_t kHashedOffset = (1 << 7) - 1;
constexpr uint64_t kOffsetOfStatic = 16;  // in the record, behind two addresses

}  // namespace

int64_t FieldIds::decode(jfieldID id, bool isStatic) {
  const auto word = reinterpret_cast<uint64_t>(id);
  if (isStatic != ((word & kInstance) == 0) || word == 0) return -1;
  if (isStatic) {
    int32_t offset = -1;
    memcpy(&offset, reinterpret_cast<const char*>(word) + kOffsetOfStatic, sizeof offset);
    return offset;
  }
  const uint64_t above = word >> kTagBits;
  return static_cast<int64_t>((word & kHashed) != 0 ? above & kHashedOffset : above);
}

int64_t FieldIds::offsetOf(JNIEnv* jni, jclass cls, jfieldID id, bool isStatic) const {
  return areOffsets_ ? decode(id, isStatic) : VmUnsafe(jni).offsetOf(cls, id, isStatic);
}

void FieldIds::open(JNIEnv* jni) {
  const VmUnsafe unsafe(jni);
  // A form that another VM has may as well be no address at all: static ids are looked at only once instances agree.
  const auto agrees = [&](const char* className, const char* field, const char* descriptor,
                          bool isStatic) {
    const LocalRef<jclass> cls(jni, jni->FindClass(className));
    const jfieldID id = !cls       ? nullptr
                        : isStatic ? jni->GetStaticFieldID(cls.get(), field, descriptor)
                                   : jni->GetFieldID(cls.get(), field, descriptor);
    jni->ExceptionClear();
    const int64_t told = id == nullptr ? -1 : unsafe.offsetOf(cls.get(), id, isStatic);
    return told > 0 && decode(id, isStatic) == told;
  };
  // Near its object's start; far from it, as the VM keeps what threads contend for; static.
  areOffsets_ =
      agrees("java/lang/String", "value", "[B", false) &&
      agrees("java/lang/Thread", "threadLocalRandomSeed", "J", false) &&
      agrees("java/lang/String", "CASE_INSENSITIVE_ORDER", "Ljava/util/Comparator;", true);
}

}  // namespace isl

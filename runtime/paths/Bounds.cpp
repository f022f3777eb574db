#include "paths/Bounds.h"

#include <string>

#include "base/Glob.h"
#include "base/JvmtiBuffer.h"
#include "base/LocalRef.h"
#include "rawheap/Memory.h"

namespace isl {
namespace {

enum class Unit : uint8_t { Entries, Weight };

struct Row {
  std::string_view classes, field;
  Unit unit;
};

constexpr Row kRows[] = {
#define ISL_BOUND(classes, field, unit) {classes, field, Unit::unit},
#include "paths/Bounds.def"
};

constexpr jint kStatic = 0x0008;  // ACC_STATIC
// Of a long; more is no bound, as the greatest int is none.
constexpr int64_t kGreatest = int64_t{1} << 60;

constexpr char kLinkedMap[] = "java.util.LinkedHashMap";
constexpr std::string_view kEldest = "removeEldestEntry";

}  // namespace

void Bounds::learn(JNIEnv* jni) {
  for (; known_ < classes_.size(); known_++) {
    if (classes_[known_].kind != ClassKind::Instance) continue;
    const std::string name = displayName(classes_[known_].signature);
    for (const Row& row : kRows) {
      if (!globMatches(row.classes, name)) continue;
      if (row.field.empty()) bounds_[known_].by = "itself";
      const bool entries = row.unit == Unit::Entries;
      if (row.field.empty() || learnField(jni, known_, row.field, entries)) break;
    }
    if (classes_.isSubclassOf(known_, kLinkedMap) && removesEldest(jni, known_))
      bounds_[known_].by = kEldest;
  }
}

bool Bounds::learnField(JNIEnv* jni, uint32_t classId, std::string_view field, bool entries) {
  LocalRef<jclass> cls = classes_.mirrorOf(jvmti_, jni, classId);
  for (; cls; cls = LocalRef<jclass>(jni, jni->GetSuperclass(cls.get()))) {
    jint count = 0;
    JvmtiBuffer<jfieldID> fields(jvmti_);
    if (jvmti_->GetClassFields(cls.get(), &count, fields.out()) != JVMTI_ERROR_NONE) return false;
    for (jint i = 0; i < count; i++) {
      const jfieldID id = fields[static_cast<size_t>(i)];
      JvmtiText name(jvmti_), type(jvmti_);
      jint modifiers = 0;
      if (jvmti_->GetFieldName(cls.get(), id, name.out(), type.out(), nullptr) !=
              JVMTI_ERROR_NONE ||
          jvmti_->GetFieldModifiers(cls.get(), id, &modifiers) != JVMTI_ERROR_NONE)
        continue;
      const std::string_view kind = type.get();
      if (field != name.get() || (kind != "I" && kind != "J") || (modifiers & kStatic) != 0)
        continue;
      const int64_t offset = offsetOf_(jni, cls.get(), id);
      if (offset <= 0) return false;
      bounds_[classId] = {field, static_cast<uint32_t>(offset), kind == "J", entries};
      return true;
    }
  }
  return false;
}

// Its own, or that of a superclass below the JDK's map.
bool Bounds::removesEldest(JNIEnv* jni, uint32_t classId) const {
  LocalRef<jclass> cls = classes_.mirrorOf(jvmti_, jni, classId);
  for (; cls; cls = LocalRef<jclass>(jni, jni->GetSuperclass(cls.get()))) {
    JvmtiText signature(jvmti_);
    if (jvmti_->GetClassSignature(cls.get(), signature.out(), nullptr) != JVMTI_ERROR_NONE ||
        displayName(signature.get()) == kLinkedMap)
      return false;
    jint count = 0;
    JvmtiBuffer<jmethodID> methods(jvmti_);
    if (jvmti_->GetClassMethods(cls.get(), &count, methods.out()) != JVMTI_ERROR_NONE) return false;
    for (jint i = 0; i < count; i++) {
      JvmtiText name(jvmti_);
      const jmethodID id = methods[static_cast<size_t>(i)];
      if (jvmti_->GetMethodName(id, name.out(), nullptr, nullptr) == JVMTI_ERROR_NONE &&
          kEldest == name.get())
        return true;
    }
  }
  return false;
}

uint64_t Bounds::of(uint32_t classId, uint64_t address) const {
  const auto found = bounds_.find(classId);
  if (found == bounds_.end()) return 0;
  const Bound& bound = found->second;
  if (bound.offset == 0) return kUnknown;
  const int64_t value = bound.wide ? rawheap::load<int64_t>(address + bound.offset)
                                   : rawheap::load<int32_t>(address + bound.offset);
  if (value <= 0 || value == INT32_MAX || value > kGreatest) return 0;
  return bound.entries ? static_cast<uint64_t>(value) : kUnknown;
}

std::string_view Bounds::by(uint32_t classId) const {
  const auto found = bounds_.find(classId);
  return found == bounds_.end() ? std::string_view() : found->second.by;
}

}  // namespace isl

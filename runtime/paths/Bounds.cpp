#include "paths/Bounds.h"

#include <algorithm>
#include <string>

#include "base/Glob.h"
#include "base/JvmtiBuffer.h"
#include "base/LocalRef.h"
#include "rawheap/Memory.h"

namespace isl {
namespace {

struct Row {
  std::string_view classes, field;
  Bounds::Unit unit;
};

constexpr Row kRows[] = {
#define ISL_BOUND(classes, field, unit) {classes, field, Bounds::Unit::unit},
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
      if (row.field.empty())
        fields_[known_].push_back({"itself"});
      else
        learnField(jni, known_, {row.field, row.unit});
    }
    if (classes_.isSubclassOf(known_, kLinkedMap)) learnEldest(jni, known_);
  }
}

// Of the class or a superclass.
Bounds::Found Bounds::find(JNIEnv* jni, uint32_t classId, std::string_view name,
                           std::string_view types) const {
  LocalRef<jclass> cls = classes_.mirrorOf(jvmti_, jni, classId);
  for (; cls; cls = LocalRef<jclass>(jni, jni->GetSuperclass(cls.get()))) {
    jint count = 0;
    JvmtiBuffer<jfieldID> fields(jvmti_);
    if (jvmti_->GetClassFields(cls.get(), &count, fields.out()) != JVMTI_ERROR_NONE) return {};
    for (jint i = 0; i < count; i++) {
      const jfieldID id = fields[static_cast<size_t>(i)];
      JvmtiText known(jvmti_), type(jvmti_);
      jint modifiers = 0;
      if (jvmti_->GetFieldName(cls.get(), id, known.out(), type.out(), nullptr) !=
              JVMTI_ERROR_NONE ||
          jvmti_->GetFieldModifiers(cls.get(), id, &modifiers) != JVMTI_ERROR_NONE)
        continue;
      const char kind = *type.get();
      if (name == known.get() && types.find(kind) != std::string_view::npos &&
          (modifiers & kStatic) == 0)
        return {offsetOf_(jni, cls.get(), id), kind == 'J'};
    }
  }
  return {};
}

void Bounds::learnField(JNIEnv* jni, uint32_t classId, const Field& row) {
  const Found found = find(jni, classId, row.name, "IJ");
  if (found.offset <= 0) return;
  std::vector<Field>& known = fields_[classId];
  if (std::any_of(known.begin(), known.end(),
                  [&](const Field& other) { return other.name == row.name; }))
    return;
  known.push_back(row);
  known.back().way = {static_cast<uint32_t>(found.offset)};
  known.back().wide = found.wide;
}

// By its own method, or that of a superclass below the JDK's map. Where the code does not say how many entries stay, it is taken
// to bound them.
void Bounds::learnEldest(JNIEnv* jni, uint32_t classId) {
  LocalRef<jclass> cls = classes_.mirrorOf(jvmti_, jni, classId);
  for (; cls; cls = LocalRef<jclass>(jni, jni->GetSuperclass(cls.get()))) {
    JvmtiText signature(jvmti_);
    if (jvmti_->GetClassSignature(cls.get(), signature.out(), nullptr) != JVMTI_ERROR_NONE ||
        displayName(signature.get()) == kLinkedMap)
      return;
    jint count = 0;
    JvmtiBuffer<jmethodID> methods(jvmti_);
    if (jvmti_->GetClassMethods(cls.get(), &count, methods.out()) != JVMTI_ERROR_NONE) return;
    for (jint i = 0; i < count; i++) {
      JvmtiText name(jvmti_);
      const jmethodID id = methods[static_cast<size_t>(i)];
      if (jvmti_->GetMethodName(id, name.out(), nullptr, nullptr) != JVMTI_ERROR_NONE ||
          kEldest != name.get())
        continue;
      const EldestRule rule = ruleOf(cls.get(), id);
      if (rule.kind == EldestRule::Kind::Never) return;
      Field field{kEldest};
      if (rule.kind == EldestRule::Kind::Number)
        field.most = static_cast<uint64_t>(std::max(0, rule.number));
      if (rule.kind == EldestRule::Kind::Field) field.way = wayOf(jni, rule);
      field.unit = field.way.empty() ? Unit::Weight : Unit::Entries;
      fields_[classId].push_back(std::move(field));
      return;
    }
  }
}

EldestRule Bounds::ruleOf(jclass cls, jmethodID method) const {
  jint constants = 0, poolBytes = 0, codeBytes = 0;
  JvmtiBuffer<unsigned char> pool(jvmti_), code(jvmti_);
  if (jvmti_->GetConstantPool(cls, &constants, &poolBytes, pool.out()) != JVMTI_ERROR_NONE ||
      jvmti_->GetBytecodes(method, &codeBytes, code.out()) != JVMTI_ERROR_NONE || poolBytes <= 0 ||
      codeBytes <= 0)  // of an abstract one
    return {};
  const auto copy = [](const JvmtiBuffer<unsigned char>& from, jint bytes) {
    return std::vector<uint8_t>(&from[0], &from[0] + bytes);
  };
  return EldestRule::of(static_cast<uint16_t>(constants), copy(pool, poolBytes),
                        copy(code, codeBytes));
}

// Empty: one of its fields is not known.
std::vector<uint32_t> Bounds::wayOf(JNIEnv* jni, const EldestRule& rule) const {
  std::vector<uint32_t> out;
  for (const EldestRule::Step& step : rule.way) {
    const uint32_t owner = classes_.typeNamed(displayName("L" + step.owner + ";"));
    const Found found = owner == 0 ? Found{} : find(jni, owner, step.name, step.type.substr(0, 1));
    if (found.offset <= 0) return {};
    out.push_back(static_cast<uint32_t>(found.offset));
  }
  return out;
}

Bounds::Bound Bounds::boundOf(const Field& field, uint64_t address, const LoadOop& loadOop) {
  Bound bound{field.name};
  if (field.way.empty()) {
    bound.entries = field.most;
    return bound;
  }
  for (size_t i = 0; i + 1 < field.way.size(); i++) {
    address = loadOop(address + field.way[i]);
    if (address == 0) return {};
  }
  const uint64_t at = address + field.way.back();
  const int64_t value = field.wide ? rawheap::load<int64_t>(at) : rawheap::load<int32_t>(at);
  if (value <= 0 || value == INT32_MAX || value > kGreatest) return {};
  const auto said = static_cast<uint64_t>(value);
  switch (field.unit) {
    case Unit::Entries: bound.entries = said; break;
    case Unit::Weight: break;
    case Unit::Nanos: bound.keptMs = said / 1'000'000; break;
  }
  return bound;
}

Bounds::Bound Bounds::of(uint32_t classId, uint64_t address, const LoadOop& loadOop) const {
  const auto found = fields_.find(classId);
  if (found == fields_.end()) return {};
  for (const Field& field : found->second) {
    const Bound bound = boundOf(field, address, loadOop);
    if (!bound.by.empty()) return bound;
  }
  return {};
}

}  // namespace isl

#include "store/FieldLayouts.h"

namespace isl {
namespace {

constexpr int kMaxDepth = 1000;  // a cycle of names that two loaders make

bool isReference(const std::string& descriptor) {
  return descriptor[0] == 'L' || descriptor[0] == '[';
}

}  // namespace

void FieldLayouts::add(std::string_view name, std::string_view super, std::vector<Field> fields) {
  Class cls;
  cls.super = super;
  for (const Field& field : fields) cls.primitives += !isReference(field.descriptor);
  cls.fields = std::move(fields);
  std::lock_guard<std::mutex> lock(mutex_);
  classes_.emplace(std::string(name), std::move(cls));
}

const FieldLayouts::Class* FieldLayouts::find(const std::string& name) const {
  auto found = classes_.find(name);
  return found == classes_.end() ? nullptr : &found->second;
}

// Primitive fields of the class and its superclasses; -1 when one of them is not known.
int32_t FieldLayouts::primitivesUpTo(const std::string& name) const {
  int32_t count = 0;
  std::string at = name;
  for (int depth = 0; !at.empty() && depth < kMaxDepth; depth++) {
    const Class* cls = find(at);
    if (cls == nullptr) return -1;
    count += cls->primitives;
    at = cls->super;
  }
  return count;
}

int32_t FieldLayouts::indexOf(std::string_view dynamic, std::string_view owner,
                              std::string_view name, std::string_view descriptor) const {
  std::lock_guard<std::mutex> lock(mutex_);
  std::string declaring(owner);
  for (int depth = 0; depth < kMaxDepth; depth++) {
    const Class* cls = find(declaring);
    if (cls == nullptr) return -1;
    int32_t primitive = 0, reference = 0;
    for (const Field& field : cls->fields) {
      const bool isRef = isReference(field.descriptor);
      if (field.name != name || field.descriptor != descriptor) {
        (isRef ? reference : primitive)++;
        continue;
      }
      const int32_t before = cls->super.empty() ? 0 : primitivesUpTo(cls->super);
      if (before < 0) return -1;
      if (!isRef) return before + primitive;
      const int32_t all = primitivesUpTo(dynamic.empty() ? declaring : std::string(dynamic));
      if (all < 0) return -1;
      int32_t inherited = 0;  // references of the superclasses
      std::string at = cls->super;
      for (int up = 0; !at.empty() && up < kMaxDepth; up++) {
        const Class* super = find(at);
        if (super == nullptr) return -1;
        inherited += static_cast<int32_t>(super->fields.size()) - super->primitives;
        at = super->super;
      }
      return all + inherited + reference;
    }
    if (cls->super.empty()) return -1;
    declaring = cls->super;
  }
  return -1;
}

}  // namespace isl

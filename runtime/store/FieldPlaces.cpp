#include "store/FieldPlaces.h"

#include "base/JvmtiBuffer.h"
#include "base/LocalRef.h"
#include "base/VmUnsafe.h"

namespace isl {

void FieldPlaces::open(JNIEnv* jni) {
  isOpen_ = true;
  ids_.open(jni);
  const VmUnsafe unsafe(jni);
  for (const char* name : {"[Ljava/lang/Object;", "[Z", "[B", "[C", "[S", "[I", "[J", "[F", "[D"}) {
    const LocalRef<jclass> array(jni, jni->FindClass(name));
    jni->ExceptionClear();
    if (!array) continue;
    const VmUnsafe::Elements elements = unsafe.elementsOf(array.get());
    if (elements.base >= 0) elements_.push_back({name[1], elements.base, elements.scale});
  }
}

FieldPlace FieldPlaces::describeField(jvmtiEnv* jvmti, JNIEnv* jni, jclass cls, jfieldID id) const {
  FieldPlace place;
  JvmtiText name(jvmti), descriptor(jvmti);
  jint modifiers = 0;
  jvmti->GetFieldModifiers(cls, id, &modifiers);
  constexpr jint kStatic = 0x0008;
  place.isStatic = (modifiers & kStatic) != 0;
  if (jvmti->GetFieldName(cls, id, name.out(), descriptor.out(), nullptr) == JVMTI_ERROR_NONE) {
    place.name = name.get();
    place.descriptor = descriptor.get();
    place.isReference = descriptor[0] == 'L' || descriptor[0] == '[';
  }
  if (!place.isStatic) place.offset = static_cast<int32_t>(ids_.offsetOf(jni, cls, id, false));
  return place;
}

void FieldPlaces::describe(jvmtiEnv* jvmti, JNIEnv* jni, jclass cls, uint32_t id, uint32_t super) {
  if (!isOpen_) open(jni);
  jint count = 0;
  JvmtiBuffer<jfieldID> ids(jvmti);
  if (jvmti->GetClassFields(cls, &count, ids.out()) != JVMTI_ERROR_NONE) return;
  std::vector<FieldPlace> places = of(super);
  for (jint i = 0; i < count; i++) places.push_back(describeField(jvmti, jni, cls, ids[i]));
  if (places_.size() <= id) places_.resize(id + 1);
  places_[id] = std::move(places);
}

const std::vector<FieldPlace>& FieldPlaces::of(uint32_t id) const {
  static const std::vector<FieldPlace> kNone;
  return id < places_.size() ? places_[id] : kNone;
}

void FieldPlaces::place(uint32_t id, int32_t first, IslField& field) const {
  field.offset = -1;
  if (field.isRoot != 0) return;
  if (field.isArrayElement != 0) {
    field.offset = elementOffset('L', field.index);
    return;
  }
  const std::vector<FieldPlace>& places = of(id);
  const int32_t at = field.index - first;
  field.index = -1;
  if (at < 0 || static_cast<size_t>(at) >= places.size()) return;
  field.offset = places[static_cast<size_t>(at)].offset;
  field.index = numberOf(places, static_cast<size_t>(at));
}

void FieldPlaces::placeAtOffset(uint32_t id, IslField& field) const {
  if (field.isRoot != 0) field.offset = -1;
  if (field.isArrayElement != 0) field.offset = elementOffset('L', field.index);
  if (field.isRoot != 0 || field.isArrayElement != 0) return;
  const std::vector<FieldPlace>& places = of(id);
  field.index = -1;
  for (size_t at = 0; at < places.size(); at++) {
    if (places[at].isStatic || places[at].offset != field.offset) continue;
    field.index = numberOf(places, at);
    return;
  }
}

// $isl, the only field of Object, has no number; primitive fields come first.
int32_t FieldPlaces::numberOf(const std::vector<FieldPlace>& places, size_t at) {
  const bool reference = places[at].isReference;
  int32_t number = 0;
  for (size_t i = 1; i < places.size(); i++) {
    if (places[i].isStatic) continue;
    const bool before = i < at;
    number += places[i].isReference ? reference && before : reference || before;
  }
  return number;
}

int32_t FieldPlaces::offsetOf(uint32_t id, std::string_view name,
                              std::string_view descriptor) const {
  const std::vector<FieldPlace>& places = of(id);
  for (auto place = places.rbegin(); place != places.rend(); ++place) {
    if (!place->isStatic && place->name == name && place->descriptor == descriptor) {
      return place->offset;
    }
  }
  return -1;
}

int32_t FieldPlaces::elementOffset(char kind, int32_t index) const {
  for (const Elements& e : elements_) {
    if (e.kind == kind) return e.base + index * e.scale;
  }
  return -1;
}

}  // namespace isl

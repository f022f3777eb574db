#include "events/KeyFacts.h"

namespace isl {

// The table of keys has a lock of its own, for threads that load classes; here it is asked once a key.
EventKey* KeyFacts::ask(int32_t id) {
  EventKey* const key = parts_.keys->find(id);
  if (key == nullptr) return nullptr;
  const uint32_t index = indexOf(id);
  if (index >= known_.size()) known_.resize(index + index / 2 + 64);
  return known_[index] = key;
}

int32_t KeyFacts::fieldNumber(EventKey& key, int32_t id, uint32_t word) {
  if (!key.reference) return parts_.keys->fieldIndex(key, {});
  const uint32_t record = (word & kRecordBit) != 0 ? recordIdOf(word) : 0;
  const uint32_t site = record != 0 ? (*parts_.nodes)[record].homeSite : siteOf(word);
  auto [found, fresh] = numbers_.emplace(static_cast<uint64_t>(id) << 32 | site, -1);
  if (fresh) {
    const Site location = parts_.sites->get(site);
    const bool exact =
        location.ofClass || location.kind == SiteKind::New || location.kind == SiteKind::LibraryNew;
    found->second = parts_.keys->fieldIndex(key, exact ? location.target : key.owner);
  }
  return found->second;
}

// The class of the field is loaded, as there was an access, but perhaps not described yet.
int32_t KeyFacts::fieldOffset(EventKey& key) {
  if (key.placed) return key.field.offset;
  key.placed = true;
  key.field.offset = parts_.classes->offsetOf(key.owner, key.name, key.descriptor);
  JNIEnv* jni = nullptr;
  if (key.field.offset < 0 && vm_ != nullptr &&
      vm_->GetEnv(reinterpret_cast<void**>(&jni), JNI_VERSION_1_8) == JNI_OK) {
    parts_.classes->update(parts_.jvmti, jni);
    key.field.offset = parts_.classes->offsetOf(key.owner, key.name, key.descriptor);
  }
  return key.field.offset;
}

}  // namespace isl

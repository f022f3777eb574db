#include "events/SlotPlaces.h"

#include "base/LocalRef.h"

namespace isl {
namespace {

constexpr unsigned kChunkBits = 12;  // IslLatest.CHUNK_BITS
constexpr jsize kChunk = 1 << kChunkBits;

}  // namespace

bool SlotPlaces::publish(JNIEnv* jni, int32_t id) {
  const auto index = static_cast<size_t>(id);
  EventKey* const key = keys_.find(id);
  if (key == nullptr || chunks_ == nullptr) return false;
  if (index >= places_.size()) places_.resize(index + index / 2 + 1);
  if (places_[index] == 0) places_[index] = choose(*key, id);
  return write(jni, index);
}

jshort SlotPlaces::choose(EventKey& key, int32_t id) {
  const int32_t number = keys_.fieldNumber(key, id, 0);
  if (number < 0) key.field.index = number;
  key.resolved = true;
  constexpr auto kMost = static_cast<int32_t>(SlotLayout::kPlaces - SlotLayout::kFirstPlace);
  const bool fits = key.latest && number >= 0 && number < kMost;
  const uint32_t place =
      fits ? SlotLayout::kFirstPlace + static_cast<uint32_t>(number) : SlotLayout::kLogged;
  return static_cast<jshort>(place);
}

bool SlotPlaces::write(JNIEnv* jni, size_t index) const {
  const auto chunk = static_cast<jsize>(index >> kChunkBits);
  LocalRef<jshortArray> array(jni,
                              static_cast<jshortArray>(jni->GetObjectArrayElement(chunks_, chunk)));
  const bool fresh = !array;
  if (fresh) array = LocalRef<jshortArray>(jni, jni->NewShortArray(kChunk));
  if (!array) {
    jni->ExceptionClear();
    return false;
  }
  const auto at = static_cast<jsize>(index) & (kChunk - 1);
  jni->SetShortArrayRegion(array.get(), at, 1, &places_[index]);
  if (fresh) jni->SetObjectArrayElement(chunks_, chunk, array.get());
  return true;
}

}  // namespace isl

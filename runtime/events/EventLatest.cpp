// The part of EventEngine for accesses of which only the latest or only their number matter: who gets a slot,
// and what is run for what a slot holds.
#include <algorithm>

#include "events/EventEngine.h"

namespace isl {
namespace {

constexpr unsigned kPlaceChunkBits = 12;  // IslLatest.CHUNK_BITS

}  // namespace

std::string EventEngine::startSlots(JNIEnv* jni) {
  if (logs_.counts().wanted) {
    jclass counts = jni->FindClass("java/lang/IslCounts");
    jfieldID offset =
        counts != nullptr ? jni->GetStaticFieldID(counts, "slotsOffset", "J") : nullptr;
    if (offset == nullptr) {
      jni->ExceptionClear();
      return "java.lang.IslCounts lacks its field";
    }
    jni->SetStaticLongField(counts, offset, static_cast<jlong>(logs_.countsOffset()));
    jni->DeleteLocalRef(counts);
  }
  return startLatest(jni);
}

// The first slot is given away later, when a log is full.
std::string EventEngine::startLatest(JNIEnv* jni) {
  const SlotLayout& layout = logs_.latest();
  if (!layout.wanted) return "";
  jclass latest = jni->FindClass("java/lang/IslLatest");
  jfieldID offset = nullptr, bytes = nullptr, mask = nullptr, places = nullptr;
  if (latest != nullptr) {
    offset = jni->GetStaticFieldID(latest, "slotsOffset", "J");
    bytes = jni->GetStaticFieldID(latest, "slotBytes", "I");
    mask = jni->GetStaticFieldID(latest, "ringMask", "J");
    places = jni->GetStaticFieldID(latest, "places", "[[S");
  }
  if (offset == nullptr || bytes == nullptr || mask == nullptr || places == nullptr) {
    jni->ExceptionClear();
    return "java.lang.IslLatest lacks its fields";
  }
  placeChunks_ =
      static_cast<jobjectArray>(jni->NewGlobalRef(jni->GetStaticObjectField(latest, places)));
  jni->SetStaticIntField(latest, bytes, static_cast<jint>(layout.slotBytes()));
  jni->SetStaticLongField(latest, mask, static_cast<jlong>(layout.room) - 1);
  jni->SetStaticLongField(latest, offset, static_cast<jlong>(logs_.latestOffset()));
  jni->DeleteLocalRef(latest);
  return "";
}

jboolean EventEngine::findPlace(JNIEnv* jni, jint key) {
  if (holding_) return JNI_FALSE;
  Guard guard(self_);
  return self_->publishPlace(jni, key) ? JNI_TRUE : JNI_FALSE;
}

// At the first access to a field by that key, before it is logged: from now on its place does not change,
// or accesses of one place would be both in a slot and in the log.
bool EventEngine::publishPlace(JNIEnv* jni, jint id) {
  const auto index = static_cast<size_t>(id);
  EventKey* const key = keyOf(id);
  if (key == nullptr || placeChunks_ == nullptr) return false;
  if (index >= places_.size()) places_.resize(index + index / 2 + 1);
  jshort& place = places_[index];
  if (place == 0) {
    const int32_t number = fieldIndex(*key, id, 0);
    if (number < 0) key->field.index = number;
    key->resolved = true;
    constexpr auto kMost = static_cast<int32_t>(SlotLayout::kPlaces - SlotLayout::kFirstPlace);
    const bool fits = key->latest && number >= 0 && number < kMost;
    const uint32_t found =
        fits ? SlotLayout::kFirstPlace + static_cast<uint32_t>(number) : SlotLayout::kLogged;
    place = static_cast<jshort>(found);
  }
  const auto chunk = static_cast<jsize>(index >> kPlaceChunkBits);
  auto array = static_cast<jshortArray>(jni->GetObjectArrayElement(placeChunks_, chunk));
  const bool fresh = array == nullptr;
  if (fresh) array = jni->NewShortArray(1 << kPlaceChunkBits);
  if (array == nullptr) {
    jni->ExceptionClear();  // asked again at the next access
    return false;
  }
  jni->SetShortArrayRegion(array, static_cast<jsize>(index) & ((1 << kPlaceChunkBits) - 1), 1,
                           &place);
  if (fresh) jni->SetObjectArrayElement(placeChunks_, chunk, array);
  jni->DeleteLocalRef(array);
  return true;
}

void EventEngine::offerSlots(EventLog& log, const LogEntry& entry) {
  if (log.counts != nullptr && (entry.word & kRecordBit) != 0) {
    const EventKey* const key =
        known_[static_cast<uint32_t>(entry.key & ~EventKeys::kWantsIdentity)];
    if (key != nullptr && key->counted) {
      log.counts->offer(entry, static_cast<uint32_t>(entry.key),
                        [this](const SlotTable::Batch& batch) { runCounts(batch); });
    }
  }
  if (log.latest == nullptr) return;
  const auto index = static_cast<size_t>(entry.key);
  const bool placed = index < places_.size() && places_[index] >= jshort{SlotLayout::kFirstPlace};
  const bool ofSite = (entry.word & kRecordBit) == 0 && siteOf(entry.word) >= kFirstSite;
  if (!placed || !ofSite) return;
  log.latest->offer(entry, static_cast<uint32_t>(places_[index]),
                    [this](const SlotTable::Batch& batch) { runLatest(batch); });
}

// As many events as leave the region as all of them would: what the kept values do not overwrite has its
// place by their number, so a region that has gone round is filled up first.
void EventEngine::runLatest(const SlotTable::Batch& batch) {
  const IslSpec* const spec = parts_.keys->latestSpec();
  LogEntry entry = *batch.first;
  const auto run = [&](uint64_t value) {
    entry.a = static_cast<uint32_t>(value >> 32);
    entry.b = static_cast<uint32_t>(value);
    this->run(entry);
  };
  const uint64_t filling = batch.total > batch.kept ? batch.total % batch.kept : 0;
  for (uint64_t i = 0; i < filling; i++) run(batch.values[0]);
  for (uint32_t i = 0; i < batch.kept; i++) run(batch.values[i]);
  const uint64_t left = batch.total - batch.kept - filling;
  if (left == 0) return;
  for (size_t s = 0; s < parts_.specs.size(); s++) {
    if (parts_.specs[s] != spec) continue;
    const EventKey& key = *known_[static_cast<uint32_t>(entry.key)];
    parts_.engines[s]->countLikeLast(static_cast<IslEventKind>(key.handlers[0].handler->event),
                                     left);
  }
}

void EventEngine::runCounts(const SlotTable::Batch& batch) {
  LogEntry entry = *batch.first;
  constexpr uint64_t kMost = uint64_t{1} << 31;
  for (uint64_t left = batch.total; left != 0;) {
    const uint64_t times = std::min(left, kMost);
    entry.a = static_cast<uint32_t>(times - 1);
    run(entry);
    left -= times;
  }
}

}  // namespace isl

extern "C" JNIEXPORT jboolean JNICALL Java_java_lang_IslLatest_findPlace(JNIEnv* jni, jclass,
                                                                         jint key) {
  return isl::EventEngine::findPlace(jni, key);
}

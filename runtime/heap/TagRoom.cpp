#include "heap/TagRoom.h"

#include <algorithm>

namespace isl {
namespace {

constexpr jlong kRoomTag = jlong{1} << 60;  // neither of a class nor of a node, see ClassTable.h
constexpr uint64_t kLeastObjects = 500'000;
// HotSpot doubles the table at five tags a bucket (JDK 17), so that many times this quotient.
constexpr uint64_t kTimesTags = 16;
// A tag costs some 50 bytes, which JDK 17 keeps for later tags: at most 3 bytes per live object.
constexpr uint64_t kObjectsPerTag = 20;
constexpr uint64_t kMostTags = 250'000;

}  // namespace

uint32_t TagRoom::wanted(uint64_t tags, uint64_t liveObjects) const {
  if (liveObjects < kLeastObjects) return 0;
  const uint64_t fill = std::min({tags * kTimesTags, liveObjects / kObjectsPerTag, kMostTags});
  // The table grows in steps of a factor of two.
  return fill > tags && fill >= 2 * uint64_t{made_} ? static_cast<uint32_t>(fill) : 0;
}

void TagRoom::make(jvmtiEnv* jvmti, uint64_t tags, uint64_t liveObjects) {
  unset_ = wanted(tags, liveObjects);
  if (unset_ == 0) return;
  made_ = unset_;
  jvmtiHeapCallbacks fill{}, clear{};
  fill.heap_iteration_callback = onFill;
  clear.heap_iteration_callback = onClear;
  jvmti->IterateThroughHeap(JVMTI_HEAP_FILTER_TAGGED, nullptr, &fill, this);
  jvmti->IterateThroughHeap(JVMTI_HEAP_FILTER_UNTAGGED, nullptr, &clear, this);
}

jint TagRoom::onFill(jlong, jlong, jlong* tag, jint, void* self) {
  auto* room = static_cast<TagRoom*>(self);
  if (room->unset_ == 0) return JVMTI_VISIT_ABORT;
  room->unset_--;
  *tag = kRoomTag;
  return 0;
}

jint TagRoom::onClear(jlong, jlong, jlong* tag, jint, void*) {
  if (*tag == kRoomTag) *tag = 0;
  return 0;
}

}  // namespace isl

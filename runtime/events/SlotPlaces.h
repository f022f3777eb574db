// IslLatest.places: where in the slots of a site the latest values of a field go, by the key of its accesses.
#pragma once

#include <vector>

#include "events/KeyFacts.h"
#include "events/SlotTable.h"

namespace isl {

// Guarded by the lock of the EventEngine.
class SlotPlaces {
 public:
  explicit SlotPlaces(KeyFacts& keys) : keys_(keys) {}

  // `chunks`: global reference to IslLatest.places.
  void start(jobjectArray chunks) { chunks_ = chunks; }

  // At the first access to a field by that key, before it is logged: from now on its place does not
  // change, or accesses of one place would be both in a slot and in the log. False: it is asked again.
  bool publish(JNIEnv* jni, int32_t id);

  // 0: its accesses are logged.
  uint32_t of(int32_t id) const {
    const auto index = static_cast<size_t>(id);
    const bool placed = index < places_.size() && places_[index] >= jshort{SlotLayout::kFirstPlace};
    return placed ? static_cast<uint32_t>(places_[index]) : 0;
  }

 private:
  jshort choose(EventKey& key, int32_t id);
  bool write(JNIEnv* jni, size_t index) const;

  KeyFacts& keys_;
  jobjectArray chunks_ = nullptr;
  std::vector<jshort> places_;  // by key: what IslLatest.places holds
};

}  // namespace isl

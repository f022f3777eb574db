// What the keys of log entries turn out to be once there are events: numbers and offsets of fields.
#pragma once

#include <unordered_map>
#include <vector>

#include "events/EventParts.h"

namespace isl {

// Guarded by the lock of the EventEngine.
class KeyFacts {
 public:
  explicit KeyFacts(const EventParts& parts) : parts_(parts) {}

  void start(JNIEnv* jni) { jni->GetJavaVM(&vm_); }

  static uint32_t indexOf(int32_t id) {
    return static_cast<uint32_t>(id & ~EventKeys::kWantsIdentity);
  }
  // Null for a key that was never given out.
  EventKey* find(int32_t id) {
    const uint32_t index = indexOf(id);
    return index < known_.size() && known_[index] != nullptr ? known_[index] : ask(id);
  }

  // Number of the accessed field in an object with the word.
  int32_t fieldNumber(EventKey& key, int32_t id, uint32_t word);
  // -1: not known.
  int32_t fieldOffset(EventKey& key);

 private:
  EventKey* ask(int32_t id);

  const EventParts& parts_;
  JavaVM* vm_ = nullptr;
  std::vector<EventKey*> known_;                   // by key, as far as they have had an event
  std::unordered_map<uint64_t, int32_t> numbers_;  // by key and site
};

}  // namespace isl

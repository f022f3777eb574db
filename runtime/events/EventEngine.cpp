#include "events/EventEngine.h"

namespace isl {

EventEngine::EventEngine(Parts parts, Admission admission)
    : parts_(std::move(parts)), admission_(std::move(admission)), identities_(parts_),
      objects_(parts_, admission_, identities_, java_),
      arrays_(parts_, admission_, identities_, java_), keys_(parts_), places_(keys_),
      runner_(parts_, admission_, arrays_, keys_), slots_(parts_, keys_, places_, runner_) {
  const IslSpec* const latest = parts_.keys->latestSpec();
  if (latest != nullptr) logs_.setLatest(SlotLayout::ofValues(latest->window()));
  if (parts_.keys->countsInSlots()) logs_.setCounts(SlotLayout::ofCounts());
}

Status EventEngine::start(JNIEnv* jni) {
  keys_.start(jni);
  Status status = java_.start(jni, parts_.keys->allocKey());
  if (!status) return status;
  java_.startArrays(jni, parts_.keys->leastLength(), parts_.keys->tracksArrays());
  {
    Guard guard(this);
    status = java_.linkNatives(jni);
  }
  if (status) status = startSlots(jni);
  if (!status) return status;
  Guard guard(this);
  objects_.start(jni);
  arrays_.publish(jni);
  return {};
}

// The first slot is given away later, when a log is full.
Status EventEngine::startSlots(JNIEnv* jni) {
  if (logs_.counts().wanted) {
    Status status = java_.startCounts(jni, logs_);
    if (!status) return status;
  }
  if (!logs_.latest().wanted) return {};
  const Result<jobjectArray> places = java_.startLatest(jni, logs_);
  if (!places) return places.error();
  places_.start(*places);
  return {};
}

uint32_t EventEngine::admit(JNIEnv* jni, jobject object, uint32_t word) {
  if (holdsLock()) return 0;
  Guard guard(this);
  return objects_.admit(jni, object, word);
}

uint32_t EventEngine::admitArray(JNIEnv* jni, jobject array, uint32_t word,
                                 const ArrayFacts& facts) {
  if (holdsLock()) return 0;
  Guard guard(this);
  return arrays_.admit(jni, array, word, facts);
}

void EventEngine::admitStored(JNIEnv* jni, jobject array, int32_t key) {
  if (holdsLock()) return;
  Guard guard(this);
  arrays_.admitStored(jni, array, key);
}

EventLog* EventEngine::newLog() {
  if (holdsLock()) return nullptr;
  Guard guard(this);
  return logs_.make();
}

bool EventEngine::findPlace(JNIEnv* jni, int32_t key) {
  if (holdsLock()) return false;
  Guard guard(this);
  return places_.publish(jni, key);
}

void EventEngine::drain(EventLog* log) {
  if (holdsLock()) return;
  Guard guard(this);
  parts_.units->tellTicks();
  EventLogs::drain(*log, [this, log](const LogEntry& entry) {
    runner_.run(entry);
    slots_.offer(*log, entry);
  });
  if (log->latest != nullptr) log->latest->drained();
  if (log->counts != nullptr) log->counts->drained();
  log->drained.store(0, std::memory_order_relaxed);
  log->used.store(0, std::memory_order_release);
}

void EventEngine::onThreadEnd(JNIEnv* jni, jthread thread) {
  EventLog* const log = java_.takeLog(jni, thread);
  if (log == nullptr) return;
  Guard guard(this);
  parts_.units->tellTicks();
  EventLogs::flush(
      *log, [this](const LogEntry& entry) { runner_.run(entry); },
      [this](const SlotTable::Batch& batch) { slots_.runLatest(batch); },
      [this](const SlotTable::Batch& batch) { slots_.runCounts(batch); });
  logs_.destroy(log);
}

void EventEngine::drainAll() {
  parts_.units->tellTicks();
  logs_.flushAll([this](const LogEntry& entry) { runner_.run(entry); },
                 [this](const SlotTable::Batch& batch) { slots_.runLatest(batch); },
                 [this](const SlotTable::Batch& batch) { slots_.runCounts(batch); });
}

void EventEngine::beforeCollection(uint32_t check) {
  Guard guard(this);
  identities_.beforeCollection(check);
}

void EventEngine::afterWalk(JNIEnv* jni, uint32_t check) {
  identities_.afterWalk(check);
  objects_.heat(jni);
  arrays_.afterWalk(jni);
}

}  // namespace isl

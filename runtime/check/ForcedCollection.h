// Full collections on the agent's account.
#pragma once

#include <jvmti.h>

#include <atomic>
#include <cstdint>

#include "check/CheckRequests.h"

namespace isl {

// Agent thread.
class ForcedCollection {
 public:
  ForcedCollection(jvmtiEnv* jvmti, CheckRequests& requests) : jvmti_(jvmti), requests_(requests) {}

  // Collects, and keeps the VM from shrinking the heap for it; `liveBytes` of the last walk. False when the VM
  // ended meanwhile: the report is being written, the agent thread must not go on.
  bool run(uint64_t liveBytes);
  // Any thread.
  bool running() const { return running_.load(std::memory_order_relaxed); }

 private:
  jvmtiEnv* jvmti_;
  CheckRequests& requests_;
  std::atomic<bool> running_{false};
  uint64_t capacity_ = 0;  // of the heap, before the first
};

// An object that lets a full collection show: it has just survived one, so it is old. From there on garbage, it is
// freed by the next collection that covers the old generation, and only by such a one.
class Canary {
 public:
  explicit Canary(jvmtiEnv* jvmti) : jvmti_(jvmti) {}

  // Agent thread: before a collection, and after it.
  void hatch(JNIEnv* jni);
  void drop(JNIEnv* jni);
  // The ObjectFree event; any thread. True when it tells of a full collection that the agent has not asked for.
  bool wasFreed(jlong tag) const { return tag != 0 && tag == armed_.load(); }

 private:
  jvmtiEnv* jvmti_;
  jobject object_ = nullptr;  // global
  jlong tag_ = 0;
  std::atomic<jlong> armed_{0};
};

}  // namespace isl

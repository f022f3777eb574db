#include "events/AllocationClock.h"

#include <algorithm>

namespace isl {

void AllocationClock::arm(jvmtiEnv* jvmti, uint64_t bytes) {
  uint64_t interval = std::max(bytes / kSamplesPerAlarm, kMinInterval);
  interval = std::min<uint64_t>(interval, 0x7fffffff);
  if (interval != interval_.load(std::memory_order_relaxed)) {
    interval_.store(interval, std::memory_order_relaxed);
    jvmti->SetHeapSamplingInterval(static_cast<jint>(interval));
  }
  since_.store(0, std::memory_order_relaxed);
  step_.store(bytes, std::memory_order_release);
}

bool AllocationClock::onSample() {
  const uint64_t interval = interval_.load(std::memory_order_relaxed);
  total_.fetch_add(interval, std::memory_order_relaxed);
  const uint64_t since = since_.fetch_add(interval, std::memory_order_relaxed) + interval;
  uint64_t step = step_.load(std::memory_order_acquire);
  if (step == 0 || since < step) return false;
  return step_.compare_exchange_strong(step, 0);  // one thread raises the alarm
}

}  // namespace isl

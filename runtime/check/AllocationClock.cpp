#include "check/AllocationClock.h"

#include <algorithm>

namespace isl {

void AllocationClock::sampleEarly(jvmtiEnv* jvmti) { jvmti->SetHeapSamplingInterval(kMinInterval); }

void AllocationClock::arm(jvmtiEnv* jvmti, uint64_t bytes) {
  // However far away the alarm is, what ran since is to be seen.
  const uint64_t seen = total_.load(std::memory_order_relaxed) / kSamplesOfAll;
  uint64_t interval = std::max(std::min(bytes / kSamplesPerAlarm, seen), kMinInterval);
  interval = std::min<uint64_t>(interval, 0x7fffffff);
  if (interval != interval_.load(std::memory_order_relaxed)) {
    interval_.store(interval, std::memory_order_relaxed);
    jvmti->SetHeapSamplingInterval(static_cast<jint>(interval));
  }
  since_.store(0, std::memory_order_relaxed);
  armed_.store(bytes, std::memory_order_relaxed);
  step_.store(bytes, std::memory_order_release);
}

// An object is sampled once however large it is: with a probability of 1 - exp(-x), x being its size in
// intervals. So it stands for the interval times x / (1 - exp(-x)), which below x = 3 is its series but for 3%,
// and above it x but for 5%; an agent of the C library alone has no exp().
uint64_t AllocationClock::weight(uint64_t bytes, uint64_t interval) {
  if (bytes >= 3 * interval) return bytes;
  const double x = static_cast<double>(bytes) / static_cast<double>(interval);
  return static_cast<uint64_t>(static_cast<double>(interval) * (1 + x / 2 + x * x / 12));
}

bool AllocationClock::onAllocated(uint64_t bytes) {
  total_.fetch_add(bytes, std::memory_order_relaxed);
  const uint64_t since = since_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  uint64_t step = step_.load(std::memory_order_acquire);
  if (step == 0 || since < step) return false;
  return step_.compare_exchange_strong(step, 0);  // one thread raises the alarm
}

}  // namespace isl

#include "check/Pressure.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <utility>

namespace isl {

void Pressure::onCollection(const Collection& collection) {
  collections_++;
  if (collection.full) full_++;
  const uint64_t free = collection.freeBytes;
  if (collection.full && free * 100 < heapBytes_ * kUselessPercent) {
    const uint64_t n = useless_.load();
    if (n < kMostTold) {
      told_[n].atMs = collection.endedMs;
      told_[n].pauseMs = collection.endedMs - collection.startedMs;
      told_[n].freeBytes = free;
    }
    useless_.store(n + 1, std::memory_order_release);
    if (!high()) highSinceMs_ = collection.endedMs;
    change(true);
  } else if (high() && free * 100 > heapBytes_ * kRelievedPercent) {
    for (uint64_t i = std::min<uint64_t>(useless_, kMostTold); i > 0; i--) {
      if (told_[i - 1].relievedMs != 0) break;
      told_[i - 1].relievedMs = collection.endedMs;
    }
    highMs_ += collection.endedMs - highSinceMs_;
    change(false);
  }
}

void Pressure::change(bool high) {
  const uint32_t next = ((state_.load() >> 1) + 1) << 1 | (high ? 1 : 0);
  state_.store(next, std::memory_order_release);
  syscall(SYS_futex, &state_, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

uint32_t Pressure::awaitChange(uint32_t seen) const {
  static_assert(sizeof state_ == sizeof(uint32_t));
  while (state() == seen)
    syscall(SYS_futex, &state_, FUTEX_WAIT_PRIVATE, seen, nullptr, nullptr, 0);
  return state();
}

report::Pressure Pressure::describe(uint64_t nowMs) const {
  report::Pressure out;
  out.unknown = unknown_;
  out.heapBytes = heapBytes_;
  out.fullCollections = full_;
  out.uselessCollections = useless_.load(std::memory_order_acquire);
  out.collections = collections_;
  out.highMs = highMs_ + (high() ? nowMs - std::min<uint64_t>(nowMs, highSinceMs_) : 0);
  for (uint64_t i = 0; i < std::min<uint64_t>(out.uselessCollections, kMostTold); i++) {
    const Told& told = told_[i];
    out.useless.push_back({told.atMs, told.pauseMs, told.freeBytes, told.relievedMs, 0});
  }
  return out;
}

// The names are the same in HotSpot 17 to 25 where a collector counts full collections at all; Z and Shenandoah
// collect beside the program.
const char* CollectionCounters::open(const rawheap::PerfCounters& counters, uint64_t heapBytes) {
  const auto find = [&](const char* name) { return counters.find(name); };
  const Counter full = find("sun.gc.collector.1.invocations");
  if (full == nullptr) return "the collector counts no full collections";
  const std::pair<Counter*, const char*> wanted[] = {
      {&used_[0], "sun.gc.generation.0.space.0.used"},
      {&used_[1], "sun.gc.generation.0.space.1.used"},
      {&used_[2], "sun.gc.generation.0.space.2.used"},
      {&used_[3], "sun.gc.generation.1.space.0.used"},
      {&eden_, "sun.gc.generation.0.space.0.capacity"},
      {&capacity_[0], "sun.gc.generation.0.capacity"},
      {&capacity_[1], "sun.gc.generation.1.capacity"},
      {&maxCapacity_[0], "sun.gc.generation.0.maxCapacity"},
      {&maxCapacity_[1], "sun.gc.generation.1.maxCapacity"}};
  for (const auto& [counter, name] : wanted) {
    *counter = find(name);
    if (*counter == nullptr) return "the VM does not tell how much of the heap is used";
  }
  heapBytes_ = static_cast<int64_t>(heapBytes);
  full_ = full;
  return "";
}

uint64_t CollectionCounters::freeBytes() const {
  const int64_t eden = *eden_ - *used_[0], old = *capacity_[1] - *used_[3];
  const int64_t growth = *maxCapacity_[0] - *capacity_[0] + *maxCapacity_[1] - *capacity_[1];
  const int64_t used = *used_[0] + *used_[1] + *used_[2] + *used_[3];
  // Generations of regions may each become the whole heap: what one does not use is the other's.
  const int64_t free = *maxCapacity_[1] >= heapBytes_ ? heapBytes_ - used : eden + old + growth;
  return static_cast<uint64_t>(std::clamp<int64_t>(free, 0, heapBytes_));
}

}  // namespace isl

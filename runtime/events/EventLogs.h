// The logs that instrumented code writes events to: one a thread, in native memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "events/LatestValues.h"
#include "events/LogEntry.h"

namespace isl {

struct EventLog {
  static constexpr uint32_t kEntries = 1024;
  std::atomic<uint32_t> used;  // bytes, published by the thread behind the entry it has written
  uint32_t drained;            // bytes of these that have been run
  LatestTable* latest;         // of the slots behind the log, null when there are none
  // A thread drains its log before it writes to a full one; an event whose drain fails is not written.
  LogEntry entries[kEntries];
};
static_assert(offsetof(EventLog, entries) == 16, "IslEvents.HEAD_BYTES");

// Guarded by the lock of the EventEngine, but for what a thread writes into its own log.
class EventLogs {
 public:
  static constexpr size_t kMaxLogs = 65536;

  // What follows each log; set before the first one is made.
  void setLatest(const LatestLayout& layout) { layout_ = layout; }
  const LatestLayout& latest() const { return layout_; }

  // Null when there are too many or no memory (counted).
  EventLog* make();
  void destroy(EventLog* log);
  uint64_t refused() const { return refused_; }
  size_t size() const { return logs_.size(); }

  // Runs `f` for each event of the log that has not been run, oldest first.
  template <typename F>
  static void drain(EventLog& log, F&& f) {
    const uint32_t used = log.used.load(std::memory_order_acquire);
    for (uint32_t at = log.drained; at < used; at += sizeof(LogEntry)) {
      log.drained = at + static_cast<uint32_t>(sizeof(LogEntry));
      f(log.entries[at / sizeof(LogEntry)]);
    }
  }

  // `f` as above, `latest` for what the slots hold.
  template <typename F, typename L>
  void drainAll(F&& f, L&& latest) {
    for (auto& owned : logs_) {
      drain(*owned.log, f);
      if (owned.latest != nullptr) owned.latest->flushAll(latest);
    }
  }

 private:
  struct Freed {
    void operator()(EventLog* log) const { free(log); }
  };
  struct Owned {
    std::unique_ptr<EventLog, Freed> log;
    std::unique_ptr<LatestTable> latest;
  };
  LatestLayout layout_;
  std::vector<Owned> logs_;
  uint64_t refused_ = 0;
};

}  // namespace isl

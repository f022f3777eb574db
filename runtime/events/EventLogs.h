// The logs that instrumented code writes events to: one a thread, in native memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace isl {

// One event as written by java/IslEvents.java. See EventEngine for what a, b and c hold.
struct LogEntry {
  int32_t key;
  uint32_t word;
  uint32_t a, b, c;
};
static_assert(sizeof(LogEntry) == 20, "IslEvents.ENTRY_BYTES");

struct EventLog {
  static constexpr uint32_t kEntries = 1024;
  std::atomic<uint32_t> used;  // bytes, published by the thread behind the entry it has written
  uint32_t drained;            // bytes of these that have been run
  uint32_t reserved[2];
  // A thread drains its log before it writes to a full one; an event whose drain fails is not written.
  LogEntry entries[kEntries];
};
static_assert(offsetof(EventLog, entries) == 16, "IslEvents.HEAD_BYTES");

// Guarded by the lock of the EventEngine, but for what a thread writes into its own log.
class EventLogs {
 public:
  static constexpr size_t kMaxLogs = 65536;

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

  template <typename F>
  void drainAll(F&& f) {
    for (auto& log : logs_) drain(*log, f);
  }

 private:
  std::vector<std::unique_ptr<EventLog>> logs_;
  uint64_t refused_ = 0;
};

}  // namespace isl

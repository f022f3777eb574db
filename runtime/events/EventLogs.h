// The logs that instrumented code writes events to: one a thread, in native memory.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "events/LogEntry.h"
#include "events/SlotTable.h"

namespace isl {

struct EventLog {
  static constexpr uint32_t kEntries = 1024;
  static constexpr uint32_t kOpen = 4;  // IslCounts.OPEN
  std::atomic<uint32_t> used;     // bytes, published by the thread behind the entry it has written
  std::atomic<uint32_t> drained;  // bytes of these that have been run
  SlotTable* latest;              // of the slots behind the log, null when there are none
  SlotTable* counts;              // likewise
  // A thread drains its log before it writes to a full one; an event whose drain fails is not written. To
  // the numbers (`a`) of its latest kOpen entries of accesses that only count it may still add, as long as it
  // does not see them drained.
  LogEntry entries[kEntries];
  uint32_t ran[kOpen];  // by index modulo kOpen: `a` of the latest entries that have been run
};
static_assert(offsetof(EventLog, drained) == 4, "IslCounts.DRAINED");
static_assert(offsetof(EventLog, entries) == 24, "IslEvents.HEAD_BYTES");

// Guarded by the lock of the EventEngine, but for what a thread writes into its own log.
class EventLogs {
 public:
  static constexpr size_t kMaxLogs = 65536;

  // What follows each log; set before the first one is made.
  void setLatest(const SlotLayout& layout) { latest_ = layout; }
  void setCounts(const SlotLayout& layout) { counts_ = layout; }
  const SlotLayout& latest() const { return latest_; }
  const SlotLayout& counts() const { return counts_; }
  // Where the slots begin, from the start of a log.
  size_t latestOffset() const { return sizeof(EventLog); }
  size_t countsOffset() const { return sizeof(EventLog) + latest_.bytes(); }

  // Null when there are too many or no memory (counted).
  EventLog* make();
  void destroy(EventLog* log);
  uint64_t refused() const { return refused_; }
  size_t size() const { return logs_.size(); }

  // Runs `f` for each event of the log that has not been run, oldest first. What the thread added to the latest
  // ones while another thread drained them comes before those.
  template <typename F>
  static void drain(EventLog& log, F&& f) {
    const uint32_t used = log.used.load(std::memory_order_acquire);
    const auto end = static_cast<uint32_t>(used / sizeof(LogEntry));
    auto next =
        static_cast<uint32_t>(log.drained.load(std::memory_order_relaxed) / sizeof(LogEntry));
    for (uint32_t i = next - std::min(next, EventLog::kOpen); i < next; i++) {
      LogEntry entry = entryAt(log, i);
      uint32_t& ran = log.ran[i % EventLog::kOpen];
      const uint32_t added = entry.a - std::exchange(ran, entry.a);
      if (added == 0) continue;
      entry.a = added - 1;
      f(entry);
    }
    for (; next < end; next++) {
      log.drained.store(static_cast<uint32_t>((next + 1) * sizeof(LogEntry)),
                        std::memory_order_relaxed);
      const LogEntry entry = entryAt(log, next);
      log.ran[next % EventLog::kOpen] = entry.a;
      f(entry);
    }
  }

  // `f` as above, `latest` and `counts` for what the slots hold.
  template <typename F, typename L, typename C>
  static void flush(EventLog& log, F&& f, L&& latest, C&& counts) {
    drain(log, f);
    if (log.latest != nullptr) log.latest->flushAll(latest);
    if (log.counts != nullptr) log.counts->flushAll(counts);
  }
  template <typename F, typename L, typename C>
  void flushAll(F&& f, L&& latest, C&& counts) {
    for (auto& owned : logs_) flush(*owned.log, f, latest, counts);
  }

 private:
  static LogEntry entryAt(const EventLog& log, uint32_t index) {
    const LogEntry& e = log.entries[index];
    return {e.key, e.word, __atomic_load_n(&e.a, __ATOMIC_RELAXED), e.b, e.c};
  }

  struct Freed {
    void operator()(EventLog* log) const { free(log); }
  };
  struct Owned {
    std::unique_ptr<EventLog, Freed> log;
    std::unique_ptr<SlotTable> latest, counts;
  };
  SlotLayout latest_, counts_;
  std::vector<Owned> logs_;
  uint64_t refused_ = 0;
};

}  // namespace isl

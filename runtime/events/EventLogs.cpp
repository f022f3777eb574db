#include "events/EventLogs.h"

#include <algorithm>
#include <new>

namespace isl {

EventLog* EventLogs::make() {
  void* const memory =
      logs_.size() < kMaxLogs ? calloc(1, sizeof(EventLog) + layout_.bytes()) : nullptr;
  if (memory == nullptr) {
    refused_++;
    return nullptr;
  }
  Owned owned;
  owned.log.reset(new (memory) EventLog());
  if (layout_.window != 0) {
    owned.latest = std::make_unique<LatestTable>(layout_, owned.log.get() + 1);
    owned.log->latest = owned.latest.get();
  }
  logs_.push_back(std::move(owned));
  return logs_.back().log.get();
}

void EventLogs::destroy(EventLog* log) {
  auto found = std::find_if(logs_.begin(), logs_.end(),
                            [log](const Owned& owned) { return owned.log.get() == log; });
  if (found == logs_.end()) return;
  std::swap(*found, logs_.back());
  logs_.pop_back();
}

}  // namespace isl

#include "events/EventLogs.h"

#include <algorithm>
#include <new>

namespace isl {

EventLog* EventLogs::make() {
  EventLog* log = logs_.size() < kMaxLogs ? new (std::nothrow) EventLog() : nullptr;
  if (log == nullptr) {
    refused_++;
    return nullptr;
  }
  logs_.emplace_back(log);
  return log;
}

void EventLogs::destroy(EventLog* log) {
  auto found = std::find_if(logs_.begin(), logs_.end(),
                            [log](const std::unique_ptr<EventLog>& l) { return l.get() == log; });
  if (found == logs_.end()) return;
  std::swap(*found, logs_.back());
  logs_.pop_back();
}

}  // namespace isl

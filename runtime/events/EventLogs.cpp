#include "events/EventLogs.h"

#include <algorithm>
#include <new>

namespace isl {

EventLog* EventLogs::make() {
  void* const memory =
      logs_.size() < kMaxLogs ? calloc(1, countsOffset() + counts_.bytes()) : nullptr;
  if (memory == nullptr) {
    refused_++;
    return nullptr;
  }
  Owned owned;
  owned.log.reset(new (memory) EventLog());
  auto* const bytes = static_cast<unsigned char*>(memory);
  if (latest_.wanted) owned.latest = std::make_unique<SlotTable>(latest_, bytes + latestOffset());
  if (counts_.wanted) owned.counts = std::make_unique<SlotTable>(counts_, bytes + countsOffset());
  owned.log->latest = owned.latest.get();
  owned.log->counts = owned.counts.get();
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

// Accesses of which only the latest values or only the number matter: who gets a slot for them, and what is
// run for what a slot holds.
#pragma once

#include "events/EventLogs.h"
#include "events/EventRunner.h"
#include "events/SlotPlaces.h"

namespace isl {

// Guarded by the lock of the EventEngine.
class SlotEvents {
 public:
  SlotEvents(const EventParts& parts, KeyFacts& keys, const SlotPlaces& places, EventRunner& runner)
      : parts_(parts), keys_(keys), places_(places), runner_(runner) {}

  // By the log's own thread, for an entry that it has just drained: the next ones like it may go to a slot.
  void offer(EventLog& log, const LogEntry& entry) {
    if (log.counts != nullptr) offerCounts(*log.counts, entry);
    if (log.latest != nullptr) offerLatest(*log.latest, entry);
  }

  void runLatest(const SlotTable::Batch& batch);
  void runCounts(const SlotTable::Batch& batch);

 private:
  void offerCounts(SlotTable& slots, const LogEntry& entry);
  void offerLatest(SlotTable& slots, const LogEntry& entry);
  void countRest(int32_t key, uint64_t events);

  const EventParts& parts_;
  KeyFacts& keys_;
  const SlotPlaces& places_;
  EventRunner& runner_;
};

}  // namespace isl

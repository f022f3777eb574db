#include "events/SlotEvents.h"

#include <algorithm>

namespace isl {

void SlotEvents::offerCounts(SlotTable& slots, const LogEntry& entry) {
  if ((entry.word & kRecordBit) == 0) return;
  const EventKey* const key = keys_.find(entry.key);
  if (key == nullptr || !key->counted) return;
  slots.offer(entry, static_cast<uint32_t>(entry.key),
              [this](const SlotTable::Batch& batch) { runCounts(batch); });
}

void SlotEvents::offerLatest(SlotTable& slots, const LogEntry& entry) {
  const uint32_t place = places_.of(entry.key);
  const bool ofSite = (entry.word & kRecordBit) == 0 && siteOf(entry.word) >= kFirstSite;
  if (place == 0 || !ofSite) return;
  slots.offer(entry, place, [this](const SlotTable::Batch& batch) { runLatest(batch); });
}

// As many events as leave the region as all of them would: what the kept values do not overwrite has its
// place by their number, so a region that has gone round is filled up first.
void SlotEvents::runLatest(const SlotTable::Batch& batch) {
  LogEntry entry = *batch.first;
  const auto run = [&](uint64_t value) {
    entry.a = static_cast<uint32_t>(value >> 32);
    entry.b = static_cast<uint32_t>(value);
    runner_.run(entry);
  };
  const uint64_t filling = batch.total > batch.kept ? batch.total % batch.kept : 0;
  for (uint64_t i = 0; i < filling; i++) run(batch.values[0]);
  for (uint32_t i = 0; i < batch.kept; i++) run(batch.values[i]);
  const uint64_t left = batch.total - batch.kept - filling;
  if (left != 0) countRest(entry.key, left);
}

// They change nothing that the ones before them did not.
void SlotEvents::countRest(int32_t id, uint64_t events) {
  const EventKey& key = *keys_.find(id);
  const auto event = static_cast<IslEventKind>(key.handlers[0].handler->event);
  for (size_t s = 0; s < parts_.specs.size(); s++) {
    if (parts_.specs[s] != parts_.keys->latestSpec()) continue;
    parts_.engines[s]->countLikeLast(event, events);
  }
}

void SlotEvents::runCounts(const SlotTable::Batch& batch) {
  LogEntry entry = *batch.first;
  constexpr uint64_t kMost = uint64_t{1} << 31;
  for (uint64_t left = batch.total; left != 0;) {
    const uint64_t times = std::min(left, kMost);
    entry.a = static_cast<uint32_t>(times - 1);
    runner_.run(entry);
    left -= times;
  }
}

}  // namespace isl

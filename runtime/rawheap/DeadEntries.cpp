#include "rawheap/DeadEntries.h"

namespace isl::rawheap {
namespace {

constexpr uint32_t kAhead = 12;  // objects between prefetch and use

}  // namespace

void prefetchReference(const MappedArray<uint64_t>& references, size_t at) {
  if (references.size() - at > kAhead)
    __builtin_prefetch(reinterpret_cast<const void*>(references[at + kAhead]));
}

Referent referentOf(const Mark& mark, const ObjectReader& reader, uint64_t reference) {
  const KlassInfo& info = reader.klasses()[reader.klasses().indexOfObject(reference)];
  if (info.strength == Strength::Soft || info.internsTypes) return Referent::NotAsked;
  const uint64_t referent = reader.loadOop(reference + info.referent);
  if (referent == 0) {
    // `discovered` chains what waits for the VM's handler, `next`, which lies before it, a queue: who was taken out leads to
    // itself.
    const uint64_t waiting = reader.loadOop(reference + info.discovered);
    const uint64_t next = reader.loadOop(reference + info.discovered - reader.layout().oopBytes);
    const bool queued = waiting != 0 || (next != 0 && next != reference);
    return queued ? Referent::Queued : Referent::Cleared;
  }
  const bool waits = mark.bits().covers(referent) && !mark.bits().isSet(referent);
  return waits ? Referent::Waits : Referent::Lives;
}

uint64_t DeadEntries::bytes() {
  const bool mapped = mark_.keepsOrder() && mark_.indexTree() && fates_.reserve(strong_) &&
                      entries_.reserve(mark_.references().size());
  if (!mapped) return 0;
  findReferences();
  return keepTables() ? sum() : 0;
}

// References were met in the order of their numbers.
void DeadEntries::findReferences() {
  const MappedArray<uint64_t>& references = mark_.references();
  size_t next = 0;
  mark_.tree().forEach(strong_, [&](uint32_t number, uint32_t parent) {
    if (next == references.size() || mark_.addressOf(number) != references[next]) return;
    prefetchReference(references, next);
    const Referent referent = referentOf(mark_, reader_, references[next++]);
    if (referent == Referent::Waits || referent == Referent::Queued)
      addEntry(number, parent);
    else
      fates_[number] = kSpared;
  });
}

// There is room for one of each reference.
void DeadEntries::addEntry(uint32_t reference, uint32_t parent) {
  if (isPart(reference, parent)) {
    entries_.push({reference, klassOf(reference), false});
    return;
  }
  MarkTree::Ascent ascent(mark_.tree(), parent);
  for (uint32_t level = 1; level < kMostLevels; ++level, ascent.up()) {
    const uint32_t number = ascent.number();
    if (mark_.addressOf(number) == 0) return;  // roots
    const uint32_t klass = klassOf(number);
    if (reader_.klasses()[klass].kind != ObjectKind::Instance) return;
    if (!isPart(number, ascent.parent())) continue;
    entries_.push({number, klass, true});
    return;
  }
}

// An element of an array, the rest of a large one included, or a link behind another of its class.
bool DeadEntries::isPart(uint32_t number, uint32_t parent) const {
  if (mark_.addressOf(parent) == 0) return mark_.isRestOfArray(parent);
  const uint32_t klass = klassOf(parent);
  return reader_.klasses()[klass].kind == ObjectKind::ObjectArray || klass == klassOf(number);
}

bool DeadEntries::keepTables() {
  MappedArray<uint32_t> held;
  if (!held.reserve(reader_.klasses().size())) return false;
  for (size_t i = 0; i < entries_.size(); ++i)
    if (entries_[i].leadsThere) ++held[entries_[i].klass];
  for (size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    const bool table = uint64_t{kTablePart} * held[entry.klass] >= entries_.size();
    if (!entry.leadsThere || table) fates_[entry.number] = kEntry;
  }
  return true;
}

DeadEntries::Fate DeadEntries::fateOf(uint32_t number, uint32_t parent) const {
  const auto own = static_cast<Fate>(fates_[number]);
  if (own != kNone || number == parent) return own;
  const uint8_t above = fates_[parent];
  if (above == kHangs) return kHangs;
  const bool link = above == kEntry && mark_.addressOf(number) != 0 &&
                    mark_.addressOf(parent) != 0 && klassOf(number) == klassOf(parent);
  return above == kEntry && !link ? kHangs : kNone;
}

uint64_t DeadEntries::sum() {
  uint64_t bytes = 0;
  Siblings siblings;
  mark_.tree().forEach(strong_, [&](uint32_t number, uint32_t parent) {
    if (strong_ - number > kAhead)
      __builtin_prefetch(reinterpret_cast<const void*>(mark_.addressOf(number + kAhead)));
    const Fate fate = fateOf(number, parent);
    fates_[number] = fate;
    if (parent != siblings.parent) {
      bytes += tablePart(siblings);
      siblings = {parent};
    }
    ++siblings.count;
    if (fate == kEntry) ++siblings.entries;
    const uint64_t address = mark_.addressOf(number);
    if (address != 0 && (fate == kEntry || fate == kHangs))
      bytes += reader_.bytesOf(address, reader_.klasses()[klassOf(number)]);
  });
  return bytes + tablePart(siblings);
}

// A table has so much room for the sake of its dead entries as they are of all. Of a large one the first elements tell.
uint64_t DeadEntries::tablePart(const Siblings& siblings) const {
  const uint64_t table = siblings.entries == 0 ? 0 : mark_.addressOf(siblings.parent);
  if (table == 0 || fates_[siblings.parent] == kHangs) return 0;
  const KlassInfo& info = reader_.klasses()[klassOf(siblings.parent)];
  if (info.kind != ObjectKind::ObjectArray) return 0;
  return reader_.bytesOf(table, info) * siblings.entries / siblings.count;
}

}  // namespace isl::rawheap

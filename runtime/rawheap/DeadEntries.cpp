#include "rawheap/DeadEntries.h"

namespace isl::rawheap {

DeadReferences DeadEntries::find() {
  if (!referents_.reserve(mark_.references().size())) return {};
  DeadReferences out = count();
  queues_.note(out, mark_.objects());
  const uint64_t dead = out.waiting + out.queued;
  takesOut_ = kMostOnEach * dead >= mark_.objects() && queues_.take(dead);
  const bool soft = kMostOnSoft * softly_ >= mark_.objects();
  if ((!takesOut_ && !soft) || !mark_.keepsOrder()) return out;
  if (!fates_.reserve(strong_) || !entries_.reserve(dead + soft_.size())) return out;
  findEntries();
  if (keepTables()) out.entryBytes = sum();
  return out;
}

void DeadEntries::findSoft(const Mark& mark, const ObjectReader& reader, Places& soft) {
  const MappedArray<uint64_t>& references = mark.references();
  if (!soft.reuse(references.size())) return;
  for (size_t i = 0; i < references.size(); ++i) {
    mark.prefetchReference(i);
    const KlassInfo& info = reader.klasses()[reader.klasses().indexOfObject(references[i])];
    if (info.internsTypes) continue;
    const uint64_t referent = reader.loadOop(references[i] + info.referent);
    if (referent != 0 && mark.bits().covers(referent) && !mark.bits().isSet(referent))
      soft.push(static_cast<uint32_t>(i));
  }
}

DeadReferences DeadEntries::count() {
  DeadReferences out;
  out.known = true;
  const MappedArray<uint64_t>& references = mark_.references();
  size_t soft = 0;
  for (size_t i = 0; i < references.size(); ++i) {
    mark_.prefetchReference(i);
    Referent referent = referentOf(references[i]);
    if (soft < soft_.size() && soft_[soft] == i) {
      // What nothing soft leads to either waits.
      if (referent != Referent::Waits) referent = Referent::Softly;
      ++soft;
    }
    referents_.push(referent);
    if (referent == Referent::Softly) ++softly_;
    if (referent == Referent::Waits) ++out.waiting;
    if (referent == Referent::Queued) ++out.queued;
    if (referent == Referent::Cleared || referent == Referent::Queued) ++out.cleared;
  }
  return out;
}

DeadEntries::Referent DeadEntries::referentOf(uint64_t reference) const {
  const KlassInfo& info = reader_.klasses()[reader_.klasses().indexOfObject(reference)];
  if (info.internsTypes) return Referent::NotAsked;
  const uint64_t referent = reader_.loadOop(reference + info.referent);
  if (referent == 0) {
    // `discovered` chains what waits for the VM's handler, `next`, which lies before it, a queue: who was taken out leads to
    // itself.
    const uint64_t waiting = reader_.loadOop(reference + info.discovered);
    const uint64_t next = reader_.loadOop(reference + info.discovered - reader_.layout().oopBytes);
    const bool queued = waiting != 0 || (next != 0 && next != reference);
    const bool soft = info.strength == Strength::Soft;
    return queued ? Referent::Queued : soft ? Referent::NotAsked : Referent::Cleared;
  }
  if (info.strength == Strength::Soft) return Referent::NotAsked;
  const bool waits = mark_.bits().covers(referent) && !mark_.bits().isSet(referent);
  return waits ? Referent::Waits : Referent::Lives;
}

// References were met in the order of their numbers.
void DeadEntries::findEntries() {
  const MappedArray<uint64_t>& references = mark_.references();
  MarkTree::Cursor above[kMostLevels] = {MarkTree::Cursor(mark_.tree()),
                                         MarkTree::Cursor(mark_.tree()),
                                         MarkTree::Cursor(mark_.tree())};
  size_t next = 0;
  for (uint32_t number = 0; number < strong_ && next < references.size(); ++number) {
    if (mark_.addressOf(number) != references[next]) continue;
    const Referent referent = referents_[next++];
    const bool dead = referent == Referent::Waits || referent == Referent::Queued;
    if (referent == Referent::Softly || (dead && takesOut_))
      addEntry(number, above);
    else
      fates_[number] = kSpared;
  }
}

// What was taken out of its table may be on its way to its queue: the collector's list leads there, by roots of their own.
// There is room for one of each reference.
void DeadEntries::addEntry(uint32_t reference, MarkTree::Cursor (&above)[kMostLevels]) {
  uint32_t number = reference;
  for (MarkTree::Cursor& cursor : above) {
    const uint32_t parent = cursor.parentOf(number);
    const bool other = number != reference;
    const uint32_t klass = other ? klassOf(number) : Klasses::kNone;
    if (other && reader_.klasses()[klass].kind != ObjectKind::Instance) return;
    const bool root = mark_.addressOf(parent) == 0 && !mark_.isRestOfArray(parent);
    if (root ? !other : isPart(number, parent)) {
      entries_.push({number, klass});
      return;
    }
    if (root) return;
    number = parent;
  }
}

// An element of an array, the rest of a large one included, or a link behind another of its class.
bool DeadEntries::isPart(uint32_t number, uint32_t parent) const {
  if (mark_.addressOf(parent) == 0) return true;
  const uint32_t klass = klassOf(parent);
  return reader_.klasses()[klass].kind == ObjectKind::ObjectArray || klass == klassOf(number);
}

bool DeadEntries::keepTables() {
  MappedArray<uint32_t> held;
  if (!held.reserve(reader_.klasses().size())) return false;
  for (size_t i = 0; i < entries_.size(); ++i)
    if (entries_[i].klass != Klasses::kNone) ++held[entries_[i].klass];
  for (size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (entry.klass == Klasses::kNone ||
        uint64_t{kTablePart} * held[entry.klass] >= entries_.size())
      fates_[entry.number] = kEntry;
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
  MarkTree::Cursor above(mark_.tree());
  for (uint32_t number = 0; number < strong_; ++number) {
    const uint32_t parent = above.parentOf(number);
    const Fate fate = fateOf(number, parent);
    const bool goes = fate == kEntry || fate == kHangs;
    fates_[number] = fate;
    // What hangs lies beside what hangs.
    if (goes && strong_ - number > kAhead)
      __builtin_prefetch(reinterpret_cast<const void*>(mark_.addressOf(number + kAhead)));
    if (parent != siblings.parent) {
      bytes += tablePart(siblings);
      siblings = {parent};
    }
    ++siblings.count;
    if (fate == kEntry) ++siblings.entries;
    const uint64_t address = mark_.addressOf(number);
    if (goes && address != 0) bytes += reader_.bytesOf(address, reader_.klasses()[klassOf(number)]);
  }
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

// What instrumented code keeps in place of log entries where a handler needs no more: the latest values of a
// field by allocation site (ISL_KEEPS_LATEST, written by java/IslLatest.java), or how often elements of an
// array were accessed (ISL_ADDS, java/IslCounts.java).
//
// Tables of a thread lie in the memory behind its log. A slot for values serves the fields of one number in
// objects of one site: what its region of the site's history is for. One for counts serves one array and
// kind of access. A slot is given away, and taken back, by its own thread while that drains its log: at
// that moment the thread writes to neither, so that the accesses of one field at one site are all in the log
// or all in the slot until it drains again, and their order is kept.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "events/LogEntry.h"
#include "store/Site.h"

namespace isl {

// How a table lies in memory; the same for all threads.
struct SlotLayout {
  // The slots of one site, or of one array, begin at one of these and follow each other by place.
  static constexpr uint32_t kStartBits = 12, kPlaces = 128;
  static constexpr uint32_t kSlots = (1u << kStartBits) + kPlaces - 1;
  // No slot has the first two places, which stand for "not known yet" and "logged" (IslLatest.places).
  static constexpr uint32_t kLogged = 1, kFirstPlace = 2;
  static constexpr size_t kKeys = 64u << 12;  // with a higher key all is logged
  static constexpr uint32_t kHeadBytes = 16;
  // Longer regions are rare, and their tables would be large: they are logged.
  static constexpr uint32_t kMaxWindow = 60;
  // Of accesses in a row compiled code may leave out all counts but the last one: so many values at most, by far,
  // may be in a ring that its count does not tell of.
  static constexpr uint32_t kUnseen = 3;

  bool wanted = false;  // else there are no such tables
  uint32_t window = 0;  // values that matter; 0: only their number
  uint32_t room = 0;  // places of a ring, a power of two; a few more, as the thread goes on writing

  static SlotLayout ofValues(uint32_t window) {
    if (window == 0 || window > kMaxWindow) return {};
    uint32_t room = 8;
    while (room < window + 1 + kUnseen) room *= 2;
    return {true, window, room};
  }
  static SlotLayout ofCounts() { return {true, 0, 0}; }
  uint32_t slotBytes() const { return kHeadBytes + room * 8; }
  size_t bytes() const { return wanted ? size_t{kSlots} * slotBytes() : 0; }
};

// Guarded by the lock of the EventEngine, but for what the thread writes to slots.
class SlotTable {
 public:
  // `memory`: zeroed, layout.bytes() of it; outlives the table.
  SlotTable(const SlotLayout& layout, void* memory);

  // What tells the slots of a site or an array: the word of its objects, or of the array, without the epoch;
  // never 0.
  static uint32_t tagOf(uint32_t word) { return word | kEpochMask; }
  // The slot for a place: kFirstPlace and the number of a field, less than kPlaces, or a key. IslLatest and
  // IslCounts work it out, too. Of two places below kPlaces, the same slot has not the same tag.
  static uint32_t slotOf(uint32_t tag, uint32_t place) {
    const uint32_t start = tag * 0x9E33C6EFu >> (32 - SlotLayout::kStartBits);
    return start + place % SlotLayout::kPlaces;
  }

  // Of the slot's latest values, oldest first, and of how many there were since the last time.
  struct Batch {
    const LogEntry* first;  // the entry of which each value stands for another
    const uint64_t* values;
    uint32_t kept;
    uint64_t total;
  };

  // By the thread itself, behind its drained log: the slot is for accesses like `entry` from now on,
  // unless another field makes more use of it. `f` runs what it holds by now.
  template <typename F>
  void offer(const LogEntry& entry, uint32_t place, F&& f) {
    const uint32_t tag = tagOf(entry.word);
    const uint32_t index = slotOf(tag, place);
    Slot& slot = slotAt(index);
    if (slot.tag == 0) {
      numbers_[index] = static_cast<uint16_t>(owners_.size());
      owners_.emplace_back().slot = &slot;
    } else {
      Owner& owner = owners_[numbers_[index]];
      if ((slot.tag == tag && slot.place == place) || !yields(owner)) return;
      flush(owner, f);
    }
    slot.place = place;
    slot.tag = tag;
    owners_[numbers_[index]].entry = entry;
  }
  void drained() { drains_++; }

  // Any thread: runs what has come since the last time.
  template <typename F>
  void flushAll(F&& f) {
    for (Owner& owner : owners_) flush(owner, f);
  }

 private:
  struct Slot {
    uint32_t place, tag;  // 0: free
    std::atomic<uint64_t> count;
  };
  static_assert(sizeof(Slot) == SlotLayout::kHeadBytes, "IslLatest.VALUES_OFFSET");
  static_assert(offsetof(Slot, tag) == 4, "IslLatest.TAG_OFFSET");
  static_assert(offsetof(Slot, count) == 8, "IslLatest.COUNT_OFFSET");
  // Of a slot that is in use; it stays so.
  struct Owner {
    LogEntry entry{};
    Slot* slot = nullptr;
    uint64_t run = 0;     // of the slot's values, those that have been run
    uint64_t seen = 0;    // how many there were
    uint32_t seenAt = 0;  // in this drain
  };

  Slot& slotAt(uint32_t index) {
    return *reinterpret_cast<Slot*>(memory_ + size_t{index} * layout_.slotBytes());
  }
  bool yields(Owner& owner) const;
  // The values of the slot that matter: their number; `total` counts all.
  uint32_t copy(const Owner& owner, uint64_t& total);

  template <typename F>
  void flush(Owner& owner, F&& f) {
    uint64_t total = 0;
    const uint32_t kept = copy(owner, total);
    if (total == 0) return;
    owner.run += total;
    f(Batch{&owner.entry, values_.data(), kept, total});
  }

  SlotLayout layout_;
  unsigned char* memory_;
  uint32_t drains_ = 1;
  static_assert(SlotLayout::kSlots <= UINT16_MAX, "numbers_");
  std::vector<uint16_t> numbers_;  // of a slot in use: whose it is; most pages are never touched
  std::vector<Owner> owners_;
  std::vector<uint64_t> values_;  // of one slot
};

}  // namespace isl

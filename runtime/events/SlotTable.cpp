#include "events/SlotTable.h"

#include <algorithm>

namespace isl {
namespace {

constexpr uint64_t kFewUses = 64;  // since another field asked for the slot, in an earlier drain

}  // namespace

SlotTable::SlotTable(const SlotLayout& layout, void* memory)
    : layout_(layout), memory_(static_cast<unsigned char*>(memory)), numbers_(SlotLayout::kSlots),
      values_(layout.room) {}

// If it was hardly used between two drains that found it wanted.
bool SlotTable::yields(Owner& owner) const {
  if (owner.seenAt == drains_) return false;
  const uint64_t count = owner.slot->count.load(std::memory_order_relaxed);
  const bool idle = owner.seenAt != 0 && count - owner.seen < kFewUses;
  owner.seen = count;
  owner.seenAt = drains_;
  return idle;
}

// The thread may write meanwhile: to the place behind the last value at any time, and to few more before the
// count tells of that. What it may have overwritten is read again.
uint32_t SlotTable::copy(const Owner& owner, uint64_t& total) {
  const Slot& slot = *owner.slot;
  const uint64_t* const ring = reinterpret_cast<const uint64_t*>(&slot + 1);
  uint64_t end = slot.count.load(std::memory_order_acquire);
  if (layout_.window == 0) {
    total = end - owner.run;
    return 0;
  }
  for (;;) {
    const uint64_t fresh = end - owner.run;
    const uint64_t kept = std::min<uint64_t>(fresh, layout_.window);
    for (uint64_t i = 0; i < kept; i++) {
      // Acquire, so that the count below is read after the values; no fence, which ThreadSanitizer lacks.
      values_[i] = __atomic_load_n(&ring[(end - kept + i) & (layout_.room - 1)], __ATOMIC_ACQUIRE);
    }
    const uint64_t now = slot.count.load(std::memory_order_relaxed);
    if (now - (end - kept) + SlotLayout::kUnseen < layout_.room) {
      total = fresh;
      return static_cast<uint32_t>(kept);
    }
    end = now;
  }
}

}  // namespace isl

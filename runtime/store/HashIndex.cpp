#include "store/HashIndex.h"

namespace isl {

// False: the hash was there.
bool HashIndex::insert(const Slot& slot) {
  size_t at = homeOf(slot.hash);
  while (slots_[at].id != 0 && slots_[at].hash != slot.hash) at = next(at);
  const bool fresh = slots_[at].id == 0;
  slots_[at] = slot;
  return fresh;
}

// What follows moves up where it would not be found any more.
void HashIndex::erase(uint32_t hash) {
  if (find(hash) == 0) return;
  size_t gap = homeOf(hash);
  while (slots_[gap].hash != hash) gap = next(gap);
  const size_t mask = slots_.size() - 1;
  for (size_t at = next(gap); slots_[at].id != 0; at = next(at)) {
    const size_t way = (at - homeOf(slots_[at].hash)) & mask;
    if (way < ((at - gap) & mask)) continue;
    slots_[gap] = slots_[at];
    gap = at;
  }
  slots_[gap] = {};
  used_--;
}

void HashIndex::grow() {
  std::vector<Slot> before(slots_.empty() ? kFirstSlots : 2 * slots_.size());
  before.swap(slots_);
  shift_ = 32 - static_cast<uint32_t>(__builtin_ctzll(slots_.size()));
  for (const Slot& slot : before)
    if (slot.id != 0) insert(slot);
}

}  // namespace isl

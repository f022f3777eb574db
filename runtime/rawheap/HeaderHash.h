// Identity hashes in object headers: the identity of an object that has no word of ours for it, as an array has not.
//
// A header that is neither locked nor biased keeps the hash that the VM gives an object when it is first asked for, and
// never changes again; so one that is put there while the world stands still is what the VM will answer from then on.
// The VM's own tables tell where. Thread: the one that marks; reads and writes the heap (GuardedReads).
#pragma once

#include <cstdint>
#include <cstring>

#include "rawheap/Memory.h"
#include "rawheap/VmTables.h"

namespace isl::rawheap {

class HeaderHash {
 public:
  // False: the tables do not tell, and no object has a hash here.
  bool resolve(const VmTables& tables) {
    const auto shift = tables.constant("markWord::hash_shift");
    const auto bits = tables.constant("markWord::hash_bits");
    const auto unlocked = tables.constant("markWord::unlocked_value");
    const auto locks = tables.constant("markWord::lock_mask_in_place");
    if (!shift || !bits || !unlocked || !locks || *bits <= 0 || *bits > 32) return false;
    shift_ = static_cast<uint32_t>(*shift);
    mask_ = (uint64_t{1} << *bits) - 1;
    unlocked_ = static_cast<uint64_t>(*unlocked);
    locks_ = static_cast<uint64_t>(*locks);
    // Up to 17 a third bit says that the header belongs to a thread.
    if (const auto biased = tables.constant("markWord::biased_lock_mask_in_place"))
      locks_ |= static_cast<uint64_t>(*biased);
    return true;
  }
  bool known() const { return mask_ != 0; }

  // 0: it has none, or is locked.
  uint32_t of(uint64_t object) const {
    const uint64_t mark = loadWord(object);
    return (mark & locks_) != unlocked_ ? 0 : static_cast<uint32_t>(mark >> shift_ & mask_);
  }
  // Gives a hash to an object that has none. False: it is locked.
  bool put(uint64_t object, uint32_t hash) const {
    uint64_t mark = loadWord(object);
    if (!known() || (mark & locks_) != unlocked_) return false;
    mark |= (hash & mask_) << shift_;
    memcpy(reinterpret_cast<void*>(object), &mark, sizeof mark);
    return true;
  }
  uint64_t mask() const { return mask_; }

 private:
  uint32_t shift_ = 0;
  uint64_t mask_ = 0, unlocked_ = 0, locks_ = 0;
};

}  // namespace isl::rawheap

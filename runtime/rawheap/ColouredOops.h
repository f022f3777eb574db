// References of ZGC. Beside the address they have bits for the phase of a collection in which somebody looked at them last,
// its colour; what has an older one may have moved since, and a table of the page that it lay in tells where to.
//
// Without generations (17, and the usual one up to 22) the colour is in the uppermost bits, and the heap is mapped once for
// each of three. With them it is below the address, with bits for the young and the old one, each of which has tables of its
// own.
// Source: what libjvm exports of ZGC for the Serviceability Agent. The generations' tables are not in it; they are found in
// the VM's heap by what lies before them. x86-64.
//
// Thread: the one that marks, while the world is stopped; reads may fault (GuardedReads).
#pragma once

#include <cstdint>

#include "rawheap/Reason.h"
#include "rawheap/VmTables.h"

namespace isl::rawheap {

class ZTables;

class ColouredOops {
 public:
  // After VMInit, any thread. `heap`: where the VM's ZHeap is; `bytes`: of the addresses that it has reserved.
  bool resolve(const VmTables& tables, uint64_t heap, uint64_t bytes, Reason& reason);
  // Which colour is the present one. First in each pass.
  void look();
  // Are objects being moved just now, or about to be? Without generations that goes on while the world is stopped, and what
  // JVMTI looks at is moved in any release.
  bool moving() const;
  // Does the collector link references while the world is stopped? Then no two marks need meet the same order.
  bool marksWhileStopped() const { return !generations_; }

  // 0: null.
  uint64_t decode(uint64_t raw) const {
    return __builtin_expect((raw & bad_) == 0, 1) ? raw >> shift_ : decodeStale(raw);
  }
  // As the VM would write it now.
  uint64_t encode(uint64_t address) const { return address << shift_ | written_; }
  // What a JNI handle holds; local ones have no colour where there are generations.
  uint64_t ofHandle(uint64_t raw, bool local) const {
    return local && generations_ ? raw : decode(raw);
  }
  // Of what lies at offset 0.
  uint64_t base() const { return base_; }

  static constexpr uint32_t kGranuleShift = 21;  // of the VM's tables by address

 private:
  static constexpr uint64_t kNowhere = 1;  // no object's address

  bool resolveColours(ZTables& lookup, Reason& reason);
  bool resolveForwarding(ZTables& lookup, uint64_t heap, Reason& reason);
  bool findGenerations(ZTables& lookup, uint64_t heap, Reason& reason);
  uint64_t decodeStale(uint64_t raw) const;
  uint64_t decodeOfGeneration(uint64_t raw) const;
  uint64_t forwardingOf(uint64_t map, uint64_t offset) const;
  uint64_t forwarded(uint64_t forwarding, uint64_t offset) const;
  bool movingIn(uint64_t map) const;

  bool generations_ = false;
  // Where the VM has its globals; `weakBad` and `phase` without generations.
  uint64_t goodAt_ = 0, badAt_ = 0, weakBadAt_ = 0, phaseAt_ = 0, shiftAt_ = 0, writtenAt_ = 0;
  uint32_t relocating_ = 0;  // the phase in which objects move
  // Where the pointers to tables of forwardings are; without generations the first alone.
  uint64_t youngMap_ = 0, oldMap_ = 0;
  uint64_t granules_ = 0;
  // Offsets in a forwarding.
  uint32_t start_ = 0, alignment_ = 0, entries_ = 0, length_ = 0, references_ = 0;

  // See look().
  uint64_t offsetMask_ = 0, base_ = 0;
  uint64_t good_ = 0, bad_ = 0, weakBad_ = 0, written_ = 0;
  uint32_t shift_ = 0;
};

}  // namespace isl::rawheap

#include "rawheap/ColouredOops.h"

#include <algorithm>

#include "rawheap/Memory.h"
#include "rawheap/ZTables.h"

namespace isl::rawheap {
namespace {

// With generations: which of four bits is set tells the colour for the old generation (the upper bit of its number) and for
// the young one (the lower). The address begins behind that bit.
constexpr uint32_t kRemappedShift = 12;
constexpr uint64_t kRemappedBits = 15, kRememberedBits = 3u << 4;

constexpr uint32_t kMarking = 0;  // the phase that begins a collection, without generations

// An entry of a forwarding: a bit that it is in use, 45 bits of the new offset, 18 of the old place in its page.
constexpr uint32_t kFromShift = 46;
constexpr uint64_t kToBits = (uint64_t{1} << 45) - 1;

// The VM's hash of such a place (Thomas Wang's for 32 bits).
uint32_t hashOf(uint32_t key) {
  key = ~key + (key << 15);
  key ^= key >> 12;
  key += key << 2;
  key ^= key >> 4;
  key *= 2057;
  return key ^ key >> 16;
}

}  // namespace

bool ColouredOops::resolve(const VmTables& tables, uint64_t heap, uint64_t bytes, Reason& reason) {
#ifndef __x86_64__
  return reason.give("the heap of -XX:+UseZGC is read on x86-64 alone");
#endif
  ZTables lookup(tables, reason);
  granules_ = bytes >> kGranuleShift;
  generations_ = lookup.has("ZGlobalsForVMStructs", "_ZPointerLoadShift");
  if (!resolveColours(lookup, reason) || !resolveForwarding(lookup, heap, reason)) return false;
  look();
  return true;
}

bool ColouredOops::resolveColours(ZTables& lookup, Reason& reason) {
  const uint64_t mask = lookup.global("_ZAddressOffsetMask");
  if (generations_) {
    goodAt_ = lookup.global("_ZPointerLoadGoodMask");
    badAt_ = lookup.global("_ZPointerLoadBadMask");
    shiftAt_ = lookup.global("_ZPointerLoadShift");
    writtenAt_ = lookup.global("_ZPointerStoreGoodMask");
  } else {
    goodAt_ = lookup.global("_ZAddressGoodMask");
    badAt_ = lookup.global("_ZAddressBadMask");
    weakBadAt_ = lookup.global("_ZAddressWeakBadMask");
    phaseAt_ = lookup.global("_ZGlobalPhase");
    relocating_ = static_cast<uint32_t>(lookup.constant("ZPhaseRelocate"));
  }
  if (reason.given()) return false;
  if (mask == 0 || goodAt_ == 0 || badAt_ == 0 || (generations_ ? shiftAt_ : phaseAt_) == 0)
    return reason.give("ZGC is not initialised yet");
  offsetMask_ = loadWord(mask);
  if (lookup.constant("ZGranuleSizeShift") != kGranuleShift)
    return reason.give("ZGC's pages are not of 2 MB");
  return true;
}

bool ColouredOops::resolveForwarding(ZTables& lookup, uint64_t heap, Reason& reason) {
  start_ = lookup.offset("ZForwarding", "_virtual") + lookup.offset("ZVirtualMemory", "_start");
  alignment_ = lookup.offset("ZForwarding", "_object_alignment_shift");
  length_ = lookup.offset("ZForwarding", "_entries") +
            lookup.offset("ZAttachedArrayForForwarding", "_length");
  references_ = lookup.offset("ZForwarding", "_ref_count");
  entries_ = static_cast<uint32_t>(lookup.sizeOf("ZForwarding"));  // they follow it
  if (generations_) return findGenerations(lookup, heap, reason);
  youngMap_ = heap + lookup("ZHeap", "_forwarding_table") + lookup("ZForwardingTable", "_map") +
              lookup("ZGranuleMapForForwarding", "_map");
  return !reason.given();
}

// A generation has its number, a pointer to the heap's pages, one to their table, and then its table of forwardings, which
// is no longer than that: both by address.
bool ColouredOops::findGenerations(ZTables& lookup, uint64_t heap, Reason& reason) {
  const uint64_t pages = heap + lookup("ZHeap", "_page_allocator");
  const uint64_t table = heap + lookup("ZHeap", "_page_table");
  const uint64_t map =
      lookup("ZForwardingTable", "_map") + lookup("ZGranuleMapForForwarding", "_map");
  const uint64_t end = heap + lookup.sizeOf("ZHeap");
  if (reason.given()) return false;
  const uint64_t length = loadWord(table);
  uint32_t found = 0;
  for (uint64_t at = heap + 8; at + 16 + map < end; at += 8) {
    const uint64_t granules = loadWord(at + 16);
    const auto number = load<uint8_t>(at - 8);
    if (loadWord(at) != pages || loadWord(at + 8) != table || number > 1 || granules > length)
      continue;
    (number == 0 ? youngMap_ : oldMap_) = at + 16 + map;
    granules_ = std::min(granules_, granules);
    ++found;
  }
  return (found == 2 && youngMap_ != 0 && oldMap_ != 0 && granules_ != 0) ||
         reason.give("where ZGC's generations are cannot be found out");
}

void ColouredOops::look() {
  good_ = loadWord(goodAt_);
  bad_ = loadWord(badAt_);
  if (generations_) {
    shift_ = static_cast<uint32_t>(loadWord(shiftAt_));
    written_ = loadWord(writtenAt_);
    base_ = offsetMask_ + 1;
  } else {
    weakBad_ = loadWord(weakBadAt_);
    base_ = good_;
  }
}

// Without generations the collector's threads do not stop with the program's: in the phase before objects move they clear
// references and take up other tables of forwardings.
bool ColouredOops::moving() const {
  if (generations_) return movingIn(youngMap_) || movingIn(oldMap_);
  const auto phase = load<uint32_t>(phaseAt_);
  return phase != kMarking && (phase != relocating_ || movingIn(youngMap_));
}

// A forwarding is referred to until all objects of its page have moved.
bool ColouredOops::movingIn(uint64_t map) const {
  const uint64_t entries = loadWord(map);
  uint64_t last = 0;
  for (uint64_t i = 0; i < granules_; ++i) {
    const uint64_t forwarding = loadWord(entries + i * 8);
    if (forwarding == 0 || forwarding == last) continue;
    if (load<int32_t>(forwarding + references_) != 0) return true;
    last = forwarding;
  }
  return false;
}

uint64_t ColouredOops::decodeStale(uint64_t raw) const {
  if (generations_) return decodeOfGeneration(raw);
  const uint64_t offset = raw & offsetMask_;
  if ((raw & weakBad_) == 0) return offset | base_;
  return forwarded(forwardingOf(youngMap_, offset), offset) | base_;
}

// The colour tells which generation has moved it, but where it is stale for both. Only the old one's references between its
// own objects have both of the bits that say so; else it is the generation that knows the page.
uint64_t ColouredOops::decodeOfGeneration(uint64_t raw) const {
  const uint64_t bits = raw >> kRemappedShift & kRemappedBits;
  if (raw >> (kRemappedShift + 4) == 0) return 0;
  if (bits == 0 || (bits & (bits - 1)) != 0) return kNowhere;
  const auto number = static_cast<uint32_t>(__builtin_ctzll(bits));
  const uint64_t address = raw >> (kRemappedShift + 1 + number);
  if (address == 0) return 0;
  const uint64_t offset = address & offsetMask_;
  const auto now =
      static_cast<uint32_t>(__builtin_ctzll((good_ >> kRemappedShift & kRemappedBits) | 16));
  const bool oldIsGood = number >> 1 == now >> 1, youngIsGood = ((number ^ now) & 1) == 0;
  uint64_t forwarding = 0;
  if (!youngIsGood && (oldIsGood || (raw & kRememberedBits) != kRememberedBits))
    forwarding = forwardingOf(youngMap_, offset);
  if (!oldIsGood && forwarding == 0) forwarding = forwardingOf(oldMap_, offset);
  return forwarded(forwarding, offset) + base_;
}

uint64_t ColouredOops::forwardingOf(uint64_t map, uint64_t offset) const {
  const uint64_t granule = offset >> kGranuleShift;
  return granule < granules_ ? loadWord(loadWord(map) + granule * 8) : 0;
}

// What has not moved yet, or lay where nothing moves, is where it was.
uint64_t ColouredOops::forwarded(uint64_t forwarding, uint64_t offset) const {
  if (forwarding == 0) return offset;
  const uint64_t length = loadWord(forwarding + length_);
  const uint64_t from =
      (offset - loadWord(forwarding + start_)) >> (loadWord(forwarding + alignment_) & 63);
  uint64_t place = hashOf(static_cast<uint32_t>(from)) & (length - 1);
  for (uint64_t i = 0; i < length; ++i, place = (place + 1) & (length - 1)) {
    const uint64_t entry = loadWord(forwarding + entries_ + place * 8);
    if ((entry & 1) == 0) break;
    if (entry >> kFromShift == from) return entry >> 1 & kToBits;
  }
  return offset;
}

}  // namespace isl::rawheap

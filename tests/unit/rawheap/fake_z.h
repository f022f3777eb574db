// A made-up VM with ZGC, with and without generations.
#pragma once

#include "fake_vm.h"

namespace isl::rawheap::test {

constexpr uint64_t kMB = 1 << 20, kReserved = 16 * kMB;  // for a heap of 1 MB

// The tables of a VM with ZGC, and its globals.
struct FakeZ {
  static constexpr uint64_t kHeapBytes = 512, kForwardingBytes = 64;
  static constexpr uint32_t kHeap = 192, kPages = 16, kPageTable = 32, kForwardings = 48;

  FakeVm vm;
  uint64_t good, bad, weakBad, offsetMask = (uint64_t{1} << 42) - 1, shift = 0, written = 0;
  uint32_t phase = 0;
  uint64_t globals[8] = {};
  uint64_t heap, pages[kReserved >> 21] = {}, young[kReserved >> 21] = {},
                                    old[kReserved >> 21] = {};
  ColouredOops oops;
  Reason reason;

  explicit FakeZ(bool generations) : heap(vm.metadata(kHeapBytes)) {
    vm.global("ZGlobalsForVMStructs", "_instance_p", reinterpret_cast<uint64_t>(globals));
    global("_ZAddressOffsetMask", 0, &offsetMask);
    if (generations) {
      // The present colour is Remapped01.
      good = 2 << 12, bad = 13 << 12, shift = 14, written = good | 0x5d0;
      global("_ZPointerLoadGoodMask", 1, &good);
      global("_ZPointerLoadBadMask", 2, &bad);
      global("_ZPointerLoadShift", 3, &shift);
      global("_ZPointerStoreGoodMask", 4, &written);
    } else {
      // It is Remapped, between collections; the others are Marked0, Marked1 and Finalizable.
      good = uint64_t{4} << 42, bad = uint64_t{11} << 42, weakBad = uint64_t{3} << 42, phase = 2;
      global("_ZAddressGoodMask", 1, &good);
      global("_ZAddressBadMask", 2, &bad);
      global("_ZAddressWeakBadMask", 3, &weakBad);
      global("_ZGlobalPhase", 4, &phase);
      vm.constant("ZPhaseRelocate", 2);
    }
    vm.constant("ZGranuleSizeShift", 21);
    vm.field("ZVirtualMemory", "_start", 0);
    vm.field("ZForwarding", "_virtual", 8);
    vm.field("ZForwarding", "_object_alignment_shift", 24);
    vm.field("ZForwarding", "_entries", 32);
    vm.field("ZAttachedArrayForForwarding", "_length", 0);
    vm.field("ZForwarding", "_ref_count", 40);
    vm.type("ZForwarding", kForwardingBytes);
    vm.type("ZHeap", kHeapBytes);
    vm.field("ZHeap", "_page_allocator", kPages);
    vm.field("ZHeap", "_page_table", kPageTable);
    vm.field("ZPageAllocator", "_max_capacity", 8);
    FakeVm::store<uint64_t>(heap + kPages + 8, kMB);
    vm.field("ZPage", "_virtual", 8);
    vm.field("ZPage", "_top", 24);
    vm.field("ZPageTable", "_map", 0);
    vm.field("ZGranuleMapForPageTable", "_map", 8);
    vm.field("ZForwardingTable", "_map", 0);
    vm.field("ZGranuleMapForForwarding", "_map", 8);
    table(heap + kPageTable, pages);
    if (generations) {
      generation(128, 1, old);
      generation(256, 0, young);
    } else {
      vm.field("ZHeap", "_forwarding_table", kForwardings);
      table(heap + kForwardings, young);
    }
  }
  void global(const char* field, uint32_t place, void* value) {
    vm.field("ZGlobalsForVMStructs", field, place * 8);
    globals[place] = reinterpret_cast<uint64_t>(value);
  }
  static void table(uint64_t at, uint64_t* entries) {
    FakeVm::store<uint64_t>(at, kReserved >> 21);
    FakeVm::store<uint64_t>(at + 8, reinterpret_cast<uint64_t>(entries));
  }
  void generation(uint64_t at, uint64_t number, uint64_t* entries) {
    FakeVm::store<uint64_t>(heap + at, number);
    FakeVm::store<uint64_t>(heap + at + 8, heap + kPages);
    FakeVm::store<uint64_t>(heap + at + 16, heap + kPageTable);
    table(heap + at + 24, entries);
  }
  bool resolve() { return oops.resolve(vm.tables(), heap, kReserved, reason); }

  // A page from this many MB on with so many bytes of objects.
  void page(uint64_t at, uint64_t granules, uint64_t used) {
    const uint64_t page = vm.metadata(64);
    FakeVm::store<uint64_t>(page + 8, at * kMB);
    FakeVm::store<uint64_t>(page + 24, at * kMB + used);
    for (uint64_t i = 0; i < granules; ++i) pages[at / 2 + i] = page;
  }

  // What lay in the page at 4 MB; of 16 places, of which `from` has moved.
  uint64_t forwarding(uint32_t place, uint64_t from, uint64_t to, int32_t references) {
    const uint64_t at = vm.metadata(kForwardingBytes + 16 * 8);
    FakeVm::store<uint64_t>(at + 8, 4 * kMB);
    FakeVm::store<uint64_t>(at + 24, 3);
    FakeVm::store<uint64_t>(at + 32, 16);
    FakeVm::store<int32_t>(at + 40, references);
    const uint64_t index = (from - 4 * kMB) >> 3;
    FakeVm::store<uint64_t>(at + kForwardingBytes + place * 8, index << 46 | to << 1 | 1);
    return at;
  }
};

}  // namespace isl::rawheap::test

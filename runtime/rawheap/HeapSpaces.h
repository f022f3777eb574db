// The parts of the Java heap that hold objects, for Serial, Parallel, G1 and ZGC. Other collectors are refused: Shenandoah
// moves objects while the program runs, Epsilon is not worth a way of its own.
//
// Source: Universe::_collectedHeap and the fields of each collector's heap in VmTables; names of 17 and 25 differ.
#pragma once

#include <cstdint>

#include "rawheap/ColouredOops.h"
#include "rawheap/Places.h"
#include "rawheap/Reason.h"
#include "rawheap/VmTables.h"

namespace isl::rawheap {

enum class Collector : uint8_t { None, Serial, Parallel, G1, Z };

const char* name(Collector collector);

class HeapSpaces {
 public:
  // Objects lie in [bottom, top).
  struct Range {
    uint64_t bottom = 0, top = 0;
  };

  // After VMInit, any thread.
  bool resolve(const VmTables& tables, Reason& reason);

  Collector collector() const { return collector_; }
  // How references are written; null: as addresses, compressed or not.
  const ColouredOops* colours() const { return collector_ == Collector::Z ? &colours_ : nullptr; }

  // The rest reads memory that the program changes: only while the world is stopped.

  // First in each pass: what changes from one collection to the next. False: a reason, or objects are moving just now
  // (see moving()) and the next pass may find them at rest.
  bool look(Reason& reason);
  // That was why look() failed.
  bool moving() const { return moving_; }
  // The VM ends and has stopped its collector, maybe among the objects that it moves.
  void endCollections() { ended_ = true; }

  // What the heap may ever be, committed or not.
  uint64_t base() const { return base_; }
  uint64_t reservedBytes() const { return bytes_; }
  // With at most so many bytes of places; what lies in the gap of a folded heap has none.
  Places places(uint64_t most) const { return placesOf(base_, bytes_, most); }
  // May an object start here? False for what lies in a free region or above a top.
  bool contains(uint64_t address) const;
  // Bytes below the tops, dead objects included.
  uint64_t usedBytes() const;
  // Calls `each(Range)`; of a humongous object of G1 the first region's range holds all of it.
  template <typename Each>
  void forEach(Each&& each) const {
    if (collector_ == Collector::G1) {
      for (uint64_t i = 0; i < regionCount(); ++i) {
        const Range range = region(i);
        if (range.top > range.bottom) each(range);
      }
      return;
    }
    if (collector_ == Collector::Z) return forEachPage(each);
    for (uint32_t i = 0; i < spaces_; ++i) each(space(i));
  }

 private:
  static constexpr uint32_t kMostSpaces = 4;

  bool resolveReserved(const VmTables& tables, uint64_t heap, Reason& reason);
  bool resolveG1(const VmTables& tables, uint64_t heap, Reason& reason);
  bool resolveParallel(const VmTables& tables, Reason& reason);
  bool resolveSerial(const VmTables& tables, uint64_t heap, Reason& reason);
  bool resolveZ(const VmTables& tables, uint64_t heap, Reason& reason);
  Range space(uint32_t i) const;
  uint64_t regionCount() const;
  // Empty for a free region and for what continues a humongous one.
  Range region(uint64_t i) const;
  Range page(uint64_t granule) const;
  template <typename Each>
  void forEachPage(Each&& each) const {
    const uint64_t granules = bytes_ >> ColouredOops::kGranuleShift;
    for (uint64_t i = 0; i < granules; ++i) {
      const Range range = page(i);
      // Of a page that takes several granules the first tells.
      if (range.top > range.bottom && (range.bottom - base_) >> ColouredOops::kGranuleShift == i)
        each(range);
    }
  }

  Collector collector_ = Collector::None;
  uint64_t base_ = 0, bytes_ = 0;
  // Serial and Parallel: where the VM keeps the pointer to each space.
  uint64_t spacePointers_[kMostSpaces] = {};
  uint32_t spaces_ = 0;
  uint32_t bottom_ = 0, top_ = 0;  // offsets in a space or region
  // G1.
  uint64_t regionTable_ = 0;  // address of the table's base pointer
  uint64_t regionLength_ = 0;
  uint32_t regionShift_ = 0, regionType_ = 0;
  uint32_t freeTag_ = 0, continuesTag_ = 0;
  // ZGC.
  ColouredOops colours_;
  uint64_t pageTable_ = 0;  // address of the table's pointer
  bool moving_ = false, ended_ = false;
};

}  // namespace isl::rawheap

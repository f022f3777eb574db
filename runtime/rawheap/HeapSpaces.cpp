#include "rawheap/HeapSpaces.h"

#include "rawheap/Memory.h"
#include "rawheap/ZTables.h"

namespace isl::rawheap {
namespace {

// Addresses for each byte that the heap may come to.
constexpr uint64_t kReservedByZ = 16;

// Looks names up in turn and keeps the first that is missing as the reason.
class Lookup {
 public:
  Lookup(const VmTables& tables, Reason& reason) : tables_(tables), reason_(reason) {}

  // Offset of an instance field or address of a static one, under its name of 25 or of 17.
  uint64_t operator()(const char* type, const char* field, const char* oldType = nullptr,
                      const char* oldField = nullptr) {
    auto found = tables_.field(type, field);
    if (!found && (oldType != nullptr || oldField != nullptr)) {
      found = tables_.field(oldType != nullptr ? oldType : type,
                            oldField != nullptr ? oldField : field);
    }
    if (!found) {
      reason_.give("this JVM's tables lack %s::%s", type, field);
      return 0;
    }
    return found->isStatic ? found->address : found->offset;
  }
  uint32_t constant(const char* name, const char* oldName) {
    auto found = tables_.constant(name);
    if (!found) found = tables_.constant(oldName);
    if (!found) reason_.give("this JVM's tables lack %s", name);
    return found ? static_cast<uint32_t>(*found) : 0;
  }
  bool complete() const { return !reason_.given(); }

 private:
  const VmTables& tables_;
  Reason& reason_;
};

}  // namespace

const char* name(Collector collector) {
  switch (collector) {
    case Collector::Serial: return "Serial";
    case Collector::Parallel: return "Parallel";
    case Collector::G1: return "G1";
    case Collector::Z: return "ZGC";
    case Collector::None: break;
  }
  return "none";
}

bool HeapSpaces::resolve(const VmTables& tables, Reason& reason) {
  for (const char* refused : {"UseShenandoahGC", "UseEpsilonGC"}) {
    if (tables.flag(refused)) return reason.give("the heap of -XX:+%s is not read", refused);
  }
  Lookup lookup(tables, reason);
  const uint64_t collectedHeap = lookup("Universe", "_collectedHeap");
  if (!lookup.complete()) return false;
  const uint64_t heap = loadWord(collectedHeap);
  if (heap == 0) return reason.give("the JVM has no heap yet");
  if (tables.flag("UseZGC")) return resolveZ(tables, heap, reason);
  if (!resolveReserved(tables, heap, reason)) return false;
  if (tables.flag("UseG1GC")) return resolveG1(tables, heap, reason);
  if (tables.flag("UseParallelGC")) return resolveParallel(tables, reason);
  if (tables.flag("UseSerialGC")) return resolveSerial(tables, heap, reason);
  return reason.give("the collector is not known: none of Serial, Parallel, G1, ZGC");
}

bool HeapSpaces::resolveReserved(const VmTables& tables, uint64_t heap, Reason& reason) {
  Lookup lookup(tables, reason);
  const uint64_t reserved = heap + lookup("CollectedHeap", "_reserved");
  const uint64_t start = lookup("MemRegion", "_start"), words = lookup("MemRegion", "_word_size");
  if (!lookup.complete()) return false;
  base_ = loadWord(reserved + start);
  bytes_ = loadWord(reserved + words) * 8;
  return base_ != 0 && bytes_ != 0 ? true : reason.give("the JVM has reserved no heap");
}

bool HeapSpaces::resolveG1(const VmTables& tables, uint64_t heap, Reason& reason) {
  Lookup lookup(tables, reason);
  const uint64_t manager = heap + lookup("G1CollectedHeap", "_hrm");
  const uint64_t regions = manager + lookup("G1HeapRegionManager", "_regions", "HeapRegionManager");
  regionTable_ = regions + lookup("G1HeapRegionTable", "_base");
  regionLength_ = regions + lookup("G1HeapRegionTable", "_length");
  const uint64_t shift = lookup("G1HeapRegion", "LogOfHRGrainBytes", "HeapRegion");
  bottom_ = static_cast<uint32_t>(lookup("G1HeapRegion", "_bottom", "HeapRegion"));
  top_ = static_cast<uint32_t>(lookup("G1HeapRegion", "_top", "HeapRegion"));
  regionType_ = static_cast<uint32_t>(lookup("G1HeapRegion", "_type", "HeapRegion") +
                                      lookup("G1HeapRegionType", "_tag", "HeapRegionType"));
  freeTag_ = lookup.constant("G1HeapRegionType::FreeTag", "HeapRegionType::FreeTag");
  continuesTag_ = lookup.constant("G1HeapRegionType::ContinuesHumongousTag",
                                  "HeapRegionType::ContinuesHumongousTag");
  if (!lookup.complete()) return false;
  regionShift_ = load<uint32_t>(shift);
  collector_ = Collector::G1;
  return true;
}

bool HeapSpaces::resolveParallel(const VmTables& tables, Reason& reason) {
  Lookup lookup(tables, reason);
  const uint64_t young = lookup("ParallelScavengeHeap", "_young_gen");
  const uint64_t old = lookup("ParallelScavengeHeap", "_old_gen");
  if (!lookup.complete()) return false;
  spacePointers_[0] = loadWord(young) + lookup("PSYoungGen", "_eden_space");
  spacePointers_[1] = loadWord(young) + lookup("PSYoungGen", "_from_space");
  spacePointers_[2] = loadWord(young) + lookup("PSYoungGen", "_to_space");
  spacePointers_[3] = loadWord(old) + lookup("PSOldGen", "_object_space");
  spaces_ = 4;
  bottom_ = static_cast<uint32_t>(lookup("MutableSpace", "_bottom"));
  top_ = static_cast<uint32_t>(lookup("MutableSpace", "_top"));
  collector_ = Collector::Parallel;
  return lookup.complete();
}

bool HeapSpaces::resolveSerial(const VmTables& tables, uint64_t heap, Reason& reason) {
  Lookup lookup(tables, reason);
  const uint64_t youngField = lookup("SerialHeap", "_young_gen", "GenCollectedHeap");
  const uint64_t oldField = lookup("SerialHeap", "_old_gen", "GenCollectedHeap");
  if (!lookup.complete()) return false;
  const uint64_t young = loadWord(heap + youngField), old = loadWord(heap + oldField);
  spacePointers_[0] = young + lookup("DefNewGeneration", "_eden_space");
  spacePointers_[1] = young + lookup("DefNewGeneration", "_from_space");
  spacePointers_[2] = young + lookup("DefNewGeneration", "_to_space");
  spacePointers_[3] = old + lookup("TenuredGeneration", "_the_space");
  spaces_ = 4;
  bottom_ = static_cast<uint32_t>(lookup("ContiguousSpace", "_bottom", "Space"));
  top_ = static_cast<uint32_t>(lookup("ContiguousSpace", "_top"));
  collector_ = Collector::Serial;
  return lookup.complete();
}

bool HeapSpaces::resolveZ(const VmTables& tables, uint64_t heap, Reason& reason) {
  ZTables lookup(tables, reason);
  const uint64_t z = heap + lookup("ZCollectedHeap", "_heap");
  pageTable_ = z + lookup("ZHeap", "_page_table") + lookup("ZPageTable", "_map") +
               lookup("ZGranuleMapForPageTable", "_map");
  const uint64_t capacity =
      z + lookup("ZHeap", "_page_allocator") + lookup("ZPageAllocator", "_max_capacity");
  bottom_ = static_cast<uint32_t>(lookup("ZPage", "_virtual") + lookup("ZVirtualMemory", "_start"));
  top_ = static_cast<uint32_t>(lookup("ZPage", "_top"));
  if (!lookup.complete()) return false;
  bytes_ = kReservedByZ * loadWord(capacity);
  if (!colours_.resolve(tables, z, bytes_, reason)) return false;
  base_ = colours_.base();
  collector_ = Collector::Z;
  return true;
}

bool HeapSpaces::look(Reason& reason) {
  if (collector_ != Collector::Z) return true;
  colours_.look();
  base_ = colours_.base();
  moving_ = false;  // should the tables be gone
  moving_ = !ended_ && colours_.moving();
  return !moving_ || reason.give("ZGC is moving objects");
}

HeapSpaces::Range HeapSpaces::page(uint64_t granule) const {
  const uint64_t page = loadWord(loadWord(pageTable_) + granule * 8);
  if (page == 0) return {};
  return {base_ + loadWord(page + bottom_), base_ + loadWord(page + top_)};
}

HeapSpaces::Range HeapSpaces::space(uint32_t i) const {
  const uint64_t space = loadWord(spacePointers_[i]);
  return {loadWord(space + bottom_), loadWord(space + top_)};
}

uint64_t HeapSpaces::regionCount() const { return loadWord(regionLength_); }

HeapSpaces::Range HeapSpaces::region(uint64_t i) const {
  const uint64_t region = loadWord(loadWord(regionTable_) + i * 8);
  if (region == 0) return {};  // never committed
  const uint32_t type = load<uint32_t>(region + regionType_);
  if (type == freeTag_ || type == continuesTag_) return {};
  return {loadWord(region + bottom_), loadWord(region + top_)};
}

bool HeapSpaces::contains(uint64_t address) const {
  if (address - base_ >= bytes_) return false;
  if (collector_ == Collector::G1) {
    const uint64_t i = (address - base_) >> regionShift_;
    if (i >= regionCount()) return false;
    const Range range = region(i);
    return address >= range.bottom && address < range.top;
  }
  if (collector_ == Collector::Z) {
    const Range range = page((address - base_) >> ColouredOops::kGranuleShift);
    return address >= range.bottom && address < range.top;
  }
  for (uint32_t i = 0; i < spaces_; ++i) {
    const Range range = space(i);
    if (address >= range.bottom && address < range.top) return true;
  }
  return false;
}

uint64_t HeapSpaces::usedBytes() const {
  uint64_t bytes = 0;
  if (collector_ == Collector::G1) {
    // Regions that continue a humongous object count too.
    for (uint64_t i = 0; i < regionCount(); ++i) {
      const uint64_t region = loadWord(loadWord(regionTable_) + i * 8);
      if (region != 0 && load<uint32_t>(region + regionType_) != freeTag_)
        bytes += loadWord(region + top_) - loadWord(region + bottom_);
    }
    return bytes;
  }
  forEach([&](const Range& range) { bytes += range.top - range.bottom; });
  return bytes;
}

}  // namespace isl::rawheap

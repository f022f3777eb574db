#include "rawheap/PerfCounters.h"

#include <cstring>

#include "rawheap/Memory.h"
#include "rawheap/VmTables.h"

namespace isl::rawheap {
namespace {

// PerfDataPrologue and PerfDataEntry of HotSpot's perfMemory.hpp, in the byte order of the machine.
struct Prologue {
  uint8_t magic[4];  // big-endian 0xcafec0c0
  uint8_t byteOrder, major, minor, accessible;
  int32_t used, overflow;
  int64_t modified;
  int32_t firstEntry, entries;
};
struct Entry {
  int32_t length, name, vectorLength;
  uint8_t type, flags, units, variability;
  int32_t data;
};
constexpr uint8_t kMagic[4] = {0xca, 0xfe, 0xc0, 0xc0};
constexpr uint8_t kMajor = 2;

}  // namespace

PerfCounters PerfCounters::ofThisVm(Reason& reason) {
  VmTables tables;
  if (!tables.readLoadedVm(reason)) return {};
  const auto start = tables.field("PerfMemory", "_start");
  const auto end = tables.field("PerfMemory", "_end");
  const uint64_t from = start && start->isStatic ? load<uint64_t>(start->address) : 0;
  const uint64_t to = end && end->isStatic ? load<uint64_t>(end->address) : 0;
  if (from == 0 || to <= from) {
    reason.give("the VM keeps no performance counters (-XX:-UsePerfData)");
    return {};
  }
  return PerfCounters(reinterpret_cast<const char*>(from), to - from);
}

const int64_t* PerfCounters::find(const char* name) const {
  Prologue head{};
  if (size_ < sizeof head) return nullptr;
  memcpy(&head, memory_, sizeof head);
  if (memcmp(head.magic, kMagic, sizeof kMagic) != 0 || head.major != kMajor) return nullptr;
  uint64_t at = static_cast<uint32_t>(head.firstEntry);
  for (int32_t i = 0; i < head.entries && at + sizeof(Entry) <= size_; i++) {
    Entry entry{};
    memcpy(&entry, memory_ + at, sizeof entry);
    const auto length = static_cast<uint32_t>(entry.length);
    if (length < sizeof entry || length > size_ - at) return nullptr;
    const auto text = static_cast<uint32_t>(entry.name), data = static_cast<uint32_t>(entry.data);
    const bool fits = text < length && data + sizeof(int64_t) <= length && (at + data) % 8 == 0;
    const bool isLong = entry.type == 'J' && entry.vectorLength == 0;
    if (fits && isLong && strncmp(memory_ + at + text, name, length - text) == 0)
      return reinterpret_cast<const int64_t*>(memory_ + at + data);
    at += length;
  }
  return nullptr;
}

}  // namespace isl::rawheap

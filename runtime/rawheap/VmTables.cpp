#include "rawheap/VmTables.h"

#include <dlfcn.h>

#include <cstring>

#include "rawheap/Memory.h"

namespace isl::rawheap {
namespace {

const void* jvmSymbol(const char* name) {
  if (const void* found = dlsym(RTLD_DEFAULT, name)) return found;
  // An embedder may have loaded libjvm with RTLD_LOCAL.
  void* const libjvm = dlopen("libjvm.so", RTLD_LAZY | RTLD_NOLOAD);
  return libjvm == nullptr ? nullptr : dlsym(libjvm, name);
}

template <typename T>
struct Symbol {
  const char* name;
  T* value;
};

template <typename T, size_t N>
bool readSymbols(const Symbol<T> (&symbols)[N], Reason& reason) {
  for (const Symbol<T>& symbol : symbols) {
    const void* const found = jvmSymbol(symbol.name);
    if (found == nullptr) return reason.give("this JVM does not export %s", symbol.name);
    memcpy(symbol.value, found, sizeof(T));
  }
  return true;
}

const char* textAt(const char* entry, uint64_t offset) {
  return load<const char*>(reinterpret_cast<uint64_t>(entry) + offset);
}

template <typename T>
T valueAt(const char* entry, uint64_t offset) {
  return load<T>(reinterpret_cast<uint64_t>(entry) + offset);
}

bool same(const char* a, const char* b) { return a != nullptr && strcmp(a, b) == 0; }

}  // namespace

bool VmTables::readLoadedVm(Reason& reason) {
  Structs& s = source_.structs;
  Types& t = source_.types;
  Constants &i = source_.ints, &l = source_.longs;
  const Symbol<const char*> tables[] = {{"gHotSpotVMStructs", &s.entries},
                                        {"gHotSpotVMTypes", &t.entries},
                                        {"gHotSpotVMIntConstants", &i.entries},
                                        {"gHotSpotVMLongConstants", &l.entries}};
  const Symbol<uint64_t> numbers[] = {{"gHotSpotVMStructEntryArrayStride", &s.stride},
                                      {"gHotSpotVMStructEntryTypeNameOffset", &s.typeName},
                                      {"gHotSpotVMStructEntryFieldNameOffset", &s.fieldName},
                                      {"gHotSpotVMStructEntryIsStaticOffset", &s.isStatic},
                                      {"gHotSpotVMStructEntryOffsetOffset", &s.offset},
                                      {"gHotSpotVMStructEntryAddressOffset", &s.address},
                                      {"gHotSpotVMTypeEntryArrayStride", &t.stride},
                                      {"gHotSpotVMTypeEntryTypeNameOffset", &t.typeName},
                                      {"gHotSpotVMTypeEntrySizeOffset", &t.size},
                                      {"gHotSpotVMIntConstantEntryArrayStride", &i.stride},
                                      {"gHotSpotVMIntConstantEntryNameOffset", &i.name},
                                      {"gHotSpotVMIntConstantEntryValueOffset", &i.value},
                                      {"gHotSpotVMLongConstantEntryArrayStride", &l.stride},
                                      {"gHotSpotVMLongConstantEntryNameOffset", &l.name},
                                      {"gHotSpotVMLongConstantEntryValueOffset", &l.value}};
  return readSymbols(tables, reason) && readSymbols(numbers, reason);
}

std::optional<VmTables::Field> VmTables::field(const char* type, const char* name) const {
  const Structs& s = source_.structs;
  if (s.entries == nullptr) return std::nullopt;
  for (const char* entry = s.entries; textAt(entry, s.typeName) != nullptr; entry += s.stride) {
    if (!same(textAt(entry, s.fieldName), name) || !same(textAt(entry, s.typeName), type)) continue;
    Field field;
    field.isStatic = valueAt<int32_t>(entry, s.isStatic) != 0;
    field.offset = valueAt<uint64_t>(entry, s.offset);
    field.address = valueAt<uint64_t>(entry, s.address);
    return field;
  }
  return std::nullopt;
}

std::optional<uint64_t> VmTables::typeSize(const char* type) const {
  const Types& t = source_.types;
  if (t.entries == nullptr) return std::nullopt;
  for (const char* entry = t.entries; textAt(entry, t.typeName) != nullptr; entry += t.stride)
    if (same(textAt(entry, t.typeName), type)) return valueAt<uint64_t>(entry, t.size);
  return std::nullopt;
}

std::optional<int64_t> VmTables::constant(const char* name) const {
  for (const Constants* table : {&source_.ints, &source_.longs}) {
    if (table->entries == nullptr) continue;
    for (const char* entry = table->entries; textAt(entry, table->name) != nullptr;
         entry += table->stride) {
      if (!same(textAt(entry, table->name), name)) continue;
      if (table == &source_.longs) return valueAt<int64_t>(entry, table->value);
      return valueAt<int32_t>(entry, table->value);
    }
  }
  return std::nullopt;
}

uint64_t VmTables::flagAddress(const char* name) const {
  const auto flags = field("JVMFlag", "flags"), count = field("JVMFlag", "numFlags");
  const auto nameField = field("JVMFlag", "_name"), address = field("JVMFlag", "_addr");
  const auto size = typeSize("JVMFlag");
  if (!flags || !count || !nameField || !address || !size) return 0;
  const uint64_t first = loadWord(flags->address), number = loadWord(count->address);
  for (uint64_t i = 0; i < number; ++i) {
    const uint64_t flag = first + i * *size;
    // The last row of the table is an empty sentinel.
    if (same(load<const char*>(flag + nameField->offset), name))
      return loadWord(flag + address->offset);
  }
  return 0;
}

bool VmTables::flag(const char* name) const {
  const uint64_t address = flagAddress(name);
  return address != 0 && load<uint8_t>(address) != 0;
}

}  // namespace isl::rawheap

#include "base/VmFlags.h"

#include <dlfcn.h>
#include <jni.h>

#include <algorithm>
#include <cstring>

namespace isl {
namespace {

void* jvmSymbol(const char* name) {
  if (void* found = dlsym(RTLD_DEFAULT, name)) return found;
  // An embedder may have loaded libjvm with RTLD_LOCAL.
  static void* const libjvm = dlopen("libjvm.so", RTLD_LAZY | RTLD_NOLOAD);
  return libjvm ? dlsym(libjvm, name) : nullptr;
}

template <typename T>
bool readSymbol(const char* name, T& value) {
  const void* const symbol = jvmSymbol(name);
  if (!symbol) return false;
  memcpy(&value, symbol, sizeof value);
  return true;
}

template <typename T>
T at(const char* base, uint64_t offset) {
  T value;
  memcpy(&value, base + offset, sizeof value);
  return value;
}

bool same(const char* a, const char* b) { return a && strcmp(a, b) == 0; }

// Layout of JVMFlag in this VM; `flags` is null when the tables are missing or incomplete.
struct FlagTable {
  const char* flags = nullptr;
  uint64_t count = 0, stride = 0, nameOffset = 0, addressOffset = 0;
};

bool readFields(FlagTable& table) {
  const char* entry = nullptr;
  uint64_t stride = 0, type = 0, field = 0, offset = 0, address = 0;
  if (!readSymbol("gHotSpotVMStructs", entry) || !entry ||
      !readSymbol("gHotSpotVMStructEntryArrayStride", stride) ||
      !readSymbol("gHotSpotVMStructEntryTypeNameOffset", type) ||
      !readSymbol("gHotSpotVMStructEntryFieldNameOffset", field) ||
      !readSymbol("gHotSpotVMStructEntryOffsetOffset", offset) ||
      !readSymbol("gHotSpotVMStructEntryAddressOffset", address))
    return false;
  int found = 0;
  for (; at<const char*>(entry, type); entry += stride) {
    if (!same(at<const char*>(entry, type), "JVMFlag")) continue;
    const char* const name = at<const char*>(entry, field);
    const char* const fixed = at<const char*>(entry, address);  // of a static field
    if (same(name, "flags"))
      table.flags = at<const char*>(fixed, 0);
    else if (same(name, "numFlags"))
      table.count = at<uint64_t>(fixed, 0);
    else if (same(name, "_name"))
      table.nameOffset = at<uint64_t>(entry, offset);
    else if (same(name, "_addr"))
      table.addressOffset = at<uint64_t>(entry, offset);
    else
      continue;
    ++found;
  }
  return found == 4;
}

bool readSize(FlagTable& table) {
  const char* entry = nullptr;
  uint64_t stride = 0, type = 0, size = 0;
  if (!readSymbol("gHotSpotVMTypes", entry) || !entry ||
      !readSymbol("gHotSpotVMTypeEntryArrayStride", stride) ||
      !readSymbol("gHotSpotVMTypeEntryTypeNameOffset", type) ||
      !readSymbol("gHotSpotVMTypeEntrySizeOffset", size))
    return false;
  for (; at<const char*>(entry, type); entry += stride)
    if (same(at<const char*>(entry, type), "JVMFlag")) table.stride = at<uint64_t>(entry, size);
  return table.stride != 0;
}

FlagTable readFlagTable() {
  FlagTable table;
  if (!readFields(table) || !readSize(table)) table.flags = nullptr;
  return table;
}

// Where the VM keeps the flag's value; null: no such flag.
char* findFlag(const char* name) {
  static const FlagTable table = readFlagTable();
  if (!table.flags) return nullptr;
  for (uint64_t i = 0; i < table.count; ++i) {
    const char* const flag = table.flags + i * table.stride;
    // The last row of the table is an empty sentinel.
    if (same(at<const char*>(flag, table.nameOffset), name))
      return at<char*>(flag, table.addressOffset);
  }
  return nullptr;
}

// Address of a static field that vmStructs lists; null: it does not.
const char* staticField(const char* typeName, const char* fieldName) {
  const char* entry = nullptr;
  uint64_t stride = 0, type = 0, field = 0, address = 0;
  if (!readSymbol("gHotSpotVMStructs", entry) || !entry ||
      !readSymbol("gHotSpotVMStructEntryArrayStride", stride) ||
      !readSymbol("gHotSpotVMStructEntryTypeNameOffset", type) ||
      !readSymbol("gHotSpotVMStructEntryFieldNameOffset", field) ||
      !readSymbol("gHotSpotVMStructEntryAddressOffset", address))
    return nullptr;
  for (; at<const char*>(entry, type); entry += stride) {
    if (same(at<const char*>(entry, type), typeName) &&
        same(at<const char*>(entry, field), fieldName))
      return at<const char*>(entry, address);
  }
  return nullptr;
}

constexpr uint64_t kAll = 100;  // per cent

}  // namespace

std::optional<bool> vmFlag(const char* name) {
  const char* const value = findFlag(name);
  if (!value) return std::nullopt;
  return *value != 0;
}

std::vector<std::string> vmArguments() {
  std::vector<std::string> out;
  const char* const array = staticField("Arguments", "_jvm_args_array");
  const char* const count = staticField("Arguments", "_num_jvm_args");
  if (!array || !count) return out;
  const char* const* const arguments = at<const char* const*>(array, 0);
  for (int i = 0; i < at<int>(count, 0); ++i) out.emplace_back(arguments[i]);
  return out;
}

std::optional<std::string> vmTextFlag(const char* name) {
  const char* const value = findFlag(name);
  if (!value) return std::nullopt;
  const char* const text = at<const char*>(value, 0);
  return text != nullptr ? text : "";
}

uint64_t heapCapacity() {
  using TotalMemory = jlong(JNICALL*)();
  static const auto total = reinterpret_cast<TotalMemory>(jvmSymbol("JVM_TotalMemory"));
  return total == nullptr ? 0 : static_cast<uint64_t>(total());
}

uint64_t largestHeap() {
  using MaxMemory = jlong(JNICALL*)();
  static const auto most = reinterpret_cast<MaxMemory>(jvmSymbol("JVM_MaxMemory"));
  return most == nullptr ? 0 : static_cast<uint64_t>(most());
}

uint64_t freeRatioFor(uint64_t capacity, uint64_t liveBytes, uint64_t asked) {
  if (capacity == 0) return kAll;
  const uint64_t live = std::min(liveBytes, capacity) * kAll / capacity;
  return std::max(asked, std::min(kAll - live, kAll - 1));  // at 100 the heap would only grow
}

KeepHeapSize::KeepHeapSize(uint64_t capacity, uint64_t liveBytes) {
  static uint64_t* const flag = reinterpret_cast<uint64_t*>(findFlag("MaxHeapFreeRatio"));
  if (flag == nullptr) return;
  before_ = __atomic_load_n(flag, __ATOMIC_RELAXED);
  if (before_ >= kAll) return;
  flag_ = flag;
  during_ = freeRatioFor(capacity, liveBytes, before_);
  __atomic_store_n(flag, during_, __ATOMIC_SEQ_CST);
}

KeepHeapSize::~KeepHeapSize() {
  uint64_t expected = during_;  // else somebody else has set the flag meanwhile
  if (flag_ != nullptr) {
    __atomic_compare_exchange_n(flag_, &expected, before_, false, __ATOMIC_SEQ_CST,
                                __ATOMIC_RELAXED);
  }
}

WithoutEscapeBarrier::WithoutEscapeBarrier(bool wanted) {
  if (!wanted) return;
  static char* const flag = findFlag("DoEscapeAnalysis");
  if (flag == nullptr || __atomic_load_n(flag, __ATOMIC_RELAXED) == 0) return;
  flag_ = flag;
  __atomic_store_n(flag_, static_cast<char>(0), __ATOMIC_SEQ_CST);
}

void WithoutEscapeBarrier::end() {
  if (flag_ != nullptr) __atomic_store_n(flag_, static_cast<char>(1), __ATOMIC_SEQ_CST);
  flag_ = nullptr;
}

}  // namespace isl

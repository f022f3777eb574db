#include "agent/VmProbe.h"

#include <dlfcn.h>

#include <charconv>
#include <cstdint>
#include <cstring>

namespace isl {
namespace {

using std::string;

constexpr int kOldest = 17;
constexpr int kNewest = 25;
constexpr char kSupported[] = "supported is HotSpot (OpenJDK and its builds) 17 to 25 on linux x86-64";

// ---- vmStructs: the tables that HotSpot exports for its serviceability tools ----

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
    if (same(name, "flags")) table.flags = at<const char*>(fixed, 0);
    else if (same(name, "numFlags")) table.count = at<uint64_t>(fixed, 0);
    else if (same(name, "_name")) table.nameOffset = at<uint64_t>(entry, offset);
    else if (same(name, "_addr")) table.addressOffset = at<uint64_t>(entry, offset);
    else continue;
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

// ---- what the VM says about itself ----

string property(jvmtiEnv* jvmti, const char* name) {
  char* value = nullptr;
  if (jvmti->GetSystemProperty(name, &value) != JVMTI_ERROR_NONE || !value) return {};
  string copy(value);
  jvmti->Deallocate(reinterpret_cast<unsigned char*>(value));
  return copy;
}

// The leading number of "17", "25-ea", "21.0.4+7"; "1.8" is 8.
int featureOf(const string& version) {
  const char* from = version.data();
  const char* const end = from + version.size();
  if (version.compare(0, 2, "1.") == 0) from += 2;
  int feature = 0;
  return std::from_chars(from, end, feature).ec == std::errc() ? feature : 0;
}

void readInfo(jvmtiEnv* jvmti, VmInfo& info) {
  info.name = property(jvmti, "java.vm.name");
  info.version = property(jvmti, "java.vm.version");
  // In OnLoad the VM knows only its own half of the properties; the library's half comes later.
  for (const char* name : {"java.vm.specification.version", "java.specification.version"})
    if (info.feature == 0) info.feature = featureOf(property(jvmti, name));
  if (info.feature == 0) info.feature = featureOf(info.version);
  info.javaVersion = property(jvmti, "java.version");
  if (info.javaVersion.empty())
    info.javaVersion = info.version.substr(0, info.version.find_first_of("+-"));
}

bool isHotSpot(const string& name) {
  return name.find("HotSpot") != string::npos || name.find("OpenJDK") != string::npos;
}

struct Collector {
  const char* flag;
  const char* name;
};
constexpr Collector kCollectors[] = {{"UseSerialGC", "Serial"},         {"UseParallelGC", "Parallel"},
                                     {"UseG1GC", "G1"},                 {"UseZGC", "ZGC"},
                                     {"UseShenandoahGC", "Shenandoah"}, {"UseEpsilonGC", "Epsilon"}};

string collectorOf(const FlagReader& flag) {
  for (const Collector& collector : kCollectors)
    if (flag(collector.flag).value_or(false)) return collector.name;
  return {};
}

string describe(const VmInfo& info) {
  return (info.name.empty() ? string("a VM without a name") : "`" + info.name + "`") +
         (info.version.empty() ? string() : " " + info.version);
}

string refuseVm(const VmInfo& info) {
#if !defined(__linux__) || !defined(__x86_64__)
  return "found another platform than linux x86-64: the agent's layout of objects is measured there "
         "only; " + string(kSupported) + "; run the program without -agentpath here";
#endif
  if (!isHotSpot(info.name))
    return "found " + describe(info) +
           ": the agent keeps its state in a layout of objects that only HotSpot has; " + kSupported +
           "; start the program with such a java";
  if (info.feature < kOldest || info.feature > kNewest)
    return "found " + describe(info) + ", Java " +
           (info.feature ? std::to_string(info.feature) : string("of unknown version")) +
           ": the agent is tested on Java 17 to 25 only and changes java.lang.Object; " + kSupported +
           "; start the program with such a java";
  return {};
}

string refuseFlags(const VmInfo& info, const FlagReader& flag) {
  const std::optional<bool> compressed = flag("UseCompressedClassPointers");
  if (!compressed || info.collector.empty())
    return "found " + describe(info) +
           ", whose flags cannot be read (no vmStructs in libjvm): without them the agent cannot tell "
           "whether its field fits into the object header's padding; " + kSupported +
           "; use an unmodified build";
  if (!*compressed)
    return "found -XX:-UseCompressedClassPointers: without compressed class pointers the object header "
           "has no room for the agent's field and the VM would crash; remove that flag";
  if (flag("UseCompactObjectHeaders").value_or(false))
    return "found -XX:+UseCompactObjectHeaders: compact headers leave no room for the agent's field and "
           "the VM would crash; add -XX:-UseCompactObjectHeaders for runs under the agent";
  if (info.collector == "Epsilon")
    return "found -XX:+UseEpsilonGC: Epsilon never collects, so the agent cannot tell live objects from "
           "dead ones; use -XX:+UseSerialGC, UseParallelGC, UseG1GC, UseZGC or UseShenandoahGC";
  return {};
}

}  // namespace

std::optional<bool> vmFlag(const char* name) {
  static const FlagTable table = readFlagTable();
  if (!table.flags) return std::nullopt;
  for (uint64_t i = 0; i < table.count; ++i) {
    const char* const flag = table.flags + i * table.stride;
    // The last row of the table is an empty sentinel.
    if (!same(at<const char*>(flag, table.nameOffset), name)) continue;
    const char* const value = at<const char*>(flag, table.addressOffset);
    if (!value) return std::nullopt;
    return *value != 0;
  }
  return std::nullopt;
}

std::string probeVm(jvmtiEnv* jvmti, VmInfo& info, const FlagReader& flag) {
  info = VmInfo();
  readInfo(jvmti, info);
  string error = refuseVm(info);
  if (!error.empty()) return error;
  info.collector = collectorOf(flag);
  return refuseFlags(info, flag);
}

std::string probeVm(jvmtiEnv* jvmti, VmInfo& info) { return probeVm(jvmti, info, vmFlag); }

}  // namespace isl

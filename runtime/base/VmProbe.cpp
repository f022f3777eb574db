#include "base/VmProbe.h"

#include <charconv>

#include "base/JvmtiBuffer.h"

namespace isl {
namespace {

using std::string;

constexpr int kOldest = 17;
constexpr int kNewest = 25;
constexpr int kFirstWithFillers = 19;  // jdk.internal.vm.FillerObject, see agent/OtherHeaders.h
constexpr char kSupported[] = "supported is HotSpot (OpenJDK and its builds) 17 to 25 on linux "
                              "x86-64, experimental on aarch64";

string property(jvmtiEnv* jvmti, const char* name) {
  JvmtiText value(jvmti);
  if (jvmti->GetSystemProperty(name, value.out()) != JVMTI_ERROR_NONE || !value) return {};
  return value.get();
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
constexpr Collector kCollectors[] = {
    {"UseSerialGC", "Serial"}, {"UseParallelGC", "Parallel"},     {"UseG1GC", "G1"},
    {"UseZGC", "ZGC"},         {"UseShenandoahGC", "Shenandoah"}, {"UseEpsilonGC", "Epsilon"}};

string collectorOf(const FlagReader& flag) {
  for (const Collector& collector : kCollectors)
    if (flag(collector.flag).value_or(false)) return collector.name;
  return {};
}

string describe(const VmInfo& info) {
  return (info.name.empty() ? string("a VM without a name") : "`" + info.name + "`") +
         (info.version.empty() ? string() : " " + info.version);
}

Status refuseVm(const VmInfo& info) {
#if !defined(__linux__) || !(defined(__x86_64__) || defined(__aarch64__))
  return Error{
      "found another platform than linux x86-64 or aarch64: the agent's layout of objects is "
      "measured there only; " +
      string(kSupported) + "; run the program without -agentpath here"};
#endif
  if (!isHotSpot(info.name))
    return Error{"found " + describe(info) +
                 ": the agent keeps its state in a layout of objects that only HotSpot has; " +
                 kSupported + "; start the program with such a java"};
  if (info.feature < kOldest || info.feature > kNewest)
    return Error{"found " + describe(info) + ", Java " +
                 (info.feature ? std::to_string(info.feature) : string("of unknown version")) +
                 ": the agent is tested on Java 17 to 25 only and changes java.lang.Object; " +
                 kSupported + "; start the program with such a java"};
  return {};
}

Status refuseFlags(const VmInfo& info, const FlagReader& flag) {
  const std::optional<bool> compressed = flag("UseCompressedClassPointers");
  if (!compressed || info.collector.empty())
    return Error{
        "found " + describe(info) +
        ", whose flags cannot be read (no vmStructs in libjvm): without them the agent cannot "
        "tell "
        "whether its field fits into the object header's padding; " +
        kSupported + "; use an unmodified build"};
  if (!*compressed && info.feature < kFirstWithFillers)
    return Error{"found -XX:-UseCompressedClassPointers: before Java 19 the VM fills gaps of 16 "
                 "bytes in the heap with a java.lang.Object, which behind such a header and with "
                 "the agent's field has 24: it would crash; remove that flag"};
  if (info.collector == "Epsilon")
    return Error{
        "found -XX:+UseEpsilonGC: Epsilon never collects, so the agent cannot tell live objects "
        "from "
        "dead ones; use -XX:+UseSerialGC, UseParallelGC, UseG1GC, UseZGC or UseShenandoahGC"};
  return {};
}

}  // namespace

Status probeVm(jvmtiEnv* jvmti, VmInfo& info, const FlagReader& flag) {
  info = VmInfo();
  readInfo(jvmti, info);
  if (Status status = refuseVm(info); !status) return status;
  info.collector = collectorOf(flag);
  if (flag("UseCompactObjectHeaders").value_or(false))
    info.header = VmInfo::Header::Compact;
  else if (!flag("UseCompressedClassPointers").value_or(true))
    info.header = VmInfo::Header::Uncompressed;
  return refuseFlags(info, flag);
}

Status probeVm(jvmtiEnv* jvmti, VmInfo& info) { return probeVm(jvmti, info, vmFlag); }

}  // namespace isl

#include "base/VmProbe.h"

#include <algorithm>

#include <gtest/gtest.h>

#include <map>

#include "mock_jvmti.h"

namespace isl {
namespace {

using test::MockJvmti;
using Flags = std::map<std::string, bool>;

// A VM of our making: its properties and its flags.
class VmProbe : public testing::Test {
 protected:
  VmProbe() {
    jvmti.useMalloc();
    jvmti.user = &properties;
    jvmti.set(&jvmtiInterface_1_::GetSystemProperty,
              [](jvmtiEnv* env, const char* name, char** value) {
                auto* const mock = MockJvmti::from(env);
                const auto& all = *static_cast<std::map<std::string, std::string>*>(mock->user);
                const auto found = all.find(name);
                if (found == all.end()) return JVMTI_ERROR_NOT_AVAILABLE;
                *value = mock->newString(found->second.c_str());
                return JVMTI_ERROR_NONE;
              });
  }

  std::string probe() {
    const Status status = probeVm(&jvmti, info, [this](const char* name) -> std::optional<bool> {
      const auto found = flags.find(name);
      if (found == flags.end()) return std::nullopt;
      return found->second;
    });
    EXPECT_EQ(jvmti.outstanding, 0) << "strings of the VM must be given back";
    return status ? "" : status.message();
  }

  MockJvmti jvmti;
  std::map<std::string, std::string> properties = {{"java.vm.name", "OpenJDK 64-Bit Server VM"},
                                                   {"java.vm.version", "17.0.15+6-Debian-1deb12u1"},
                                                   {"java.vm.specification.version", "17"}};
  Flags flags = {{"UseCompressedClassPointers", true}, {"UseG1GC", true}, {"UseSerialGC", false}};
  VmInfo info;
};

TEST_F(VmProbe, AcceptsHotSpotAndSaysWhatItIs) {
  EXPECT_EQ(probe(), "");
  EXPECT_EQ(info.name, "OpenJDK 64-Bit Server VM");
  EXPECT_EQ(info.version, "17.0.15+6-Debian-1deb12u1");
  EXPECT_EQ(info.javaVersion, "17.0.15");
  EXPECT_EQ(info.feature, 17);
  EXPECT_EQ(info.collector, "G1");
}

TEST_F(VmProbe, NamesEachCollector) {
  const std::pair<const char*, const char*> collectors[] = {{"UseSerialGC", "Serial"},
                                                            {"UseParallelGC", "Parallel"},
                                                            {"UseG1GC", "G1"},
                                                            {"UseZGC", "ZGC"},
                                                            {"UseShenandoahGC", "Shenandoah"}};
  for (const auto& [flag, name] : collectors) {
    flags = {{"UseCompressedClassPointers", true}, {flag, true}};
    EXPECT_EQ(probe(), "") << flag;
    EXPECT_EQ(info.collector, name);
  }
}

TEST_F(VmProbe, TakesTheFeatureFromTheVersionWhenNothingElseTells) {
  properties.erase("java.vm.specification.version");
  properties["java.vm.version"] = "25-ea+36";
  EXPECT_EQ(probe(), "");
  EXPECT_EQ(info.feature, 25);
  EXPECT_EQ(info.javaVersion, "25");
}

TEST_F(VmProbe, RefusesOtherVms) {
  properties["java.vm.name"] = "Eclipse OpenJ9 VM";
  const std::string error = probe();
  EXPECT_NE(error.find("`Eclipse OpenJ9 VM`"), std::string::npos) << error;
  EXPECT_NE(error.find("HotSpot"), std::string::npos) << error;
}

TEST_F(VmProbe, RefusesAVmThatSaysNothing) {
  properties.clear();
  EXPECT_NE(probe().find("a VM without a name"), std::string::npos);
}

TEST_F(VmProbe, RefusesOtherVersions) {
  for (const char* version : {"11", "16", "26", "1.8"}) {
    properties["java.vm.specification.version"] = version;
    EXPECT_NE(probe().find("17 to 25"), std::string::npos) << version;
  }
  EXPECT_EQ(info.feature, 8) << "1.8 is Java 8";
  for (const char* version : {"17", "21", "25"}) {
    properties["java.vm.specification.version"] = version;
    EXPECT_EQ(probe(), "") << version;
  }
}

TEST_F(VmProbe, TellsHeadersApart) {
  EXPECT_EQ(probe(), "");
  EXPECT_EQ(info.headerBytes(), 12u);
  flags["UseCompressedClassPointers"] = false;
  for (const char* version : {"17", "18"}) {
    properties["java.vm.specification.version"] = version;
    EXPECT_NE(probe().find("found -XX:-UseCompressedClassPointers: before Java 19 the VM fills"),
              std::string::npos);
  }
  properties["java.vm.specification.version"] = "19";
  EXPECT_EQ(probe(), "");
  EXPECT_EQ(info.headerBytes(), 16u);
  EXPECT_STREQ(info.headerFlag(), "-XX:-UseCompressedClassPointers");
  flags["UseCompressedClassPointers"] = true;
  flags["UseCompactObjectHeaders"] = true;
  EXPECT_EQ(probe(), "");
  EXPECT_EQ(info.headerBytes(), 8u);
  EXPECT_STREQ(info.headerFlag(), "-XX:+UseCompactObjectHeaders");
}

TEST_F(VmProbe, RefusesACollectorThatNeverCollects) {
  flags = {{"UseCompressedClassPointers", true}, {"UseEpsilonGC", true}};
  EXPECT_NE(probe().find("Epsilon never collects"), std::string::npos);
}

TEST_F(VmProbe, RefusesWhenFlagsCannotBeRead) {
  flags.clear();
  EXPECT_NE(probe().find("flags cannot be read"), std::string::npos);
}

TEST(VmFlag, IsUnknownWithoutAVm) {
  EXPECT_EQ(vmFlag("UseG1GC"), std::nullopt);
  EXPECT_EQ(heapCapacity(), 0u);
  const KeepHeapSize nothing(100, 50);
  const WithoutEscapeBarrier none(true);
}

TEST(VmFlag, TheHeapKeepsItsCapacityWhateverIsLive) {
  constexpr uint64_t kAsked = 70, kMega = 1 << 20;
  EXPECT_EQ(freeRatioFor(0, 0, kAsked), 100u) << "the first time";
  for (uint64_t live = kMega; live <= 2000 * kMega; live += kMega) {
    const uint64_t ratio = freeRatioFor(400 * kMega, live, kAsked);
    EXPECT_GE(ratio, kAsked);
    EXPECT_LT(ratio, 100u);
    const uint64_t kept = live * 100 / (100 - ratio);  // as the VM works it out
    EXPECT_GE(kept, std::min(400 * kMega, live * 100)) << live;
  }
}

TEST(MockJvmti, CountsCallsByFunction) {
  MockJvmti jvmti;
  jint count = 0;
  jclass* classes = nullptr;
  EXPECT_EQ(jvmti.GetLoadedClasses(&count, &classes), JVMTI_ERROR_NOT_AVAILABLE);
  EXPECT_EQ(jvmti.SetTag(nullptr, 1), JVMTI_ERROR_NOT_AVAILABLE);
  EXPECT_EQ(jvmti.SetTag(nullptr, 2), JVMTI_ERROR_NOT_AVAILABLE);
  EXPECT_EQ(jvmti.calls(&jvmtiInterface_1_::GetLoadedClasses), 1u);
  EXPECT_EQ(jvmti.calls(&jvmtiInterface_1_::SetTag), 2u);
  EXPECT_EQ(jvmti.calls(&jvmtiInterface_1_::GetTag), 0u);
  EXPECT_EQ(jvmti.totalCalls(), 3u);
}

}  // namespace
}  // namespace isl

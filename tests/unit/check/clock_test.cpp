// AllocationClock: what is sampled stands for what was allocated, whatever the sizes.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "check/AllocationClock.h"
#include "mock_jvmti.h"

namespace isl {
namespace {

TEST(AllocationClock, WeightsAreThoseOfTheSampling) {
  constexpr uint64_t kInterval = 256 * 1024;
  for (uint64_t bytes = 16; bytes < 40 * kInterval; bytes += 4096) {
    const double x = static_cast<double>(bytes) / kInterval;
    const double exact = static_cast<double>(bytes) / -std::expm1(-x);
    ASSERT_NEAR(static_cast<double>(AllocationClock::weight(bytes, kInterval)), exact,
                0.055 * exact)
        << bytes;
  }
}

jint asked = 0;
TEST(AllocationClock, SamplesAsOftenFromTheStartAsAtTheFirstSteps) {
  test::MockJvmti jvmti;
  jvmti.set(&jvmtiInterface_1_::SetHeapSamplingInterval, [](jvmtiEnv*, jint bytes) {
    asked = bytes;
    return JVMTI_ERROR_NONE;
  });
  AllocationClock::sampleEarly(&jvmti);
  const jint early = asked;
  EXPECT_GT(early, 0);
  AllocationClock clock;
  clock.arm(&jvmti, 256 << 10);
  EXPECT_EQ(asked, early);
}

TEST(AllocationClock, IsLateAStepAfterItsAlarm) {
  test::MockJvmti jvmti;
  jvmti.set(&jvmtiInterface_1_::SetHeapSamplingInterval,
            [](jvmtiEnv*, jint) { return JVMTI_ERROR_NONE; });
  AllocationClock clock;
  EXPECT_FALSE(clock.isLate()) << "never armed";
  clock.arm(&jvmti, 1 << 20);
  EXPECT_TRUE(clock.onAllocated(clock.weight(1 << 20)));
  EXPECT_FALSE(clock.onAllocated(clock.weight(1 << 19)));
  EXPECT_FALSE(clock.isLate());
  EXPECT_FALSE(clock.onAllocated(clock.weight(1 << 19)));
  EXPECT_TRUE(clock.isLate());
  clock.arm(&jvmti, 1 << 20);
  EXPECT_FALSE(clock.isLate());
}

TEST(AllocationClock, RaisesAtTheNextSampleWhatThreadsHadAllocatedThatEnded) {
  test::MockJvmti jvmti;
  jvmti.set(&jvmtiInterface_1_::SetHeapSamplingInterval,
            [](jvmtiEnv*, jint) { return JVMTI_ERROR_NONE; });
  AllocationClock clock;
  clock.arm(&jvmti, 1 << 20);
  for (int i = 0; i < 200; i++) clock.add(6000);
  EXPECT_EQ(clock.allocatedBytes(), 1'200'000u);
  EXPECT_TRUE(clock.onAllocated(100));
  EXPECT_EQ(clock.allocatedBytes(), 1'200'100u);
}

// As the VM does: the next sample is due after a random number of bytes, the interval on average.
jint interval = 0;
TEST(AllocationClock, RaisesAsManyAlarmsAsStepsWereAllocated) {
  constexpr uint64_t kStep = 8 << 20, kAll = uint64_t{4} << 30;
  std::mt19937_64 random(3);
  const auto gap = [&random] {
    return std::exponential_distribution<double>(1.0 / interval)(random);
  };
  test::MockJvmti jvmti;
  jvmti.set(&jvmtiInterface_1_::SetHeapSamplingInterval, [](jvmtiEnv*, jint bytes) {
    interval = bytes;
    return JVMTI_ERROR_NONE;
  });
  for (const uint64_t bytes :
       {uint64_t{64}, uint64_t{8} << 10, uint64_t{200} << 10, uint64_t{1} << 20}) {
    AllocationClock clock;
    clock.arm(&jvmti, kStep);
    double due = gap();
    uint64_t alarms = 0;
    for (uint64_t allocated = 0; allocated < kAll; allocated += bytes) {
      due -= static_cast<double>(bytes);
      if (due > 0) continue;
      due = gap();
      if (!clock.onAllocated(clock.weight(bytes))) continue;
      alarms++;
      clock.arm(&jvmti, kStep);
    }
    EXPECT_NEAR(static_cast<double>(alarms), static_cast<double>(kAll) / kStep, 0.1 * kAll / kStep)
        << bytes;
    EXPECT_NEAR(static_cast<double>(clock.allocatedBytes()), static_cast<double>(kAll), 0.1 * kAll)
        << bytes;
  }
}

}  // namespace
}  // namespace isl

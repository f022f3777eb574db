// When checks fall due, with CPU time, code and live heap as the tests say.
#include "check/Pacing.h"

#include <gtest/gtest.h>

#include "mock_jvmti.h"

namespace isl {
namespace {

constexpr uint64_t kMb = 1 << 20;
double cpuMs;

class PacingTest : public ::testing::Test {
 protected:
  PacingTest() : units("", "org.example.Main.handle") {
    cpuMs = 10'000;
    jvmti.set(&jvmtiInterface_1_::SetHeapSamplingInterval,
              [](jvmtiEnv*, jint) { return JVMTI_ERROR_NONE; });
    options.check.leastStep = kMb;
  }
  Pacing make() {
    return Pacing({&jvmti, &options, &units, [this] { return code; }, [this] { return live; },
                   [this](uint64_t bytes, uint64_t) { return bytes >= enough; },
                   [] { return cpuMs; }});
  }
  // Checks that fall due while so much is allocated; each ends its epoch.
  static int allocate(Pacing& pacing, uint64_t bytes) {
    int due = 0;
    for (uint64_t done = 0; done < bytes; done += kMb / 4) {
      if (pacing.onAllocated(pacing.weight(kMb / 4)) != Pacing::Due::Now) continue;
      due++;
      pacing.epochEnded();
    }
    return due;
  }
  // A check that finds so much more alive than the last; so much of all is soft.
  void check(Pacing& pacing, uint64_t growth, uint64_t soft = 0) {
    live += growth;
    pacing.epochEnded();
    pacing.spend(0, 1000, soft);
  }
  bool call(Pacing& pacing) {
    const int32_t row = units.rowOf("org/example/Main", "handle");
    reinterpret_cast<std::atomic<int64_t>*>(units.address())[2 * row]++;
    return pacing.onUnit(row);
  }

  test::MockJvmti jvmti;
  Options options;
  WorkUnits units;
  CodeSeen code{100, 100};
  uint64_t live = 0, enough = 0;
};

TEST_F(PacingTest, TheFirstRecordOfALevelIsCheckedWhateverItCosts) {
  Pacing pacing = make();
  pacing.start(false);
  pacing.spend(1e6, 1);
  ASSERT_FALSE(pacing.affords());
  const int32_t row = units.rowOf("org/apache/spark/InterruptibleIterator", "next");
  reinterpret_cast<std::atomic<int64_t>*>(units.address())[2 * row]++;
  EXPECT_TRUE(pacing.onUnit(row));
  EXPECT_TRUE(pacing.affords());
  EXPECT_FALSE(pacing.affords()) << "the next one has to wait";
}

// What shutdown hooks do is no work.
TEST_F(PacingTest, EndsWithTheProgramsWork) {
  Pacing pacing = make();
  pacing.start(true);
  EXPECT_GT(allocate(pacing, 100 * kMb), 0);
  const int32_t end = units.rowOf("java/lang/Shutdown", "runHooks");
  reinterpret_cast<std::atomic<int64_t>*>(units.address())[2 * end]++;
  EXPECT_FALSE(pacing.onUnit(end));
  const uint64_t before = pacing.allocatedBytes();
  EXPECT_EQ(allocate(pacing, 100 * kMb), 0);
  EXPECT_EQ(pacing.allocatedBytes(), before);
  EXPECT_FALSE(call(pacing));
}

TEST_F(PacingTest, ChecksSeldomUntilTheCodeIsKnown) {
  Pacing pacing = make();
  pacing.start(false);
  live = kMb;
  EXPECT_LT(allocate(pacing, 64 * kMb), 16);
  EXPECT_TRUE(pacing.ready().how.empty()) << "no class of the program was loaded";
  code = {200, 100};
  allocate(pacing, 64 * kMb);
  EXPECT_EQ(pacing.ready().how, "its code no longer grew");
  EXPECT_FALSE(pacing.ready().told);
  EXPECT_GT(pacing.ready().allocatedBytes, 64 * kMb);
  EXPECT_GT(allocate(pacing, 64 * kMb), 5);
}

// Its work brings a library that its start had no use for.
TEST_F(PacingTest, ChecksAsBeforeWhenMoreCodeComesLater) {
  Pacing pacing = make();
  pacing.start(false);
  live = kMb;
  allocate(pacing, 64 * kMb);
  code = {200, 100};
  allocate(pacing, 64 * kMb);
  ASSERT_FALSE(pacing.ready().how.empty());
  const uint64_t first = pacing.ready().allocatedBytes;
  code = {400, 100};
  EXPECT_GT(allocate(pacing, 64 * kMb), 5);
  EXPECT_EQ(pacing.ready().allocatedBytes, first) << "it goes on";
}

// A launcher has come to rest before the program that it starts begins to load.
TEST_F(PacingTest, KnowsAProgramThatIsStillStarting) {
  Pacing pacing = make();
  pacing.start(false);
  EXPECT_TRUE(pacing.isStarting());
  live = kMb;
  code = {200, 100};
  allocate(pacing, 64 * kMb);
  EXPECT_FALSE(pacing.isStarting());
  int due = 0;
  for (int i = 0; i < 8; i++) {
    code.pieces += code.pieces / 4;
    const int here = allocate(pacing, 64 * kMb);
    if (i >= 4) due += here;
  }
  EXPECT_LT(due, 5) << "what is seen meanwhile is start-up";
  EXPECT_FALSE(pacing.ready().how.empty()) << "it may be at its work";
  EXPECT_TRUE(pacing.isStarting());
  for (int i = 0; i < 8; i++) {
    code.pieces += code.pieces / 100;
    allocate(pacing, 64 * kMb);
  }
  EXPECT_FALSE(pacing.isStarting()) << "hardly more code came";
}

TEST_F(PacingTest, IsNotStartingWhereItWasTold) {
  options.ready = "org.example.Main.handle";
  Pacing asked = make();
  asked.start(false);
  EXPECT_FALSE(asked.isStarting()) << "who asks for a mark gets that";
  options.ready.clear();
  Pacing attached = make();
  attached.start(true);
  EXPECT_FALSE(attached.isStarting());
  options.check.automatic = false;
  Pacing manual = make();
  manual.start(false);
  EXPECT_FALSE(manual.isStarting()) << "nobody looks for it";
}

// Nothing follows from the first few kilobytes: no class is loaded while they are allocated.
TEST_F(PacingTest, IsNotReadyBeforeItAllocatedWhatLives) {
  Pacing pacing = make();
  code = {200, 100};
  pacing.start(false);
  allocate(pacing, 8 * kMb);
  EXPECT_TRUE(pacing.ready().how.empty()) << "no check yet";
  live = 16 * kMb;
  allocate(pacing, 6 * kMb);
  EXPECT_TRUE(pacing.ready().how.empty());
  allocate(pacing, 32 * kMb);
  EXPECT_FALSE(pacing.ready().how.empty());
}

TEST_F(PacingTest, ChecksAtTheReadyMark) {
  Pacing pacing = make();
  pacing.start(false);
  allocate(pacing, 10 * kMb);
  EXPECT_TRUE(call(pacing)) << "the first unit";
  EXPECT_EQ(pacing.ready().how, "its first unit of work");
  EXPECT_TRUE(pacing.ready().told);
  EXPECT_EQ(pacing.ready().allocatedBytes, pacing.allocatedBytes());
}

TEST_F(PacingTest, TakesAnAttachedProgramForReady) {
  Pacing pacing = make();
  pacing.start(true);
  EXPECT_EQ(pacing.ready().how, "the agent was attached");
  EXPECT_EQ(pacing.ready().allocatedBytes, 0u);
}

TEST_F(PacingTest, LeavesAUnitOutThatAllocatedNextToNothing) {
  Pacing pacing = make();
  pacing.start(false);
  call(pacing);
  pacing.epochEnded();
  enough = kMb;
  EXPECT_FALSE(call(pacing));
  allocate(pacing, kMb);
  while (pacing.allocatedBytes() < 2 * kMb) pacing.onAllocated(pacing.weight(kMb));
  enough = 0;
  EXPECT_TRUE(call(pacing));
}

TEST_F(PacingTest, UnitsGoBeforeSteps) {
  Pacing pacing = make();
  pacing.start(true);
  int due = 0;
  for (int i = 0; i < 40; i++) {
    call(pacing);
    due += pacing.onAllocated(pacing.weight(kMb)) == Pacing::Due::Now ? 1 : 0;
  }
  EXPECT_EQ(due, 0);
  for (int j = 0; j < 64; j++)
    due += pacing.onAllocated(pacing.weight(kMb)) == Pacing::Due::Now ? 1 : 0;
  EXPECT_GT(due, 0) << "no unit comes any more";
}

// As many as there are while the live heap grows.
TEST_F(PacingTest, ChecksHalfAsOftenWhileTheHeapStands) {
  enough = kMb / 16;
  const auto run = [this](uint64_t growth) {
    live = 4 * kMb;
    Pacing pacing = make();
    pacing.start(true);
    int due = 0;
    while (pacing.allocatedBytes() < 400 * kMb) {
      if (pacing.onAllocated(pacing.weight(kMb / 4)) != Pacing::Due::Now) continue;
      due++;
      check(pacing, growth);
    }
    return due;
  };
  const int standing = run(0), growing = run(kMb);
  EXPECT_GT(standing, 16);
  EXPECT_NEAR(2 * standing, growing, 6);
}

TEST_F(PacingTest, LeavesUnitsOutWhileTheHeapStands) {
  enough = kMb / 16;
  const auto run = [this](uint64_t growth) {
    WorkUnits fresh("", "org.example.Main.handle");
    live = 4 * kMb;
    Pacing pacing({&jvmti, &options, &fresh, [this] { return code; }, [this] { return live; },
                   [this](uint64_t bytes, uint64_t) { return bytes >= enough; },
                   [] { return cpuMs; }});
    pacing.start(false);
    const int32_t row = fresh.rowOf("org/example/Main", "handle");
    int due = 0;
    for (int i = 0; i < 1000; i++) {
      pacing.onAllocated(pacing.weight(kMb));
      reinterpret_cast<std::atomic<int64_t>*>(fresh.address())[2 * row]++;
      if (!pacing.onUnit(row)) continue;
      due++;
      check(pacing, growth);
    }
    return due;
  };
  const int standing = run(0), growing = run(kMb);
  EXPECT_GT(standing, 24);
  EXPECT_GT(growing, standing + standing / 2);
}

TEST_F(PacingTest, CountsWhatTestsKeepWithoutWhatIsGivenUp) {
  enough = 4 * kMb;
  const auto run = [this](bool soft) {
    WorkUnits fresh("", "");
    live = 4 * kMb;
    Pacing pacing({&jvmti, &options, &fresh, [this] { return code; }, [this] { return live; },
                   [this](uint64_t bytes, uint64_t) { return bytes >= enough; },
                   [] { return cpuMs; }});
    pacing.start(false);
    const int32_t row = fresh.rowOf("org/junit/runners/ParentRunner", "runLeaf");
    int due = 0;
    uint64_t kept = live;
    for (int i = 0; i < 300; i++) {
      pacing.onAllocated(pacing.weight(5 * kMb));
      reinterpret_cast<std::atomic<int64_t>*>(fresh.address())[2 * row]++;
      if (i >= 200) live += kMb;
      if (!pacing.onUnit(row)) continue;
      due++;
      check(pacing, 0, soft ? live - kept : 0);
    }
    return due;
  };
  EXPECT_GT(run(false), run(true)) << "mocks that weak references still hold";
}

TEST_F(PacingTest, KeepsToItsShareOfCpuTime) {
  Pacing pacing = make();
  pacing.start(true);
  EXPECT_TRUE(pacing.affords());
  pacing.spend(1'500, 1);
  EXPECT_FALSE(pacing.affords());
  EXPECT_EQ(pacing.refused(), 1u);
  EXPECT_TRUE(pacing.owesCheck()) << "at the end of the program";
  cpuMs = 30'000;
  EXPECT_TRUE(pacing.affords());
  pacing.spend(20'000, 1);
  EXPECT_FALSE(pacing.owesCheck());
  EXPECT_FALSE(pacing.affords());
  pacing.prove(true);
  EXPECT_TRUE(pacing.affords()) << "the check that a collection was made for";
}

// Its epoch ends, and the next is due a step later.
TEST_F(PacingTest, TriesACheckThatWasTooDearAgainAStepLater) {
  Pacing pacing = make();
  pacing.start(true);
  while (pacing.allocatedBytes() < 160 * kMb) pacing.onAllocated(pacing.weight(kMb / 4));
  for (int i = 0; i < 3; i++) pacing.spend(1'100, 1'000'000'000);
  pacing.epochEnded();
  uint64_t refused = 0;
  while (pacing.allocatedBytes() < 180 * kMb) {
    if (pacing.onAllocated(pacing.weight(kMb / 4)) != Pacing::Due::Now) continue;
    EXPECT_FALSE(pacing.affords());
    EXPECT_EQ(pacing.refused(), ++refused);
    EXPECT_LE(pacing.allocatedBytes(), (160 + refused * 11) * kMb);
  }
  EXPECT_GE(refused, 1u);
}

// What is kept of their time lets a check come when an eighth of the work was not checked.
TEST_F(PacingTest, KeepsTimeForLateChecks) {
  Pacing pacing = make();
  pacing.start(true);
  cpuMs = 20'000;
  while (pacing.allocatedBytes() < 80 * kMb) pacing.onAllocated(pacing.weight(kMb));
  for (int i = 0; i < 26; i++) pacing.spend(90, 0);
  pacing.spend(930, 0);
  pacing.spend(1, 0);
  pacing.epochEnded();
  EXPECT_FALSE(pacing.affords());
  while (pacing.allocatedBytes() < 91 * kMb) pacing.onAllocated(pacing.weight(kMb));
  EXPECT_FALSE(pacing.affords());
  while (pacing.allocatedBytes() < 92 * kMb) pacing.onAllocated(pacing.weight(kMb));
  EXPECT_TRUE(pacing.affords());
  pacing.spend(200, 0);
  EXPECT_FALSE(pacing.affords()) << "it is used up";
}

TEST_F(PacingTest, LooksAtTheHeapWhereChecksAreTooDear) {
  Pacing pacing = make();
  pacing.start(false);
  allocate(pacing, 30 * kMb);
  call(pacing);
  for (int i = 0; i < 3; i++) pacing.spend(1'100, 1'000'000'000);
  pacing.epochEnded();
  ASSERT_FALSE(pacing.affords());
  EXPECT_FALSE(pacing.affordsLook()) << "nothing was done since the check";
  EXPECT_FALSE(pacing.affordsLook(true));
  while (pacing.allocatedBytes() < 50 * kMb) pacing.onAllocated(pacing.weight(kMb));
  EXPECT_TRUE(pacing.affordsLook());
  EXPECT_FALSE(pacing.affordsLook()) << "half as much work again";
  pacing.onAllocated(pacing.weight(kMb));
  EXPECT_TRUE(pacing.affordsLook(true)) << "at the end";
  while (pacing.allocatedBytes() < 72 * kMb) pacing.onAllocated(pacing.weight(kMb));
  EXPECT_TRUE(pacing.affordsLook());
  while (pacing.allocatedBytes() < 150 * kMb) pacing.onAllocated(pacing.weight(kMb));
  pacing.spendLook(2'490);
  EXPECT_FALSE(pacing.affordsLook()) << "a quarter of 10 s is used up";
}

// It has loaded a graph and works on it.
TEST_F(PacingTest, LooksAtWhatWorksOnWithoutAllocation) {
  Pacing pacing = make();
  pacing.start(false);
  allocate(pacing, 30 * kMb);
  EXPECT_FALSE(pacing.isLookDue()) << "it is not ready";
  call(pacing);
  pacing.spend(200, 1'000'000);
  EXPECT_FALSE(pacing.isLookDue()) << "the check took that time";
  cpuMs += 400;
  EXPECT_TRUE(pacing.isLookDue());
  cpuMs += 40;
  EXPECT_FALSE(pacing.isLookDue()) << "a sixth of what it has used";
  cpuMs += 20;
  EXPECT_TRUE(pacing.isLookDue());
  cpuMs += 100;
  allocate(pacing, 10 * kMb);
  EXPECT_FALSE(pacing.isLookDue()) << "a check has seen it";
}

// A program that ends at any time has been seen in the last fifth of its work.
TEST_F(PacingTest, LooksWhenAFifthOfTheWorkWasNotSeenAndNotLater) {
  for (uint64_t checked = 20; checked < 40; checked++) {
    Pacing pacing = make();
    pacing.start(true);
    while (pacing.allocatedBytes() < checked * kMb) pacing.onAllocated(pacing.weight(kMb / 4));
    for (int i = 0; i < 3; i++) pacing.spend(1'100, 1'000'000'000);
    pacing.epochEnded();
    uint64_t seen = pacing.allocatedBytes();
    int looks = 0;
    while (pacing.allocatedBytes() < 200 * kMb) {
      if (pacing.onAllocated(pacing.weight(kMb / 4)) != Pacing::Due::Now || pacing.affords())
        continue;
      if (!pacing.affordsLook()) continue;
      EXPECT_LE(pacing.allocatedBytes(), 5 * seen / 4 + kMb) << checked;
      seen = pacing.allocatedBytes();
      looks++;
    }
    EXPECT_GE(looks, 5) << checked;
  }
}

// Late units allocate little, once what they need is there.
TEST_F(PacingTest, LooksWhenAFifthOfTheUnitsWasNotSeen) {
  Pacing pacing = make();
  pacing.start(false);
  allocate(pacing, 30 * kMb);
  for (int i = 0; i < 20; i++) call(pacing);
  allocate(pacing, 30 * kMb);
  for (int i = 0; i < 3; i++) pacing.spend(1'100, 1'000'000'000);
  pacing.epochEnded();
  ASSERT_FALSE(pacing.affords());
  while (units.units() < 24) call(pacing);
  pacing.onAllocated(pacing.weight(kMb));
  EXPECT_FALSE(pacing.affordsLook());
  while (units.units() < 25) call(pacing);
  EXPECT_TRUE(pacing.affordsLook());
  EXPECT_FALSE(pacing.affordsLook()) << "a fourth as many again";
  while (units.units() < 32) call(pacing);
  pacing.onAllocated(pacing.weight(kMb));
  EXPECT_TRUE(pacing.affordsLook());
}

// The first unit loads what all of them need.
TEST_F(PacingTest, BeginsItsBudgetAnewWithTheSecondUnit) {
  Pacing pacing = make();
  pacing.start(false);
  allocate(pacing, 30 * kMb);
  call(pacing);
  for (int i = 0; i < 20; i++) pacing.spend(100, 1000);
  ASSERT_FALSE(pacing.affords());
  call(pacing);
  EXPECT_FALSE(pacing.affords()) << "no check has seen it";
  pacing.spend(100, 1000);
  EXPECT_TRUE(pacing.affords());
  for (int i = 0; i < 20; i++) pacing.spend(100, 1000);
  call(pacing);
  EXPECT_FALSE(pacing.affords()) << "only once";
}

TEST_F(PacingTest, AsksForNothingWhereStepsAreGiven) {
  options.check.automatic = false;
  options.check.allocBytes = 4 * kMb;
  Pacing pacing = make();
  pacing.start(false);
  pacing.spend(100'000, 1);
  EXPECT_TRUE(pacing.affords());
  EXPECT_NEAR(allocate(pacing, 40 * kMb), 10, 2);
}

}  // namespace
}  // namespace isl

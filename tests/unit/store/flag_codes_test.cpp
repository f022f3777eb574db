// Codes of flags step as the flags themselves, and the quiet ones are told by one comparison.
#include <gtest/gtest.h>

#include <random>

#include "store/FlagCodes.h"

using namespace isl;

namespace {

// What java.lang.IslFlags does with a word: bits 28 to 30 of it are the code, or bit 30 and the byte of its record.
struct Object {
  uint32_t word = 0;
  bool wentTheLongWay = false;
  bool hasRecord = false;
  uint32_t byte = 0;
  static constexpr uint32_t kMask = 2047u | 1u << 30, kRecord = 1u << 31 | 12345u << 11;

  static uint32_t step(uint64_t table, uint32_t at) {
    return static_cast<uint32_t>(table >> at * 4) & 7;
  }
  uint32_t code() const { return hasRecord ? (word >> 28 & 4) | byte : word >> 28; }
  void set(uint32_t code, uint32_t epoch) {
    word = hasRecord ? kRecord | (code & 4) << 28 | epoch : code << 28 | epoch;
    byte = hasRecord ? code & 3 : 0;
  }
  void getRecord() {
    const uint32_t before = code();
    hasRecord = true;
    set(before, word & 2047u);
  }
  void use(const FlagCodes& codes, uint32_t epoch) {
    const uint32_t quiet = epoch | codes.quiet();
    wentTheLongWay = ((word ^ quiet) & kMask) != 0 || quiet >> 31 != 0;
    if (!wentTheLongWay) return;
    const uint32_t current = (word & 2047u) == epoch ? 8 : 0;
    const uint32_t simple = (word & ~kMask) | quiet, sameByte = byte;
    set(step(codes.onUse(), code() | current), epoch);
    if (codes.usesSetBits()) {
      EXPECT_EQ(simple, word) << "useSets does what use does";
      EXPECT_EQ(sameByte, byte) << "and no byte is looked at";
    }
  }
  void returned(const FlagCodes& codes) {
    const uint32_t before = code();
    set(step(codes.onReturn(), before), word & 2047u);
    if (codes.firstReturn() != 0) {
      EXPECT_EQ(code(), before == 0 ? codes.firstReturn() : before)
          << "returnedFirst does what returned does";
    }
  }
};

// Goes at random through uses, returns and epochs, beside the flags as the specification has them.
void compare(const IslSpec& spec, bool expectShort) {
  const FlagCodes codes(spec);
  std::mt19937 random(7);
  for (int object = 0; object < 200; object++) {
    Object o;
    uint32_t flags = 0, usedAt = 0, epoch = 1;
    for (int i = 0; i < 30; i++) {
      if (random() % 20 == 0) o.getRecord();
      switch (random() % 4) {
        case 0: epoch++; break;
        case 1:
          flags = (spec.onReturn[flags & 3] & 3u) | (flags & kFlagClears);
          o.returned(codes);
          break;
        default: {
          const uint32_t cleared = usedAt == epoch ? flags & kFlagClears : 0;
          const uint32_t after = spec.onUse[flags & 3] | cleared;
          const bool same = after == flags && usedAt == epoch;
          flags = after;
          usedAt = epoch;
          o.use(codes, epoch);
          ASSERT_TRUE(same || o.wentTheLongWay);
          if (expectShort) {
            ASSERT_EQ(o.wentTheLongWay, !same);
          }
        }
      }
      ASSERT_EQ(codes.flagsOf(o.code()), flags);
      ASSERT_EQ(codes.codeOf(flags), o.code());
      ASSERT_EQ(o.word & 2047u, usedAt);
    }
  }
}

IslSpec withSteps(const uint8_t (&use)[4], const uint8_t (&returned)[4]) {
  IslSpec spec{};
  for (int i = 0; i < 4; i++) {
    spec.onUse[i] = use[i];
    spec.onReturn[i] = returned[i];
  }
  return spec;
}

TEST(FlagCodes, NeverUsedReturns) {  // bit 0: returned, bit 1: used since
  const IslSpec spec = withSteps({0, 3 | 4, 2, 3 | 4}, {1, 1, 3, 3});
  compare(spec, true);
  EXPECT_TRUE(FlagCodes(spec).usesSetBits());
  EXPECT_EQ(FlagCodes(spec).firstReturn(), FlagCodes(spec).codeOf(1));
}

TEST(FlagCodes, WhereTheFirstUseCounts) {
  const IslSpec spec = withSteps({1, 1, 3, 3}, {0, 1, 2, 3});
  compare(spec, true);
  EXPECT_EQ(FlagCodes(spec).quiet(), 1u << 30);
  EXPECT_TRUE(FlagCodes(spec).usesSetBits());
  EXPECT_EQ(FlagCodes(spec).firstReturn(), 0u) << "a return changes nothing";
}

TEST(FlagCodes, TheSecondUseClears) {
  const IslSpec spec = withSteps({1, 1 | 4, 3, 3 | 4}, {2, 3, 2, 3});
  compare(spec, true);
  EXPECT_FALSE(FlagCodes(spec).usesSetBits()) << "a first use does what a second does not";
}

// Every machine of two flags whose steps are idempotent: right, whether a comparison can tell or not.
TEST(FlagCodes, AllMachines) {
  unsigned machines = 0, told = 0, sets = 0, once = 0;
  for (unsigned m = 0; m < 4096 * 256; m += 37) {
    uint8_t use[4], returned[4];
    bool idempotent = true;
    for (unsigned i = 0; i < 4; i++) {
      use[i] = static_cast<uint8_t>(m >> 3 * i & 7);
      returned[i] = static_cast<uint8_t>(m >> (12 + 2 * i) & 3);
    }
    for (unsigned i = 0; i < 4; i++) {
      idempotent = idempotent && (use[use[i] & 3] & 3) == (use[i] & 3);
      idempotent = idempotent && returned[returned[i]] == returned[i];
    }
    if (!idempotent) continue;
    const IslSpec spec = withSteps(use, returned);
    const bool tells = FlagCodes(spec).quiet() >> 31 == 0;
    machines++;
    told += tells;
    sets += FlagCodes(spec).usesSetBits();
    once += FlagCodes(spec).firstReturn() != 0;
    compare(spec, tells);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(machines, 500u);
  EXPECT_GT(told, machines * 9 / 10);
  EXPECT_LT(told, machines);  // else nothing tries the long way
  EXPECT_GT(sets, machines / 10);
  EXPECT_LT(sets, machines);
  EXPECT_GT(once, machines / 50);
  EXPECT_LT(once, machines);
}

}  // namespace

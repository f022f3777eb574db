// References of ZGC, with and without generations, on a made-up VM.
#include "rawheap/ColouredOops.h"

#include "fake_z.h"

namespace isl::rawheap::test {
namespace {

// The VM's hash of the places 5 and 6 in a table of 16 entries.
constexpr uint32_t kHashOf5 = 3, kHashOf6 = 9;

TEST(ColouredOops, HaveTheirColourInTheUppermostBits) {
  FakeZ z(false);
  ASSERT_TRUE(z.resolve()) << z.reason.text;
  const uint64_t marked = uint64_t{1} << 42, finalizable = uint64_t{8} << 42;
  EXPECT_EQ(z.oops.base(), z.good);
  EXPECT_EQ(z.oops.decode(0), 0u);
  EXPECT_EQ(z.oops.decode(z.good | 0x1230), z.good | 0x1230);
  EXPECT_EQ(z.oops.decode(marked | 0x1230), z.good | 0x1230) << "it has not moved";
  EXPECT_EQ(z.oops.decode(z.good | finalizable | 0x1230), z.good | 0x1230);
  EXPECT_EQ(z.oops.encode(z.good | 0x1230), z.good | 0x1230);
  EXPECT_EQ(z.oops.ofHandle(marked | 0x1230, true), z.good | 0x1230);
}

TEST(ColouredOops, AreWhereTheirPageSays) {
  FakeZ z(false);
  const uint64_t marked = uint64_t{1} << 42, old = 4 * kMB + 40;
  z.young[2] = z.forwarding(kHashOf5, old, 0x5550, 0);
  ASSERT_TRUE(z.resolve()) << z.reason.text;
  EXPECT_EQ(z.oops.decode(marked | old), z.good | 0x5550);
  EXPECT_EQ(z.oops.decode(marked | (old + 8)), z.good | (old + 8)) << "not moved yet";
  EXPECT_EQ(z.oops.decode(z.good | old), z.good | old) << "something else is there now";
  EXPECT_FALSE(z.oops.moving());
  // In a collection's first phase what was right before it is no older than that.
  z.phase = 0;
  z.good = uint64_t{2} << 42, z.bad = uint64_t{13} << 42, z.weakBad = uint64_t{1} << 42;
  z.oops.look();
  EXPECT_EQ(z.oops.decode(uint64_t{4} << 42 | old), z.good | old);
  EXPECT_EQ(z.oops.decode(marked | old), z.good | 0x5550);
}

TEST(ColouredOops, AreNotReadWhileObjectsMove) {
  FakeZ z(false);
  z.young[2] = z.forwarding(kHashOf5, 4 * kMB + 40, 0x5550, 1);
  ASSERT_TRUE(z.resolve()) << z.reason.text;
  EXPECT_TRUE(z.oops.moving());
  z.phase = 1;
  EXPECT_TRUE(z.oops.moving()) << "tables are about to change";
  z.phase = 0;
  EXPECT_FALSE(z.oops.moving());
}

TEST(ColouredOops, HaveTheirColourBelowTheAddress) {
  FakeZ z(true);
  ASSERT_TRUE(z.resolve()) << z.reason.text;
  const uint64_t base = z.offsetMask + 1;
  EXPECT_EQ(z.oops.base(), base);
  EXPECT_EQ(z.oops.decode(0), 0u);
  EXPECT_EQ(z.oops.decode(z.written), 0u) << "a null that the collector wrote";
  EXPECT_EQ(z.oops.decode(8u << 12), 0u) << "an older one";
  EXPECT_EQ(z.oops.decode((base | 0x1230) << 14 | z.good), base | 0x1230);
  EXPECT_EQ(z.oops.decode((base | 0x1230) << 13 | 1 << 12), base | 0x1230);
  EXPECT_EQ(z.oops.decode((base | 0x1230) << 16 | 8 << 12), base | 0x1230);
  EXPECT_EQ(z.oops.decode(z.oops.encode(base | 0x1230)), base | 0x1230);
  EXPECT_EQ(z.oops.ofHandle(base | 0x1230, true), base | 0x1230);
  EXPECT_EQ(z.oops.ofHandle((base | 0x1230) << 13 | 1 << 12, false), base | 0x1230);
  EXPECT_EQ(z.oops.decode((base | 0x1230) << 16 | 15 << 12), 1u) << "no colour at all";
}

TEST(ColouredOops, AreWhereTheirGenerationSays) {
  FakeZ z(true);
  const uint64_t base = z.offsetMask + 1, from = 4 * kMB + 40, address = base | from;
  z.young[2] = z.forwarding(kHashOf5, from, 0x5550, 0);
  ASSERT_TRUE(z.resolve()) << z.reason.text;
  // By number: 0 is stale for the young generation, 3 for the old one, 2 for both.
  const uint64_t byYoung = address << 13 | 1 << 12, byOld = address << 16 | 8 << 12,
                 byBoth = address << 15 | 4 << 12;
  EXPECT_EQ(z.oops.decode(byYoung), base | 0x5550);
  EXPECT_EQ(z.oops.decode(byOld), address);
  EXPECT_EQ(z.oops.decode(byBoth), base | 0x5550);
  z.old[2] = z.forwarding(kHashOf5, from, 0x7770, 0);
  EXPECT_EQ(z.oops.decode(byYoung), base | 0x5550);
  EXPECT_EQ(z.oops.decode(byOld), base | 0x7770);
  EXPECT_EQ(z.oops.decode(byBoth), base | 0x5550);
  EXPECT_EQ(z.oops.decode(byBoth | 0x30), base | 0x7770) << "between objects of the old one";
  EXPECT_FALSE(z.oops.moving());
  FakeVm::store<int32_t>(z.old[2] + 40, -1);
  EXPECT_TRUE(z.oops.moving());
}

TEST(ColouredOops, AreLookedUpByTheVmsHash) {
  FakeZ z(false);
  const uint64_t marked = uint64_t{1} << 42;
  // Both entries of a forwarding, of which the second lies behind its place: that one is taken.
  const uint64_t at = z.young[2] = z.forwarding(kHashOf6, 4 * kMB + 40, 0x5550, 0);
  FakeVm::store<uint64_t>(at + FakeZ::kForwardingBytes + (kHashOf6 + 1) * 8,
                          uint64_t{6} << 46 | uint64_t{0x6660} << 1 | 1);
  ASSERT_TRUE(z.resolve()) << z.reason.text;
  EXPECT_EQ(z.oops.decode(marked | (4 * kMB + 48)), z.good | 0x6660);
  EXPECT_EQ(z.oops.decode(marked | (4 * kMB + 40)), z.good | (4 * kMB + 40));
}

// JDK 21 has both, and gives the names of 17 to the one with generations.
TEST(ColouredOops, AreThoseOfXWhereTheVmHasBoth) {
  for (const uint64_t generational : {0, 1}) {
    FakeZ z(true);
    z.vm.type("XCollectedHeap", 512);
    z.vm.setFlag("ZGenerational", generational);
    EXPECT_EQ(z.resolve(), generational == 1);
    EXPECT_EQ(strstr(z.reason.text, "XGlobalsForVMStructs") != nullptr, generational == 0)
        << z.reason.text;
  }
}

TEST(ColouredOops, SayWhatIsMissing) {
  for (const char* field : {"_ZAddressGoodMask", "_forwarding_table", "_object_alignment_shift"}) {
    FakeZ z(false);
    z.vm.remove(field);
    EXPECT_FALSE(z.resolve());
    EXPECT_NE(strstr(z.reason.text, field), nullptr) << z.reason.text;
  }
  FakeZ z(true);
  FakeVm::store<uint64_t>(z.heap + 128, 0);
  EXPECT_FALSE(z.resolve());
  EXPECT_NE(strstr(z.reason.text, "generations"), nullptr) << z.reason.text;
}

}  // namespace
}  // namespace isl::rawheap::test

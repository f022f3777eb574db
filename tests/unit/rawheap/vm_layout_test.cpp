// What the tables tell, and what is said when they do not.
#include "fake_vm.h"

namespace isl::rawheap::test {
namespace {

TEST(VmTables, FindsRowsByTheirOffsets) {
  FakeVm vm;
  vm.field("A", "b", 24);
  const uint64_t* const value = vm.global("A", "c", 99);
  vm.type("A", 40);
  vm.constant("small", -7);
  vm.constant("large", int64_t{1} << 40);
  const VmTables tables = vm.tables();
  ASSERT_TRUE(tables.field("A", "b"));
  EXPECT_FALSE(tables.field("A", "b")->isStatic);
  EXPECT_EQ(tables.field("A", "b")->offset, 24u);
  EXPECT_TRUE(tables.field("A", "c")->isStatic);
  EXPECT_EQ(tables.field("A", "c")->address, reinterpret_cast<uint64_t>(value));
  EXPECT_FALSE(tables.field("A", "d"));
  EXPECT_FALSE(tables.field("B", "b"));
  EXPECT_EQ(tables.typeSize("A"), 40u);
  EXPECT_FALSE(tables.typeSize("B"));
  EXPECT_EQ(tables.constant("small"), -7);
  EXPECT_EQ(tables.constant("large"), int64_t{1} << 40);
  EXPECT_FALSE(tables.constant("none"));
}

TEST(VmTables, ReadsFlags) {
  FakeVm vm;
  const VmTables tables = vm.tables();
  EXPECT_TRUE(tables.flag("UseCompressedOops"));
  EXPECT_FALSE(tables.flag("UseG1GC"));
  EXPECT_FALSE(tables.flag("NoSuchFlag"));
  EXPECT_EQ(loadWord(tables.flagAddress("ObjectAlignmentInBytes")), 8u);
}

TEST(VmTables, AreNotThereWithoutAJvm) {
  VmTables tables;
  Reason reason;
  EXPECT_FALSE(tables.readLoadedVm(reason));
  EXPECT_STREQ(reason.text, "this JVM does not export gHotSpotVMStructs");
  EXPECT_FALSE(tables.field("Klass", "_name"));
  EXPECT_FALSE(tables.typeSize("Klass"));
  EXPECT_FALSE(tables.constant("Klass"));
  EXPECT_EQ(tables.flagAddress("UseG1GC"), 0u);
}

TEST(VmLayout, KnowsTheNamesOfBothReleases) {
  for (const Release release : {Release::Old, Release::New}) {
    FakeVm::Options options;
    options.release = release;
    options.oopBase = 4096;
    FakeVm vm(options);
    VmLayout layout;
    Reason reason;
    ASSERT_TRUE(layout.resolve(vm.tables(), reason)) << reason.text;
    EXPECT_EQ(layout.oopBase, 4096u);
    EXPECT_EQ(layout.oopShift, 3u);
    EXPECT_EQ(layout.narrowKlass, 8u);
    EXPECT_EQ(layout.arrayLength, 12u);
    EXPECT_EQ(layout.leastShift, 4u);
    EXPECT_EQ(layout.instanceKlassBytes, 512u);
    EXPECT_EQ(layout.decodeOop(5), 4096u + 40);
    EXPECT_EQ(layout.encodeOop(4096 + 40), 5u);
    EXPECT_EQ(layout.decodeOop(0), 0u);
    EXPECT_EQ(layout.encodeOop(0), 0u);
  }
}

TEST(VmLayout, SaysWhatIsMissing) {
  for (const char* field : {"_layout_helper", "_resolved_references", "_klass_offset", "_base"}) {
    FakeVm vm;
    vm.remove(field);
    VmLayout layout;
    Reason reason;
    EXPECT_FALSE(layout.resolve(vm.tables(), reason));
    EXPECT_NE(strstr(reason.text, field), nullptr) << reason.text;
  }
}

TEST(VmLayout, RefusesOtherHeaders) {
  FakeVm vm;
  VmLayout layout;
  Reason reason;
  vm.setFlag("UseCompressedClassPointers", 0);
  reason.clear();
  EXPECT_FALSE(layout.resolve(vm.tables(), reason));
  EXPECT_NE(strstr(reason.text, "uncompressed class pointers"), nullptr);
}

TEST(VmLayout, FindsTheClassInsideCompactHeaders) {
  FakeVm vm;
  VmLayout layout;
  Reason reason;
  vm.setFlag("UseCompactObjectHeaders", 1);
  EXPECT_FALSE(layout.resolve(vm.tables(), reason));
  EXPECT_NE(strstr(reason.text, "where compact headers have the class"), nullptr);
  vm.constant("markWord::klass_shift", 42);
  reason.clear();
  ASSERT_TRUE(layout.resolve(vm.tables(), reason)) << reason.text;
  EXPECT_EQ(layout.arrayLength, 8u);
  EXPECT_EQ(layout.firstElement(), 12u);
  EXPECT_EQ(layout.leastShift, 3u);
  // A class, an identity hash at bit 11, and unlocked.
  const uint64_t object = vm.metadata(16);
  FakeVm::store<uint64_t>(object, uint64_t{0x2abcde} << 42 | uint64_t{0x7fffffff} << 11 | 1);
  EXPECT_EQ(layout.narrowKlassOf(object), 0x2abcdeu);
  vm.setFlag("UseCompressedOops", 0);
  ASSERT_TRUE(layout.resolve(vm.tables(), reason)) << reason.text;
  EXPECT_EQ(layout.firstElement(), 16u);
}

TEST(VmLayout, WaitsForTheClassOfClasses) {
  FakeVm vm;
  vm.remove("_klass_offset");
  vm.global("java_lang_Class", "_klass_offset", 0);
  VmLayout layout;
  Reason reason;
  EXPECT_FALSE(layout.resolve(vm.tables(), reason));
  EXPECT_NE(strstr(reason.text, "has not initialised"), nullptr) << reason.text;
}

TEST(VmLayout, AlignsObjects) {
  FakeVm vm;
  vm.setFlag("ObjectAlignmentInBytes", 16);
  vm.setFlag("UseCompressedOops", 0);
  VmLayout layout;
  Reason reason;
  ASSERT_TRUE(layout.resolve(vm.tables(), reason)) << reason.text;
  EXPECT_EQ(layout.align(17), 32u);
  EXPECT_EQ(layout.align(32), 32u);
  EXPECT_EQ(layout.oopBytes, 8u);
}

TEST(Reason, KeepsTheFirst) {
  Reason reason;
  EXPECT_FALSE(reason.given());
  EXPECT_FALSE(reason.give("number %d", 1));
  EXPECT_FALSE(reason.give("number %d", 2));
  EXPECT_STREQ(reason.text, "number 1");
}

}  // namespace
}  // namespace isl::rawheap::test

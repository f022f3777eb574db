// Identity hashes in headers, by what the VM's tables say of them.
#include "rawheap/HeaderHash.h"

#include "fake_vm.h"

namespace isl::rawheap::test {
namespace {

void tell(FakeVm& vm, int shift, bool biased) {
  vm.constant("markWord::hash_shift", shift);
  vm.constant("markWord::hash_bits", 31);
  vm.constant("markWord::unlocked_value", 1);
  vm.constant("markWord::lock_mask_in_place", 3);
  if (biased) vm.constant("markWord::biased_lock_mask_in_place", 7);
}

TEST(HeaderHash, IsWhereTheTablesSay) {
  for (const int shift : {8, 11}) {
    FakeVm vm;
    tell(vm, shift, false);
    HeaderHash header;
    ASSERT_TRUE(header.resolve(vm.tables()));
    const uint64_t object = vm.object(vm.klass("Node", 24));
    EXPECT_EQ(header.of(object), 0u);
    EXPECT_TRUE(header.put(object, 0x7eadbeef));
    EXPECT_EQ(header.of(object), 0x7eadbeefu);
    EXPECT_EQ(loadWord(object), uint64_t{0x7eadbeef} << shift | 1);
  }
}

TEST(HeaderHash, IsNotThatOfWhatIsLocked) {
  FakeVm vm;
  tell(vm, 8, true);
  HeaderHash header;
  ASSERT_TRUE(header.resolve(vm.tables()));
  const uint64_t object = vm.object(vm.klass("Node", 24));
  // A stack lock, a monitor, and a header that belongs to a thread.
  for (const uint64_t mark :
       {uint64_t{0x7f0012345670}, uint64_t{0x7f0012345672}, uint64_t{0x7f0012345605}}) {
    FakeVm::store<uint64_t>(object, mark);
    EXPECT_EQ(header.of(object), 0u) << std::hex << mark;
    EXPECT_FALSE(header.put(object, 7));
    EXPECT_EQ(loadWord(object), mark);
  }
}

TEST(HeaderHash, IsUnknownWithoutTheTables) {
  FakeVm vm;
  HeaderHash header;
  EXPECT_FALSE(header.resolve(vm.tables()));
  EXPECT_FALSE(header.known());
  EXPECT_FALSE(header.put(vm.object(vm.klass("Node", 24)), 7));
}

}  // namespace
}  // namespace isl::rawheap::test

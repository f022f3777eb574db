// Threads as they lie in the heap: names, Latin-1 and UTF-16, and whether one of the VM runs them.
#include "paths/ThreadReader.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "rawheap/fake_vm.h"

namespace isl {
namespace {

constexpr uint32_t kName = 16, kEetop = 24, kValue = 16, kCoder = 20;

class Names : public testing::Test {
 protected:
  uint64_t thread(const std::string& bytes, bool wide) {
    const uint64_t array = heap.vm.array(byteArray, static_cast<uint32_t>(bytes.size()));
    memcpy(reinterpret_cast<void*>(array + 16), bytes.data(), bytes.size());
    const uint64_t text = heap.vm.object(stringClass);
    heap.vm.set(text, kValue, array);
    *reinterpret_cast<int8_t*>(text + kCoder) = wide ? 1 : 0;
    const uint64_t self = heap.vm.object(threadClass);
    heap.vm.set(self, kName, text);
    return self;
  }
  std::string nameOf(uint64_t thread, const ThreadReader& names) {
    char name[ThreadReader::kMostBytes] = "before";
    names.readName(heap.reader(), thread, name);
    return name;
  }
  std::string nameOf(uint64_t thread) {
    return nameOf(thread, ThreadReader({kName, kEetop, kValue, kCoder}));
  }

  rawheap::test::FakeHeap heap;
  const uint64_t threadClass = heap.vm.klass("java/lang/Thread", 32, {{kName, 1}});
  const uint64_t stringClass = heap.vm.klass("java/lang/String", 24, {{kValue, 1}});
  const uint64_t byteArray = heap.vm.arrayKlass("[B", false, 0);
};

TEST_F(Names, OfOneByteACharacter) {
  EXPECT_EQ(nameOf(thread("http-nio-8080", false)), "http-nio-8080");
  EXPECT_EQ(nameOf(thread("", false)), "");
  EXPECT_EQ(nameOf(thread("caf\xe9", false)), "caf\xc3\xa9");
}

TEST_F(Names, OfTwoBytes) {
  EXPECT_EQ(nameOf(thread(std::string("a\0\xac\x20", 4), true)), "a\xe2\x82\xac");
  EXPECT_EQ(nameOf(thread(std::string("\x3d\xd8\x00\xde", 4), true)), "??") << "a pair of halves";
}

TEST_F(Names, AreCutBetweenCharacters) {
  const std::string name = nameOf(thread(std::string(79, 'x') + "\xe9", false));
  EXPECT_EQ(name, std::string(79, 'x'));
  EXPECT_EQ(nameOf(thread(std::string(78, 'x') + "\xe9", false)), std::string(78, 'x'));
}

TEST_F(Names, WithoutOffsetsThereIsNone) {
  EXPECT_EQ(nameOf(thread("main", false), ThreadReader()), "");
}

TEST_F(Names, AThreadOfTheVmIsToldByItsAddress) {
  const ThreadReader threads({kName, kEetop, kValue, kCoder});
  const uint64_t one = thread("worker", false);
  EXPECT_TRUE(threads.isWithoutThread(one));
  *reinterpret_cast<uint64_t*>(one + kEetop) = 0x7f0012345670;
  EXPECT_FALSE(threads.isWithoutThread(one));
  EXPECT_FALSE(ThreadReader().isWithoutThread(thread("worker", false))) << "nobody knows";
}

TEST_F(Names, AThreadMayHaveNone) { EXPECT_EQ(nameOf(heap.vm.object(threadClass)), ""); }

}  // namespace
}  // namespace isl

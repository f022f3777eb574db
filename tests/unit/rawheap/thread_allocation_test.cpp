// What a thread has allocated, by the VM's count of it.
#include "rawheap/ThreadAllocation.h"

#include <gtest/gtest.h>

#include "mock_jni.h"

namespace isl::rawheap {
namespace {

struct FakeThread {
  uint64_t allocated = 0, start = 0x1000, top = 0x1000;
  test::MockJni jni;
};

class ThreadAllocationTest : public ::testing::Test {
 protected:
  void SetUp() override { openAt(thread_); }
  void openAt(FakeThread& thread) {
    const auto address = [](const void* at) { return reinterpret_cast<int64_t>(at); };
    ThreadAllocation::Offsets at;
    at.thread = address(&thread) - address(&thread.jni) - 64;
    at.allocated = 64 + offsetof(FakeThread, allocated);
    at.bufferStart = 64 + offsetof(FakeThread, start);
    at.bufferTop = 64 + offsetof(FakeThread, top);
    allocation_.open(at);
  }
  uint64_t since(FakeThread& thread, uint64_t weight = 1 << 20) {
    return allocation_.sinceTold(&thread.jni, told_, weight);
  }

  FakeThread thread_;
  ThreadAllocation allocation_;
  ThreadAllocation::Told told_;
};

TEST_F(ThreadAllocationTest, IsOfFullBuffersAndOfTheOneAtHand) {
  EXPECT_TRUE(allocation_.isOpen());
  thread_.top += 700;
  EXPECT_EQ(since(thread_), 700u);
  EXPECT_EQ(since(thread_), 0u);
  thread_.top += 300;
  EXPECT_EQ(since(thread_), 300u);
  thread_.allocated = 1000;
  thread_.start = 0x9000;
  thread_.top = 0x9010;
  EXPECT_EQ(since(thread_), 16u) << "a new buffer";
  thread_.start = thread_.top = 0;
  thread_.allocated = 5000;
  EXPECT_EQ(since(thread_), 3984u) << "none, and a large array beside";
}

TEST_F(ThreadAllocationTest, LeavesOutWhatCameBeforeTheAgent) {
  thread_.allocated = 1 << 30;
  EXPECT_EQ(since(thread_, 16 << 10), 64u << 10);
  thread_.allocated += 100 << 10;
  EXPECT_EQ(since(thread_, 16 << 10), 100u << 10) << "known";
  told_ = {};
  thread_.allocated = 40 << 10;
  EXPECT_EQ(since(thread_, 16 << 10), 40u << 10) << "a thread of its own";
}

TEST(ThreadAllocation, NeedsAVm) {
  ThreadAllocation allocation;
  test::MockJni jni;
  Reason reason;
  EXPECT_FALSE(allocation.open(nullptr, &jni, reason));
  EXPECT_FALSE(allocation.isOpen());
  EXPECT_TRUE(reason.given());
}

}  // namespace
}  // namespace isl::rawheap

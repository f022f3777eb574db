// Roots as a callback tells them, and the order in which they are marked.
#include "rawheap/Roots.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace isl::rawheap::test {
namespace {

TEST(Roots, LastingOnesComeFirst) {
  Roots roots;
  ASSERT_TRUE(roots.reserve(10));
  const jvmtiHeapReferenceKind kinds[] = {
      JVMTI_HEAP_REFERENCE_THREAD,      JVMTI_HEAP_REFERENCE_STACK_LOCAL,
      JVMTI_HEAP_REFERENCE_THREAD,      JVMTI_HEAP_REFERENCE_JNI_LOCAL,
      JVMTI_HEAP_REFERENCE_JNI_GLOBAL,  JVMTI_HEAP_REFERENCE_MONITOR,
      JVMTI_HEAP_REFERENCE_SYSTEM_CLASS};
  for (const auto kind : kinds) {
    Root root;
    root.kind = static_cast<uint8_t>(kind);
    if (kind == JVMTI_HEAP_REFERENCE_THREAD) root.group = RootGroup::Threads;
    roots.push(root);
  }
  Root pending;  // of the VM's own
  pending.group = RootGroup::Pending;
  roots.push(pending);
  const RootOrder order = putLastingFirst(roots, 1);
  EXPECT_EQ(order.threads, 3u) << "the first one is not looked at";
  EXPECT_EQ(order.passing, 4u);
  EXPECT_EQ(roots[0].kind, JVMTI_HEAP_REFERENCE_THREAD);
  EXPECT_EQ(roots[1].kind, JVMTI_HEAP_REFERENCE_JNI_GLOBAL);
  EXPECT_EQ(roots[2].kind, JVMTI_HEAP_REFERENCE_SYSTEM_CLASS);
  EXPECT_EQ(roots[3].kind, JVMTI_HEAP_REFERENCE_THREAD) << "behind what else lasts";
  for (size_t i = 4; i < roots.size(); ++i) EXPECT_FALSE(isLasting(roots[i])) << i;
}

TEST(Roots, OutermostFramesComeBeforeInnerOnes) {
  Roots roots;
  ASSERT_TRUE(roots.reserve(40));
  const jint depths[] = {7, 3, 0, 200, 3, 12, 1, 12, 5000, 0, 2, 7};
  for (const jint depth : depths) {
    Root root;
    root.kind = JVMTI_HEAP_REFERENCE_STACK_LOCAL;
    root.depth = static_cast<uint16_t>(depth);
    root.address = static_cast<uint64_t>(depth) + 1000 * roots.size();
    roots.push(root);
  }
  putOutermostFirst(roots, 1);
  EXPECT_EQ(roots[0].depth, 7) << "the first one is not looked at";
  std::vector<uint16_t> got;
  uint64_t sum = 0;
  for (size_t i = 1; i < roots.size(); ++i) {
    got.push_back(roots[i].depth);
    sum += roots[i].address;
  }
  EXPECT_EQ(sum, 3u + 200 + 3 + 12 + 1 + 12 + 5000 + 2 + 7 + 1000 * 66) << "each is still there";
  std::sort(got.begin(), got.begin() + 2);  // both beyond the frames that are told apart
  EXPECT_EQ(got, (std::vector<uint16_t>{200, 5000, 12, 12, 7, 3, 3, 2, 1, 0, 0}));
  size_t groups = 0;
  for (size_t i = 1; i < roots.size(); i = endOfFrames(roots, i)) ++groups;
  EXPECT_EQ(groups, 7u);
}

TEST(Roots, AreWhereHotSpotKeepsThem) {
  struct {
    uint64_t object = 0x1000;
    jlong size = 24;
    jlong tag = 0;
  } wrapper;
  EXPECT_EQ(reportedObject(&wrapper.tag, 24), 0x1000u);
  EXPECT_EQ(reportedObject(&wrapper.tag, 32), 0u);
  EXPECT_EQ(reportedObject(nullptr, 24), 0u);
  Roots roots;
  ASSERT_TRUE(roots.reserve(2));
  Reason reason;
  jvmtiHeapReferenceInfo info = {};
  info.stack_local.thread_id = 7;
  info.stack_local.depth = 3;
  EXPECT_TRUE(catchRoot(roots, JVMTI_HEAP_REFERENCE_STACK_LOCAL, &info, 24, &wrapper.tag, reason));
  EXPECT_EQ(roots.holderOf(roots[0]).threadId, 7);
  EXPECT_EQ(roots[0].depth, 3);
  EXPECT_EQ(roots[0].words, 3u);
  EXPECT_FALSE(catchRoot(roots, JVMTI_HEAP_REFERENCE_OTHER, nullptr, 8, &wrapper.tag, reason));
  EXPECT_TRUE(reason.given());
  EXPECT_EQ(findRoot(roots, 5), nullptr);
}

// JNI's global references may be millions.
TEST(Roots, TakeLittleMemory) {
  Roots roots;
  ASSERT_TRUE(roots.reserve(1000));
  for (size_t i = 0; i < 100; ++i) ASSERT_TRUE(roots.push(Root{}));
  EXPECT_EQ(roots.touchedBytes(), 100 * sizeof(Root)) << "nothing holds them that is told apart";
  const auto frame = reinterpret_cast<jmethodID>(uintptr_t{0x100});
  for (const jlong thread : {1, 1, 1, 2, 2}) ASSERT_TRUE(roots.push(Root{}, {0, thread, frame}));
  ASSERT_TRUE(roots.push(Root{}, {0x2000, 0, nullptr}));
  EXPECT_EQ(roots.touchedBytes(), 106 * sizeof(Root) + 3 * sizeof(RootHolder)) << "one a frame";
  EXPECT_EQ(roots.holderOf(roots[99]).threadId, 0);
  EXPECT_EQ(roots.holderOf(roots[102]).threadId, 1);
  EXPECT_EQ(roots.holderOf(roots[103]).threadId, 2);
  EXPECT_EQ(roots.holderOf(roots[104]).method, frame);
  EXPECT_EQ(roots.holderOf(roots[105]).reference, 0x2000u);
}

}  // namespace
}  // namespace isl::rawheap::test

// Roots as a callback tells them, and the order in which they are marked.
#include "rawheap/Roots.h"

#include <gtest/gtest.h>

namespace isl::rawheap::test {
namespace {

TEST(Roots, LastingOnesComeFirst) {
  Roots roots;
  ASSERT_TRUE(roots.reserve(10));
  const jvmtiHeapReferenceKind kinds[] = {
      JVMTI_HEAP_REFERENCE_THREAD,    JVMTI_HEAP_REFERENCE_STACK_LOCAL,
      JVMTI_HEAP_REFERENCE_JNI_LOCAL, JVMTI_HEAP_REFERENCE_JNI_GLOBAL,
      JVMTI_HEAP_REFERENCE_MONITOR,   JVMTI_HEAP_REFERENCE_SYSTEM_CLASS};
  for (const auto kind : kinds) {
    Root root;
    root.kind = kind;
    roots.push(root);
  }
  EXPECT_EQ(putLastingFirst(roots, 1), 3u) << "the first one is not looked at";
  EXPECT_EQ(roots[0].kind, JVMTI_HEAP_REFERENCE_THREAD);
  EXPECT_EQ(roots[1].kind, JVMTI_HEAP_REFERENCE_JNI_GLOBAL);
  EXPECT_EQ(roots[2].kind, JVMTI_HEAP_REFERENCE_SYSTEM_CLASS);
  for (size_t i = 3; i < roots.size(); ++i) EXPECT_FALSE(isLasting(roots[i])) << i;
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
  info.stack_local.slot = 3;
  EXPECT_TRUE(catchRoot(roots, JVMTI_HEAP_REFERENCE_STACK_LOCAL, &info, 24, &wrapper.tag, reason));
  EXPECT_EQ(roots[0].threadId, 7);
  EXPECT_EQ(roots[0].slot, 3);
  EXPECT_FALSE(catchRoot(roots, JVMTI_HEAP_REFERENCE_OTHER, nullptr, 8, &wrapper.tag, reason));
  EXPECT_TRUE(reason.given());
  EXPECT_EQ(findRoot(roots, 5), nullptr);
}

}  // namespace
}  // namespace isl::rawheap::test

// The tables that a walk and the records live in.
#include <gtest/gtest.h>

#include <vector>

#include "heap/ArrayContents.h"
#include "heap/RecordPool.h"
#include "heap/TagRoom.h"
#include "mock_jvmti.h"

namespace isl {
namespace {

TEST(RecordPool, ReusesRoomAndZeroesIt) {
  RecordPool pool(24);
  EXPECT_EQ(pool.find(7), nullptr);
  for (uint32_t node = 1; node <= 3000; node++) pool.ensure(node)[23] = static_cast<uint8_t>(node);
  for (uint32_t node = 1; node <= 3000; node++) {
    ASSERT_EQ(pool.find(node)[23], static_cast<uint8_t>(node));
  }
  unsigned char* freed = pool.find(2000);
  pool.remove(2000);
  pool.remove(2000);
  EXPECT_EQ(pool.find(2000), nullptr);
  EXPECT_EQ(pool.ensure(4000), freed);
  EXPECT_EQ(pool.find(4000)[23], 0);
}

TEST(RecordPool, CopyIsIndependent) {
  RecordPool pool(8);
  pool.ensure(5)[0] = 1;
  RecordPool copy = pool.copy();
  pool.find(5)[0] = 2;
  pool.remove(5);
  EXPECT_EQ(copy.find(5)[0], 1);
}

TEST(ArrayContents, TellsSlotsAndElements) {
  ArrayContents contents;
  const int32_t ints[] = {3, 1, 4};
  contents.note(2, 100, 70);
  contents.addPrimitive(5, 3, 'I', ints);
  contents.note(2, 100, 1);
  const IslArray slots = contents.view(2, 100, 'L');
  EXPECT_EQ(slots.nonNull[0], 2u);
  EXPECT_EQ(slots.nonNull[1], uint64_t{1} << 6);
  EXPECT_EQ(static_cast<const int32_t*>(contents.view(5, 3, 'I').elements)[2], 4);
  contents.clear();
  EXPECT_EQ(contents.view(2, 100, 'L').nonNull[0], 0u);
}

// Objects behind IterateThroughHeap: only their tags.
struct Tags {
  std::vector<jlong> tags;
  size_t most = 0;
};

jvmtiError JNICALL iterateTags(jvmtiEnv* env, jint filter, jclass,
                               const jvmtiHeapCallbacks* callbacks, const void* user) {
  auto& heap = *static_cast<Tags*>(test::MockJvmti::from(env)->user);
  const jlong excluded = filter & JVMTI_HEAP_FILTER_TAGGED;
  for (jlong& tag : heap.tags) {
    if ((tag != 0) == (excluded != 0)) continue;
    if (callbacks->heap_iteration_callback(0, 16, &tag, -1, const_cast<void*>(user)) ==
        JVMTI_VISIT_ABORT) {
      break;
    }
  }
  size_t tagged = 0;
  for (jlong tag : heap.tags) tagged += tag != 0;
  heap.most = std::max(heap.most, tagged);
  return JVMTI_ERROR_NONE;
}

TEST(TagRoom, FillsTheTableAndLeavesNoTagBehind) {
  Tags heap;
  heap.tags.resize(5000);
  heap.tags[3] = 77;  // somebody's
  test::MockJvmti jvmti;
  jvmti.user = &heap;
  jvmti.set(&jvmtiInterface_1_::IterateThroughHeap, iterateTags);
  TagRoom room;
  room.make(&jvmti, 100, 1'000'000);
  EXPECT_EQ(heap.most, 1601u);
  for (size_t i = 0; i < heap.tags.size(); i++) EXPECT_EQ(heap.tags[i], i == 3 ? 77 : 0);
  heap.most = 0;
  room.make(&jvmti, 110, 1'000'000);
  EXPECT_EQ(heap.most, 0u) << "there is room enough";
}

TEST(TagRoom, IsNotMadeWhereItDoesNotPay) {
  TagRoom room;
  EXPECT_EQ(room.wanted(1000, 10'000), 0u) << "a small heap";
  EXPECT_EQ(room.wanted(1'000'000, 4'000'000), 0u) << "as many tags as room would take";
  EXPECT_EQ(room.wanted(1000, 10'000'000), 16'000u);
  EXPECT_LE(room.wanted(100'000, 1'000'000), 50'000u);
}

}  // namespace
}  // namespace isl

// The tables that a walk and the records live in.
#include <gtest/gtest.h>

#include <vector>

#include "heap/ArrayContents.h"
#include "heap/RecordPool.h"
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

}  // namespace
}  // namespace isl

// Numbers at which ways meet.
#include "rawheap/Junctions.h"

#include <gtest/gtest.h>

namespace isl::rawheap {
namespace {

TEST(Junctions, AreAFewOfTheNumbersOfEveryStride) {
  for (uint32_t stride : {1u, 2u, 3u, 1024u, 4096u}) {
    uint32_t found = 0;
    for (uint32_t i = 1; i <= 100'000; i++) found += Junctions::mayBe(1 + i * stride) ? 1 : 0;
    EXPECT_GT(found, 60u) << stride;
    EXPECT_LT(found, 150u) << stride;
  }
}

TEST(Junctions, TellWhoCameByBefore) {
  Junctions junctions;
  EXPECT_EQ(junctions.meet({7, 0, 3}), nullptr) << "no memory, so nobody is known";
  ASSERT_TRUE(junctions.reserve(1'000'000));
  EXPECT_EQ(junctions.meet({7, 0, 3}), nullptr);
  const Junction* const before = junctions.meet({7, 5, 900});
  ASSERT_NE(before, nullptr);
  EXPECT_EQ(before->way, 0u);
  EXPECT_EQ(before->above, 3u);
  // More than there is room for: those that were noted stay known, and the others stay unknown.
  for (uint32_t number = 8; number < 10'000; number++)
    EXPECT_EQ(junctions.meet({number, 1, number}), nullptr);
  EXPECT_NE(junctions.meet({7, 1, 0}), nullptr);
  EXPECT_NE(junctions.meet({8, 1, 0}), nullptr);
  EXPECT_EQ(junctions.meet({9'999, 1, 0}), nullptr);
  ASSERT_TRUE(junctions.reserve(1'000'000));
  EXPECT_EQ(junctions.meet({7, 0, 3}), nullptr) << "a new pass";
}

}  // namespace
}  // namespace isl::rawheap

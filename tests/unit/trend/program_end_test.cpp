// What a program lets go of as it ends; how sights of a run tell it is in sights_test.cpp.
#include "trend/ProgramEnd.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

TEST(ProgramEnd, IsTheLastFall) {
  EXPECT_EQ(lastBeforeProgramEnd({{100, 60}, {150, 90}, {400, 40}}, 400), 1u);
  EXPECT_EQ(lastBeforeProgramEnd({{100, 60}, {150, 90}, {400, 95}}, 400), 2u) << "it rises";
  EXPECT_EQ(lastBeforeProgramEnd({{400, 40}}, 400), 0u);
}

// It closes a thousand connections, and checks fall on the way; a look that its last work raised comes when it is over.
TEST(ProgramEnd, IsAllOfTheFall) {
  EXPECT_EQ(lastBeforeProgramEnd({{100, 60}, {360, 180}, {370, 140}, {400, 20}}, 410), 1u);
  EXPECT_EQ(lastBeforeProgramEnd({{100, 60}, {330, 180}, {340, 140}, {400, 55}}, 410), 2u)
      << "since an eighth of the work: that was given back";
  EXPECT_EQ(lastBeforeProgramEnd({{100, 60}, {150, 90}, {398, 40}, {400, 40}}, 400), 1u);
  EXPECT_EQ(lastBeforeProgramEnd({{100, 60}, {150, 90}, {390, 40}, {400, 40}}, 400), 3u)
      << "it was seen before";
}

// A broker that is stopped closes thousands of queues, and what it began with.
TEST(ProgramEnd, IsLongWhereAllIsClosed) {
  const auto endOf = [](double peakAt, double end) {
    return lastBeforeProgramEnd(
        {{0, 40}, {100, 200}, {peakAt, 500}, {peakAt + 70, 300}, {460, end}}, 470);
  };
  EXPECT_EQ(endOf(300, 20), 2u);
  EXPECT_EQ(endOf(300, 36), 3u) << "as much as it began with: a queue was drained";
  EXPECT_EQ(endOf(150, 20), 3u) << "for more than half of the work";
}

TEST(ProgramEnd, IsNoneWhereHardlyAnythingIsGone) {
  EXPECT_EQ(lastBeforeProgramEnd({{100, 60}, {300, 140}, {400, 131}}, 400), 2u);
  EXPECT_EQ(lastBeforeProgramEnd({{100, 60}, {300, 140}, {400, 130}}, 400), 1u) << "an eighth";
}

// Segments pile up until they are compacted.
TEST(ProgramEnd, IsNoneWhereTheHeapHadFallenSoBefore) {
  const auto endOf = [](double trough, double end) {
    return lastBeforeProgramEnd(
        {{100, 50}, {150, 200}, {190, 120}, {280, 200}, {300, trough}, {380, 210}, {400, end}},
        400);
  };
  EXPECT_EQ(endOf(120, 130), 6u);
  EXPECT_EQ(endOf(120, 117), 6u) << "a little lower";
  EXPECT_EQ(endOf(120, 20), 5u) << "it had never lain so low";
  EXPECT_EQ(endOf(170, 172), 6u) << "by as much as then";
  EXPECT_EQ(endOf(190, 120), 5u) << "in the first half of the work alone";
}

TEST(ProgramEnd, IsNoneWhereTheProgramWorksOn) {
  EXPECT_EQ(lastBeforeProgramEnd({{100, 60}, {300, 180}, {360, 90}, {400, 89}}, 400), 3u);
  EXPECT_EQ(lastBeforeProgramEnd({{100, 60}, {300, 180}, {380, 90}, {400, 89}}, 400), 1u)
      << "for less than a sixteenth";
}

}  // namespace
}  // namespace isl

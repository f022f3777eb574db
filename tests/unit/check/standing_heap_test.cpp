// Whether the live heap stands, along the work.
#include "check/StandingHeap.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

constexpr uint64_t kEnough = 100;

StandingHeap heap() {
  return StandingHeap([](uint64_t bytes, uint64_t) { return bytes >= kEnough; });
}

TEST(StandingHeap, IsNotKnownFromOneCheck) {
  StandingHeap standing = heap();
  standing.note(0, 1000);
  EXPECT_FALSE(standing.stands());
  standing.note(10, 1000);
  EXPECT_TRUE(standing.stands());
}

TEST(StandingHeap, GrowsHoweverLittleComesAtATime) {
  StandingHeap standing = heap();
  uint64_t live = 1000;
  for (uint64_t work = 0; work <= 160; work += 10) standing.note(work, live += kEnough / 10);
  EXPECT_TRUE(standing.stands()) << "80 in half of the work do not count";
  for (uint64_t work = 170; work <= 240; work += 10) standing.note(work, live += kEnough / 10);
  EXPECT_FALSE(standing.stands());
}

TEST(StandingHeap, StandsOnceItHasGrown) {
  StandingHeap standing = heap();
  for (uint64_t work = 0; work < 100; work += 10) standing.note(work, 1000 + 10 * work);
  EXPECT_FALSE(standing.stands());
  for (uint64_t work = 100; work <= 200; work += 10) standing.note(work, 2000);
  EXPECT_TRUE(standing.stands());
}

TEST(StandingHeap, GrowsWhileItComesBackFromItsLowest) {
  StandingHeap standing = heap();
  for (uint64_t work = 0; work <= 50; work += 10) standing.note(work, 1000);
  standing.note(60, 500);
  EXPECT_TRUE(standing.stands());
  standing.note(70, 1000);
  EXPECT_FALSE(standing.stands());
}

TEST(StandingHeap, BeginsAnewWithTheWork) {
  StandingHeap standing = heap();
  for (uint64_t work = 100; work < 200; work += 10) standing.note(work, 1000);
  standing.note(5, 1000);
  EXPECT_FALSE(standing.stands()) << "the program is ready once more";
}

TEST(StandingHeap, SaysNothingOfChecksThatItNoLongerKnows) {
  StandingHeap standing = heap();
  for (uint64_t work = 1000; work < 1040; work++) standing.note(work, 1000);
  EXPECT_FALSE(standing.stands()) << "what lay there when half of the work was done";
}

}  // namespace
}  // namespace isl

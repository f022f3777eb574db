// The queue of due checks: numbers, epochs, room, and the end of the numbers.
#include <gtest/gtest.h>

#include "check/DueChecks.h"
#include "store/Site.h"

namespace isl {
namespace {

DueChecks::Publish nowhere() {
  return [](uint32_t) {};
}

DueCheck at(const char* cause, uint64_t ms) {
  DueCheck check;
  check.cause = cause;
  check.atMs = ms;
  return check;
}

TEST(DueChecks, EachEndsAnEpochAndWaits) {
  DueChecks due;
  std::vector<uint32_t> published;
  const auto publish = [&](uint32_t epoch) { published.push_back(epoch); };
  EXPECT_EQ(due.epoch(), 1u);
  EXPECT_TRUE(due.end(at("alloc", 10), publish));
  EXPECT_TRUE(due.end(at("manual", 25), publish));
  EXPECT_EQ(published, (std::vector<uint32_t>{2, 3}));
  EXPECT_EQ(due.epoch(), 3u);
  EXPECT_EQ(due.waiting().count, 2u);
  EXPECT_EQ(due.waiting().newest, 2u);
  EXPECT_EQ(due.lastOf(1), 1u);
  EXPECT_EQ(due.lastOf(2), 2u);
}

TEST(DueChecks, TheOldestAreTakenFirst) {
  DueChecks due;
  for (uint64_t ms : {10, 20, 30}) due.end(at("alloc", ms), nowhere());
  const std::vector<DueCheck> taken = due.take(2);
  ASSERT_EQ(taken.size(), 2u);
  EXPECT_EQ(taken[0].n, 1u);
  EXPECT_EQ(taken[1].atMs, 20u);
  EXPECT_EQ(taken[1].cause, "alloc");
  EXPECT_EQ(due.waiting().count, 1u);
  EXPECT_EQ(due.waiting().newest, 3u);
  EXPECT_EQ(due.take(1)[0].n, 3u);
  EXPECT_EQ(due.waiting().newest, 0u);
}

// Those that were missed wait for the next that is not, and leave room for it.
TEST(DueChecks, MissedOnesWaitForTheNextThatIsNot) {
  DueChecks due;
  DueCheck missed = at("alloc", 10);
  missed.missed = true;
  size_t made = 0;
  while (due.end(missed, nowhere())) made++;
  EXPECT_GT(made, 16u);
  EXPECT_EQ(due.epoch(), made + 1);
  EXPECT_EQ(due.waiting().count, 0u) << "nothing is to be answered";
  EXPECT_TRUE(due.end(at("alloc", 20), nowhere()));
  EXPECT_EQ(due.waiting().count, made + 1);
  EXPECT_EQ(due.waiting().newest, made + 1);
  EXPECT_EQ(due.take(made + 1).size(), made + 1);
  EXPECT_TRUE(due.end(missed, nowhere()));
}

TEST(DueChecks, WithoutRoomNoEpochEnds) {
  DueChecks due;
  uint32_t last = 0;
  size_t made = 0;
  while (due.end(at("alloc", 0), [&](uint32_t epoch) { last = epoch; })) made++;
  EXPECT_GT(made, 16u) << "a walk answers for so many";
  EXPECT_EQ(due.epoch(), last);
  EXPECT_FALSE(due.exhausted());
  EXPECT_EQ(due.leftOut(), 0u) << "the caller decides whether somebody waits for it";
  due.leaveOut();
  EXPECT_EQ(due.leftOut(), 1u);
  due.take(1);
  EXPECT_TRUE(due.end(at("alloc", 0), nowhere()));
}

TEST(DueChecks, TheNumbersEnd) {
  DueChecks due;
  for (uint32_t n = 1; !due.exhausted(); n++) {
    ASSERT_TRUE(due.end(at("alloc", 0), nowhere())) << n;
    due.take(1);
  }
  EXPECT_EQ(due.epoch(), kMaxEpoch);
  EXPECT_FALSE(due.end(at("manual", 0), nowhere()));
  EXPECT_EQ(due.epoch(), kMaxEpoch);
}

}  // namespace
}  // namespace isl

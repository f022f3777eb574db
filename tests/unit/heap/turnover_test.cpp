// Does a holder keep what it holds? Objects in plain memory, told by their words.
#include "heap/Turnover.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "check/leak_spec.h"
#include "heap/PassNodes.h"
#include "heap/WalkNodes.h"

namespace isl {
namespace {

constexpr uint32_t kHolder = 900, kSite = 70;

class TurnoverOf : public testing::Test {
 protected:
  TurnoverOf() {
    ClassRecord bytes;
    bytes.signature = "[B";
    bytes.elementKind = 'B';
    arrays_ = classes_.add(std::move(bytes));
    ClassRecord visit;
    visit.signature = "Lshop/Visit;";
    visits_ = classes_.add(std::move(visit));
    walk_.classes = &classes_;
    walk_.nodes = &nodes_;
    walk_.pass = &pass_;
    const uint32_t word = 7 << kEpochBits | 1;
    for (auto& object : objects_)
      memcpy(reinterpret_cast<char*>(object.data()) + WordLayout::offset(), &word, sizeof word);
  }
  uint64_t addressOf(size_t object) { return reinterpret_cast<uint64_t>(objects_[object].data()); }
  // A check at which the objects from `first` to `end` live, and a holder holds them.
  bool check(uint32_t n, size_t first, size_t end) { return check(n, first, end, visits_); }
  bool check(uint32_t n, size_t first, size_t end, uint32_t classId, uint32_t holder = kHolder) {
    walk_.check = n;
    HeldThings::Sample things;
    for (size_t i = first; i < end; i++) {
      const uint32_t node = pass_.find(addressOf(i), false);
      if (node != 0) seeNode(nodes_[node], n);
      ReferredObject thing;
      thing.address = addressOf(i);
      thing.classId = classId;
      things.add(thing);
    }
    turnover_.look(walk_, holder, kSite, end - first, things);
    return turnover_.turnsOver(holder);
  }

  const IslSpec spec_ = test::leakSpec();
  ClassTable classes_{{&spec_}};
  NodeTable nodes_{1000};
  PassNodes pass_{nodes_};
  WalkState walk_;
  Turnover turnover_;
  uint32_t arrays_ = 0, visits_ = 0;
  std::array<std::array<uint64_t, 4>, 400> objects_{};
};

TEST_F(TurnoverOf, SessionsThatExpireIsFull) {
  EXPECT_FALSE(check(1, 0, 20)) << "nothing is known yet";
  EXPECT_FALSE(check(2, 10, 40)) << "half of them are there";
  EXPECT_TRUE(check(3, 19, 60));
  EXPECT_TRUE(check(4, 30, 80));
  EXPECT_TRUE(check(5, 60, 140));
}

TEST_F(TurnoverOf, WhatLeaksIsNone) {
  for (uint32_t n = 1; n < 40; n++) EXPECT_FALSE(check(n, 0, 10 * n)) << n;
}

TEST_F(TurnoverOf, WhatLeaksBesideWhatIsUnderWayEnds) {
  EXPECT_FALSE(check(1, 0, 20));
  EXPECT_TRUE(check(2, 40, 60));
  for (uint32_t n = 3; n < 12; n++) EXPECT_TRUE(check(n, 40, 60 + 10 * n)) << n;
  EXPECT_FALSE(check(12, 40, 180)) << "they stay";
}

TEST_F(TurnoverOf, ATableOfTheStartUpThatSessionsJoinIsSeenAnew) {
  for (uint32_t n = 1; n <= 11; n++) EXPECT_FALSE(check(n, 0, 20 + n)) << n;
  EXPECT_FALSE(check(12, 0, 300)) << "twice as much: remembered";
  EXPECT_TRUE(check(13, 290, 400));
}

TEST_F(TurnoverOf, ASiteIsThatOfItsLargestHolder) {
  for (uint32_t n = 1; n <= 40; n++) check(n, 8 * n, 8 * n + 60);
  EXPECT_TRUE(turnover_.siteTurnsOver(kSite));
  EXPECT_FALSE(turnover_.siteTurnsOver(kSite + 1));
  for (uint32_t n = 41; n <= 60; n++) {
    check(n, 8 * 40, 8 * 40 + 60);
    check(n, 0, 70, visits_, kHolder + 1);
  }
  EXPECT_FALSE(turnover_.siteTurnsOver(kSite)) << "it keeps what it holds";
  turnover_.freed(kHolder + 1);
  turnover_.freed(kHolder);
  EXPECT_FALSE(turnover_.siteTurnsOver(kSite));
}

// A cache that is full drops its eldest entries.
TEST_F(TurnoverOf, TellsWhenSomethingWasLostLast) {
  for (uint32_t n = 1; n <= 5; n++) check(n, 0, 20 * n);
  EXPECT_EQ(turnover_.lastLost(kSite, 5), 0u) << "it grows";
  check(6, 10, 110);
  check(7, 10, 110);
  EXPECT_EQ(turnover_.lastLost(kSite, 7), 6u);
  EXPECT_EQ(turnover_.lastLost(kSite + 1, 7), 0u);
  check(8, 105, 110);
  EXPECT_EQ(turnover_.lastLost(kSite, 8), 8u);
  EXPECT_EQ(turnover_.lastLost(kSite, 7), 6u) << "what went as the program ended is left out";
}

TEST_F(TurnoverOf, FewThingsAndArraysTellNothing) {
  EXPECT_FALSE(check(1, 0, 7));
  EXPECT_FALSE(check(2, 100, 107));
  turnover_.freed(kHolder);
  EXPECT_FALSE(check(3, 0, 20, arrays_));
  EXPECT_FALSE(check(4, 100, 120, arrays_));
  EXPECT_EQ(nodes_.inUse(), 14u);
}

// Its class may be that of arrays, which have their length there.
TEST_F(TurnoverOf, WritesNothingIntoWhatIsOfAnUnknownClass) {
  const auto before = objects_;
  for (uint32_t n = 1; n <= 30; n++) check(n, 8 * n, 8 * n + 60, 0);
  EXPECT_EQ(objects_, before);
  check(31, 0, 60);
  EXPECT_NE(objects_, before) << "others get a number";
}

TEST_F(TurnoverOf, AnObjectInThePlaceOfADeadOneIsAnother) {
  check(1, 0, 20);
  nodes_.sweep(1, [](uint32_t) {});
  walk_.check = 2;
  nodes_.sweep(2, [](uint32_t) {});
  for (uint32_t i = 0; i < 20; i++) nodes_.take(3);
  EXPECT_TRUE(check(3, 100, 120));
}

}  // namespace
}  // namespace isl

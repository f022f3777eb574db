// Which collections are made for what grows, and what they tell. Each check is a unit of work, and gains 100 bytes.
#include "check/GrowthProof.h"

#include <gtest/gtest.h>

#include <vector>

namespace isl {
namespace {

struct Growth {
  // A check of a set that has been suspicious since the first; `dead`: references that wait, and those cleared.
  void check(const rawheap::DeadReferences& dead, bool letGo = false) {
    n++;
    wanted = proof.wants(n - 1, counts, false);
    if (wanted && collects) proof.noteCollection();
    proof.noteReferences(dead);
    proof.meet(n, letGo, false);
    const auto bytes = static_cast<uint64_t>(100 * n);
    proof.judge({letGo ? 0 : bytes, bytes, n, 100, letGo});
  }

  GrowthProof proof;
  double n = 0;
  bool wanted = false, collects = true, counts = true;
};

constexpr rawheap::DeadReferences kUnknown{};
rawheap::DeadReferences cleared(uint64_t count) { return {true, 0, count}; }
rawheap::DeadReferences waiting(uint64_t count, uint64_t cleared = 0) {
  return {true, count, cleared};
}

TEST(GrowthProof, OfWhatDoesNotCountYetCollectionsComeWhenTheWorkDoubles) {
  Growth growth;
  growth.counts = false;
  std::vector<double> made;
  while (growth.n < 60) {
    growth.check(waiting(5));
    if (growth.wanted) made.push_back(growth.n);
    EXPECT_FALSE(growth.proof.proving());
  }
  EXPECT_EQ(made, (std::vector<double>{1, 3, 7, 15, 31}));
  growth.check(waiting(0));
  growth.check(waiting(0));
  EXPECT_FALSE(growth.wanted) << "no reference has died";
}

TEST(GrowthProof, CollectionsAreWantedEachHalfAsMuchWorkAgain) {
  Growth growth;
  std::vector<double> made;
  while (growth.n < 60) {
    growth.check(kUnknown);
    if (growth.wanted) made.push_back(growth.n);
    EXPECT_EQ(growth.proof.proving(), growth.wanted) << "a check comes soon after each";
  }
  EXPECT_EQ(made, (std::vector<double>{3, 6, 10, 16, 25, 39, 60}));
  EXPECT_TRUE(growth.proof.outlived());
}

// Nothing that lives goes with one where no reference has died.
TEST(GrowthProof, NoneIsWantedThatWouldClearNothing) {
  Growth growth;
  growth.proof.noteReferences(cleared(30));  // before anything is suspicious
  for (int i = 0; i < 20; i++) {
    growth.check(cleared(30));
    EXPECT_FALSE(growth.wanted);
    EXPECT_EQ(growth.proof.proving(), growth.n == 3) << "the next check decides";
  }
  EXPECT_TRUE(growth.proof.outlived());
  growth.check(waiting(1, 30));
  EXPECT_FALSE(growth.wanted) << "nobody knew";
  for (int i = 0; i < 20 && !growth.wanted; i++) growth.check(waiting(1, 30));
  EXPECT_TRUE(growth.wanted);
}

// The VM's own collections clear references, and their entries stay until the program looks at the map.
TEST(GrowthProof, OneIsWantedWhereEntriesOfClearedReferencesAreLeft) {
  Growth growth;
  growth.collects = false;
  for (const uint64_t left : {6, 6, 2000}) growth.check(cleared(left));
  growth.check(cleared(2000));
  EXPECT_TRUE(growth.wanted);
  EXPECT_FALSE(growth.proof.made());
  growth.collects = true;
  growth.check(cleared(2000));
  EXPECT_TRUE(growth.proof.made());
  for (int i = 0; i < 20; i++) {  // as many are left for ever
    growth.check(cleared(36));
    EXPECT_FALSE(growth.wanted) << growth.n;
  }
  EXPECT_TRUE(growth.proof.outlived());
}

// A queue of references may be polled later than at the check soon after a collection. Where it never is, the next one tells.
TEST(GrowthProof, WaitsUntilEntriesOfClearedReferencesAreGone) {
  for (const uint64_t left : {0, 2000}) {
    Growth growth;
    for (int i = 0; i < 2; i++) growth.check(waiting(9));
    for (int i = 0; i < 2; i++) growth.check(waiting(9, left));
    EXPECT_EQ(growth.proof.outlived(), left == 0);
    for (int i = 0; i < 2; i++) growth.check(waiting(9, left));
    EXPECT_TRUE(growth.proof.outlived()) << "at the second collection";
  }
}

TEST(GrowthProof, WhatHasGrownOnFromTwoCollectionsHasOutlivedThemOften) {
  Growth growth;
  std::vector<double> often;
  while (growth.n < 16) {
    growth.check(kUnknown);
    if (growth.proof.outlivedOften()) often.push_back(growth.n);
  }
  EXPECT_EQ(often.front(), 6) << "at the second";
  EXPECT_EQ(often.size(), 11u);
  growth.check(kUnknown, true);
  for (int i = 0; i < 5; i++) growth.check(kUnknown);
  EXPECT_TRUE(growth.proof.outlived());
  EXPECT_FALSE(growth.proof.outlivedOften()) << "of these, one";
}

TEST(GrowthProof, WhatIsLetGoHasOutlivedNothing) {
  Growth growth;
  for (int i = 0; i < 5; i++) growth.check(kUnknown);
  ASSERT_TRUE(growth.proof.outlived());
  growth.check(cleared(0), true);
  EXPECT_FALSE(growth.proof.outlived());
  for (int i = 0; i < 2; i++) growth.check(kUnknown);
  EXPECT_FALSE(growth.wanted) << "it has to be suspicious for three checks anew";
}

}  // namespace
}  // namespace isl

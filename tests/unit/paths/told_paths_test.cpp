// What a pass found, beside what was told before.
#include "paths/ToldPaths.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

using Paths = std::vector<report::Path>;

report::Path path(const char* kind, const std::vector<const char*>& holders) {
  report::Path result;
  result.root.kind = kind;
  for (const char* holder : holders) {
    report::PathEdge edge;
    edge.holderType = holder;
    edge.field = "items";
    result.edges.push_back(edge);
  }
  return result;
}

const SiteSize kAsBefore{100, 120}, kDoubled{100, 300};

TEST(ToldPaths, ACallTellsLessThanWhatLasts) {
  const Paths field{path("static", {"List", "Shop"})}, call{path("stack", {"Queue"})};
  EXPECT_TRUE(isFainter(call, field, kAsBefore, false));
  EXPECT_FALSE(isFainter(field, call, kAsBefore, false));
  EXPECT_FALSE(isFainter(call, call, kAsBefore, false)) << "nothing else is known";
  EXPECT_FALSE(isFainter(call, {}, kAsBefore, false));
  EXPECT_FALSE(isFainter(call, field, kDoubled, false)) << "most of it may lie elsewhere by now";
}

TEST(ToldPaths, ACallMayHaveTakenOutWhatIsKept) {
  const Paths kept{path("static", {"Array", "List", "Map", "Shop"}), path("static", {"Log"})};
  const Paths taken{path("stack", {"Array", "List"})};
  EXPECT_TRUE(isFainter(taken, kept, kDoubled, false));
  EXPECT_TRUE(isFainter(taken, kept, kDoubled, true));
  const Paths both{taken[0], path("stack", {"Queue"})};
  EXPECT_FALSE(isFainter(both, kept, kDoubled, false)) << "one of them is new";
  EXPECT_FALSE(isFainter({path("stack", {})}, kept, kDoubled, false)) << "an object by itself";
  Paths other = taken;
  other[0].edges[1].field = "spare";
  EXPECT_FALSE(isFainter(other, kept, kDoubled, false));
}

TEST(ToldPaths, WhatIsBeingClearedIsNotHeldByItsHandler) {
  Paths handler{path("stack", {"Weak"})}, variable{path("stack", {"Map", "Cache"})};
  handler[0].root.name = "Reference Handler: java.lang.ref.Reference.processPendingReferences";
  variable[0].root.name = "main: shop.Shop.main";
  EXPECT_TRUE(isFainter(handler, variable, kDoubled, false));
  EXPECT_FALSE(isFainter(variable, handler, kDoubled, false));
  EXPECT_FALSE(isFainter({handler[0], variable[0]}, variable, kDoubled, false));
  Paths list{path("unknown", {"Weak"})};
  EXPECT_TRUE(isFainter(list, variable, kDoubled, false));
  list[0].truncated = true;
  EXPECT_FALSE(isFainter(list, variable, kDoubled, false)) << "no root was reached";
}

TEST(ToldPaths, SoftReferencesStayWhenTheVariablesAreGone) {
  const Paths variable{path("stack", {"List"})}, soft{path("reference", {"List"})};
  EXPECT_TRUE(isFainter(soft, variable, kAsBefore, true));
  EXPECT_FALSE(isFainter(soft, variable, kAsBefore, false)) << "the program goes on";
  EXPECT_FALSE(isFainter(soft, variable, kDoubled, true));
}

// At the end of main what a connection belongs to is gone, and its cleaner still has the session.
TEST(ToldPaths, CleanersTellLessThanAnythingElse) {
  const Paths variable{path("stack", {"Connection", "Map"})}, field{path("static", {"Map"})},
      cleaner{path("cleaner", {})};
  EXPECT_TRUE(isFainter(cleaner, variable, kDoubled, true));
  EXPECT_TRUE(isFainter(cleaner, field, kAsBefore, false));
  EXPECT_FALSE(isFainter(variable, cleaner, kAsBefore, false));
  EXPECT_FALSE(isFainter(cleaner, cleaner, kAsBefore, false));
}

}  // namespace
}  // namespace isl

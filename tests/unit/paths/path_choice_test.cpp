// When paths are searched for: anew, for sites that lack one, from where they were cut, or not at all.
#include <gtest/gtest.h>

#include "paths/PathChoice.h"

namespace isl {
namespace {

report::Path path(size_t edges, bool truncated) {
  report::Path result;
  result.edges.resize(edges);
  result.truncated = truncated;
  return result;
}

// A worst site whose paths are followed, and the time for searches is used up.
PathState late() {
  PathState state;
  state.wanted = state.followed = state.mayBeLate = true;
  return state;
}

TEST(PathChoice, APathThatLostItsEdgesIsNone) {
  EXPECT_TRUE(isBare({}));
  EXPECT_TRUE(isBare({path(0, true), path(0, true)}));
  EXPECT_FALSE(isBare({path(0, true), path(1, true)}));
  EXPECT_FALSE(isBare({path(0, false)}));  // a root holds the object itself
}

TEST(PathChoice, AnyPathToARootMakesASiteComplete) {
  EXPECT_FALSE(isComplete({}));
  EXPECT_FALSE(isComplete({path(3, true)}));
  EXPECT_TRUE(isComplete({path(2, false), path(3, true)}));
}

TEST(PathChoice, ABareWorstSiteIsSearchedForBeyondTheTime) {
  PathState state = late();
  state.bare = state.open = true;
  EXPECT_EQ(choosePathWork(state).work, PathWork::Resume);
  EXPECT_TRUE(choosePathWork(state).late);
  state.unfollowed = true;
  EXPECT_EQ(choosePathWork(state).work, PathWork::Missing);
  EXPECT_TRUE(choosePathWork(state).late);
  state.mayBeLate = false;  // but not for ever
  EXPECT_EQ(choosePathWork(state).work, PathWork::Group);
  EXPECT_FALSE(choosePathWork(state).late);
}

TEST(PathChoice, OtherSitesWaitForTheirTime) {
  PathState state = late();
  state.lacking = state.unfollowed = state.open = true;
  EXPECT_EQ(choosePathWork(state).work, PathWork::Group);
  state.anyTime = true;  // to go on with what is open
  EXPECT_EQ(choosePathWork(state).work, PathWork::Resume);
  state.inTime = true;
  EXPECT_EQ(choosePathWork(state).work, PathWork::Missing);
  EXPECT_FALSE(choosePathWork(state).late);
}

// Nothing is new at the top, and the bare site's samples are gone: that alone is worth a search.
TEST(PathChoice, ABareWorstSiteWithoutSamplesIsMissing) {
  PathState state = late();
  state.anyTime = state.inTime = state.bare = state.unfollowed = true;
  EXPECT_EQ(choosePathWork(state).work, PathWork::Missing);
  state.unfollowed = false;
  state.open = true;
  EXPECT_EQ(choosePathWork(state).work, PathWork::Resume);
}

TEST(PathChoice, EverythingWhereItFits) {
  PathState state = late();
  state.anyTime = state.inTime = state.allInTime = true;
  EXPECT_EQ(choosePathWork(state).work, PathWork::Group);
  state.grown = true;
  EXPECT_EQ(choosePathWork(state).work, PathWork::Everything);
  state.wanted = false;
  EXPECT_EQ(choosePathWork(state).work, PathWork::None);
}

}  // namespace
}  // namespace isl

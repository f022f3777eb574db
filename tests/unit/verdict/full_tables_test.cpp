// Whether a table has come to its bound.
#include "verdict/FullTables.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

// A cache that takes in an entry for each unit of work, until it is full. The program was ready at 100 and is done at 1,000.
Standing cacheFullAfter(double work) {
  const double full = work - 100;
  Standing cache(100, 1000);
  cache.add({{100, 0},
             {150, 50},
             {220, 120},
             {300, 200},
             {450, 350},
             {600, 500},
             {work, full},
             {950, full},
             {990, full}});
  return cache;
}

TEST(Standing, IsFullWhereTheLineGoesOn) {
  EXPECT_TRUE(cacheFullAfter(800).isFull(980));
  EXPECT_TRUE(cacheFullAfter(800).isFull(896));
  EXPECT_FALSE(cacheFullAfter(800).isFull(890)) << "it may have stopped by then";
  EXPECT_FALSE(cacheFullAfter(800).isFull(0)) << "never seen";
}

// The eldest entry of a cache went, and as many are there.
TEST(Standing, IsFullWhereSomethingWasLostSince) {
  EXPECT_TRUE(cacheFullAfter(800).isFull(0, 800));
  EXPECT_FALSE(cacheFullAfter(800).isFull(0, 790)) << "it may have grown since";
  EXPECT_FALSE(cacheFullAfter(890).isFull(0, 960));
}

TEST(Standing, HasToStandForAnEighthOfTheWork) {
  EXPECT_TRUE(cacheFullAfter(870).isFull(980));
  EXPECT_FALSE(cacheFullAfter(890).isFull(980));
}

TEST(Standing, IsFullOnlyIfAllSetsStand) {
  Standing cache = cacheFullAfter(800);
  cache.add({{100, 0}, {500, 40}, {990, 90}});
  EXPECT_FALSE(cache.isFull(980));
  Standing none(100, 1000);
  none.add({});
  EXPECT_FALSE(none.isFull(980)) << "nothing was counted";
}

}  // namespace
}  // namespace isl

// Which static fields have come with their class loaders.
#include "paths/ManyLoaders.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

TEST(ManyLoaders, HaveBroughtWhatLiesUnderEightOfOneType) {
  ManyLoaders loaders;
  for (uint64_t loader = 1; loader < ManyLoaders::kMany; loader++) {
    loaders.meet(0, 5, loader);
    loaders.meet(0, 5, loader);
    loaders.meet(1, 5, 100);
    loaders.meet(0, 6, 200 + loader);
  }
  EXPECT_FALSE(loaders.brought(0, 5)) << "of seven, each met twice";
  loaders.meet(0, 5, 99);
  EXPECT_TRUE(loaders.brought(0, 5));
  EXPECT_FALSE(loaders.brought(0, 6)) << "loaders of another type";
  EXPECT_FALSE(loaders.brought(1, 5)) << "what lies under one loader";
  EXPECT_FALSE(loaders.brought(2, 5)) << "nothing was met";
  loaders.begin();
  EXPECT_FALSE(loaders.brought(0, 5)) << "of the pass before";
}

}  // namespace
}  // namespace isl

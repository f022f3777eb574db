// Boundaries of specs: whose ticks follow which count, and which counts wait for the thread's events.
#include "agent/Boundaries.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

TEST(Boundaries, EachSpecFollowsItsOwnMethod) {
  int64_t rows = -1, files = -1;
  IslSpec byRow, byFile, none;
  byRow.boundary = "shop.Import.row";
  byRow.ticks = &rows;
  byRow.traits = ISL_TRAIT_TICKS_IN_EVENTS;
  byFile.boundary = "shop.Import.file";
  byFile.ticks = &files;
  Options options;
  options.unit = "shop.Import.file";
  const std::vector<const IslSpec*> specs{&none, &byRow, &byFile};
  const auto units = unitsFor(options, specs);
  EXPECT_EQ(units->rowOf("shop.Import.file"), 0);
  EXPECT_EQ(units->rowOf("shop.Import.row"), 1);
  EXPECT_EQ(settledRows(specs, *units), std::vector<int32_t>{1})
      << "nobody asks for files at events";
  auto* const cells = reinterpret_cast<std::atomic<int64_t>*>(units->address());
  cells[0] = 2;
  cells[2] = 7;
  units->tellTicks();
  EXPECT_EQ(files, 2);
  EXPECT_EQ(rows, 7);
}

TEST(Boundaries, ASpecMayOnlyName) {
  IslSpec spec;
  spec.boundary = "shop.Import.row";
  const auto units = unitsFor(Options(), {&spec});
  EXPECT_EQ(units->rowOf("shop.Import.row"), 0);
  EXPECT_TRUE(settledRows({&spec}, *units).empty());
  units->tellTicks();
}

}  // namespace
}  // namespace isl

// Did several static fields take in all of it, each at once?
#include "verdict/FilledOnce.h"

#include <gtest/gtest.h>

#include <string>

#include "verdict/held_sites.h"

namespace isl {
namespace {

using test::edge;

const report::Holder kPlaces{"field", "shop.Places", "byName", "", ""};

report::Path placesOf(const char* root, double share, const char* kind = "static") {
  report::Path path =
      test::pathOf({edge("java.util.HashMap", "table"), edge("shop.Places", "byName")}, kind, root);
  path.share = share;
  return path;
}

size_t tens(size_t i) { return i / 10; }

std::vector<WorkSample> objectsAt(size_t checks, double (*count)(size_t check)) {
  std::vector<WorkSample> out;
  for (size_t i = 0; i < checks; i++) out.push_back({static_cast<double>(i), count(i)});
  return out;
}

TEST(StaticFieldsOver, AreThoseAtTheEndsOfWaysByTheHolder) {
  std::vector<report::Path> heap = {
      placesOf("shop.AsiaTest.places", 0.3), placesOf("shop.AsiaTest.places", 0.2),
      placesOf("shop.AfricaTest.places", 0.2),
      test::pathOf({edge("shop.Fonts", "table")}, "static", "shop.Fonts.it")};
  EXPECT_EQ(staticFieldsOver(heap, kPlaces), 2U);
  heap.push_back(placesOf("main: shop.Main.run", 0.05, "stack"));
  EXPECT_EQ(staticFieldsOver(heap, kPlaces), 2U) << "less than an eighth";
  heap.push_back(placesOf("main: shop.Main.run", 0.1, "stack"));
  EXPECT_EQ(staticFieldsOver(heap, kPlaces), 0U);
  EXPECT_EQ(staticFieldsOver({}, kPlaces), 0U);
}

TEST(CameInSteps, HasOneForEachFieldAndNoMore) {
  const auto stairs =
      objectsAt(40, [](size_t i) { return static_cast<double>(1000 * (1 + tens(i))); });
  EXPECT_TRUE(cameInSteps(stairs, 4));
  EXPECT_FALSE(cameInSteps(stairs, 3)) << "one field took in two of them";
  EXPECT_TRUE(cameInSteps(stairs, 18));
  EXPECT_FALSE(cameInSteps(stairs, 19)) << "too few checks to tell";
}

TEST(CameInSteps, MayHaveACheckInTheMiddleOfOne) {
  const auto stairs = objectsAt(40, [](size_t i) {
    return static_cast<double>(1000 * (1 + tens(i)) - (i % 20 == 0 ? 400 : 0));
  });
  EXPECT_TRUE(cameInSteps(stairs, 4));
}

TEST(CameInSteps, IsNotALine) {
  const auto line = objectsAt(40, [](size_t i) { return 100.0 * static_cast<double>(i); });
  EXPECT_FALSE(cameInSteps(line, 18)) << "as many as may be asked for";
  const auto inEach = objectsAt(
      40, [](size_t i) { return static_cast<double>(1000 * (tens(i)) + 100 * (i % 10)); });
  EXPECT_FALSE(cameInSteps(inEach, 4)) << "a service for each class of tests, which leaks in each";
}

TEST(CameInSteps, CountsWhatStays) {
  auto peaks = objectsAt(40, [](size_t i) {
    return static_cast<double>(1000 * (1 + tens(i)) + (i % 2 == 1 ? 300 : 0));
  });
  EXPECT_TRUE(cameInSteps(peaks, 4));
  peaks.push_back({40, 0});
  EXPECT_FALSE(cameInSteps(peaks, 4)) << "nothing does";
}

// Checks may be many in one test.
// Twelve tests of each class, with a context for each class.
TEST(CameTogether, WhatComesWithContextsOfTests) {
  std::vector<WorkSample> contexts, beans, noted, late;
  for (int test = 1; test <= 60; test++) {
    const int context = (test + 11) / 12;
    const double work = test;
    contexts.push_back({work, static_cast<double>(context)});
    beans.push_back({work, 100.0 * context});
    noted.push_back({work, 10.0 * test});
    late.push_back({work, 100.0 * context - (test % 12 == 1 ? 60 : 0)});
  }
  EXPECT_TRUE(cameTogether(beans, contexts));
  EXPECT_TRUE(cameTogether(late, contexts)) << "the next check sees the rest";
  EXPECT_FALSE(cameTogether(noted, contexts)) << "each test leaves some behind";
  EXPECT_FALSE(cameTogether(beans, {{1, 1}})) << "one context for all";
  EXPECT_FALSE(cameTogether(beans, {}));
  EXPECT_FALSE(cameTogether({}, {}));
  noted.push_back({61, 0});
  EXPECT_FALSE(cameTogether(noted, contexts)) << "all of it is gone";
}

TEST(CameInOneUnit, WhereATestLoadsATable) {
  EXPECT_TRUE(cameInOneUnit({{7, 100}, {8, 400}, {8, 800}, {8, 1200}, {9, 1500}, {10, 1500}}));
  EXPECT_FALSE(cameInOneUnit({{7, 100}, {8, 200}, {9, 300}, {9, 350}, {10, 400}}));
  EXPECT_FALSE(cameInOneUnit({{7, 100}, {8, 200}, {8, 50}, {9, 150}, {10, 250}}))
      << "it comes and goes";
  EXPECT_TRUE(cameInOneUnit({{7, 500}, {8, 550}, {9, 600}})) << "the first is a unit as well";
  EXPECT_FALSE(cameInOneUnit({}));
  EXPECT_FALSE(cameInOneUnit({{1, 0}, {2, 0}}));
}

}  // namespace
}  // namespace isl

// Who holds most of the heap, by the paths of objects that stand for it.
#include "verdict/MostHeld.h"

#include <gtest/gtest.h>

#include <map>

namespace isl {
namespace {

// As DirectPaths::takeHeap() tells it: the object itself first.
report::Path path(double share, const char* type,
                  const std::vector<std::pair<const char*, const char*>>& edges, const char* kind,
                  const char* root) {
  report::Path out;
  out.share = share;
  out.root = {kind, root};
  out.edges.emplace_back();
  out.edges.back().holderType = type;
  out.edges.back().field = "<content>";
  for (const auto& [holder, field] : edges) {
    out.edges.emplace_back();
    out.edges.back().holderType = holder;
    out.edges.back().field = field;
  }
  return out;
}

constexpr const char* kMapTask = "task: org.acme.Task.run";

report::Path ofTable(double share, const char* type = "int[]") {
  return path(share, type,
              {{"java.lang.Object[]", "[*]"},
               {"java.util.ArrayList", "elementData"},
               {"shop.Join", "table"}},
              "stack", kMapTask);
}

report::Path ofMatches(double share) {
  return path(share, "byte[]",
              {{"java.lang.String", "value"},
               {"java.lang.Object[]", "[*]"},
               {"java.util.ArrayList", "elementData"},
               {"shop.Join", "matches"}},
              "stack", kMapTask);
}

std::string keyOf(const report::MostHeld& most) {
  return most.kind + ' ' + most.className + '.' + most.field;
}

TEST(MostHeld, IsTheLastReferenceThatHalfOfTheBytesShare) {
  const auto most = mostHeld(
      {ofTable(0.3), ofMatches(0.3), ofTable(0.2, "long[]"), ofTable(0.1), ofMatches(0.1)});
  ASSERT_TRUE(most);
  EXPECT_EQ(keyOf(*most), "field shop.Join.table");
  EXPECT_DOUBLE_EQ(most->share, 0.6);
  EXPECT_EQ(most->type, "int[]");
}

TEST(MostHeld, TellsTheShareOfTheHolderAndNotOfWhatHasMostInIt) {
  const auto valueOf = [](double share, const char* type, const char* field) {
    return path(share, type,
                {{"java.util.HashMap$Node", field},
                 {"java.util.HashMap$Node[]", "[*]"},
                 {"java.util.HashMap", "table"}},
                "static", "shop.Job.CACHE");
  };
  const auto most =
      mostHeld({valueOf(0.35, "java.lang.String", "key"), valueOf(0.6, "byte[]", "value")});
  ASSERT_TRUE(most);
  EXPECT_EQ(keyOf(*most), "static shop.Job.CACHE");
  EXPECT_DOUBLE_EQ(most->share, 0.95);
  EXPECT_EQ(most->type, "byte[]");
}

TEST(MostHeld, StopsWhereNoneHasMost) {
  const auto both =
      mostHeld({ofTable(0.45), ofMatches(0.45), path(0.1, "int[]", {}, "static", "A.b")});
  ASSERT_TRUE(both);
  EXPECT_EQ(keyOf(*both), "stack org.acme.Task.run");
  EXPECT_DOUBLE_EQ(both->share, 0.9);
  EXPECT_FALSE(mostHeld({path(0.5, "int[]", {}, "static", "A.b"), ofTable(0.5)}))
      << "half is not most";
  EXPECT_FALSE(mostHeld({}));
}

// Each of the views has an array, and the bus has the views.
TEST(MostHeld, IsNoneOfManyThatBecomeMore) {
  const auto heap = {path(1, "int[]",
                          {{"shop.View", "pixels"},
                           {"java.lang.Object[]", "[*]"},
                           {"java.util.ArrayList", "elementData"},
                           {"shop.Bus", "views"}},
                          "static", "shop.Main.BUS")};
  EXPECT_EQ(keyOf(*mostHeld(heap)), "field shop.View.pixels");
  EXPECT_EQ(keyOf(*mostHeld(heap, {"shop.View"})), "field shop.Bus.views");
}

// Checks may be too few to tell that they become more.
TEST(MostHeld, IsNoneOfAsManyAsItHolds) {
  const auto heap = {path(1, "java.lang.Object[]",
                          {{"java.util.IdentityHashMap", "table"},
                           {"shop.Decoder", "known"},
                           {"shop.View", "decoder"},
                           {"java.lang.Object[]", "[*]"},
                           {"java.util.ArrayList", "elementData"},
                           {"shop.Bus", "views"}},
                          "static", "shop.Main.BUS")};
  const auto keyOfThese = [&](std::map<std::string, uint64_t> objects) {
    return keyOf(*mostHeld(heap, {}, [&](const std::string& type) { return objects[type]; }));
  };
  const char* const map = "java.util.IdentityHashMap";
  EXPECT_EQ(keyOfThese({{map, 90}, {"shop.Decoder", 80}, {"shop.View", 85}, {"shop.Bus", 1}}),
            "field shop.Bus.views");
  EXPECT_EQ(keyOfThese({{map, 90}, {"shop.Decoder", 20}, {"shop.View", 20}, {"shop.Bus", 1}}),
            "field shop.Decoder.known")
      << "some of few may have most";
  EXPECT_EQ(keyOfThese({{map, 2}, {"shop.Decoder", 2}, {"shop.View", 2}, {"shop.Bus", 2}}),
            "field shop.Decoder.known");
}

// The arrays are the views' own.
TEST(MostHeld, IsNoneOfManyThatHaveAnArrayEach) {
  const auto heap = {
      path(1, "int[]", {{"shop.View", "pixels"}, {"shop.Bus", "view"}}, "static", "shop.Main.BUS")};
  const auto keyOfViews = [&](uint64_t views) {
    return keyOf(*mostHeld(
        heap, {}, [=](const std::string& type) { return type == "shop.View" ? views : 1; }));
  };
  EXPECT_EQ(keyOfViews(9), "field shop.Bus.view");
  EXPECT_EQ(keyOfViews(1), "field shop.View.pixels");
}

TEST(MostHeld, FramesOfAThreadAreOneAndTheProgramsOwnIsNamed) {
  const auto node = std::pair("java.util.HashMap$Node[]", "[*]");
  const auto most =
      mostHeld({path(0.6, "int[]", {node}, "stack", "worker: java.util.HashMap.resize"),
                path(0.3, "int[]", {node, {"java.util.HashMap", "table"}}, "stack",
                     "worker: shop.Job.count"),
                path(0.1, "int[]", {node}, "stack", "other: shop.Job.rest")});
  ASSERT_TRUE(most);
  EXPECT_EQ(keyOf(*most), "stack shop.Job.count");
  EXPECT_DOUBLE_EQ(most->share, 0.9) << "of which the table is held by the map's method alone";
}

}  // namespace
}  // namespace isl

// What a table that fills is full of, by a sample of the heap.
#include "verdict/Contents.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

constexpr uint32_t kPut = 7, kMade = 8;

report::PathEdge edge(const char* type, const char* field, uint32_t site = 0) {
  report::PathEdge out;
  out.holderType = type;
  out.field = field;
  out.holderId = site;
  return out;
}

report::Path way(double share, std::vector<report::PathEdge> below,
                 const char* field = "shop.Visits.all") {
  report::Path out;
  out.share = share;
  out.edges = std::move(below);
  out.edges.push_back(edge("java.util.HashMap$Node[]", "[*]"));
  out.edges.push_back(edge("java.util.HashMap", "table"));
  out.root = {"static", field};
  return out;
}

Contents of(const std::vector<report::Path>& heap) {
  report::Holder holder;
  holder.kind = "static";
  holder.className = "shop.Visits";
  holder.field = "all";
  return contentsOf(heap, holder, "java.util.HashMap", [](uint32_t site) { return site == kPut; });
}

TEST(Contents, AreTheProgramsOwnObjectsNearestToTheTable) {
  const std::vector<report::Path> heap = {
      way(0.2, {edge("byte[]", "<content>"), edge("java.lang.String", "value"),
                edge("shop.Name", "text"), edge("shop.Visit", "name", kMade),
                edge("java.util.HashMap$Node", "value")}),
      way(0.1, {edge("shop.Visit", "<content>", kMade), edge("java.util.HashMap$Node", "value")}),
      way(0.2, {edge("shop.Key", "<content>"), edge("java.util.HashMap$Node", "key")})};
  EXPECT_EQ(of(heap).type, "shop.Visit");
  EXPECT_EQ(of(heap).site, kMade);
}

// The bean that has the leaking map is itself in a map of the same class.
TEST(Contents, AreThoseOfTheTableBelowTheHolder) {
  report::Holder holder;
  holder.kind = "field";
  holder.className = "shop.Tracker";
  holder.field = "seen";
  const report::Path path = way(
      0.1, {edge("shop.Visit", "<content>", kMade), edge("java.util.HashMap$Node", "value", kPut),
            edge("java.util.HashMap$Node[]", "[*]"), edge("java.util.HashMap", "table"),
            edge("shop.Tracker", "seen"), edge("java.util.HashMap$Node", "value", kMade)});
  const auto puts = [](uint32_t site) { return site == kPut; };
  const Contents some = contentsOf({path}, holder, "java.util.HashMap", puts);
  EXPECT_EQ(some.type, "shop.Visit");
  EXPECT_EQ(some.site, kPut);
  holder.field = "other";
  EXPECT_TRUE(contentsOf({path}, holder, "java.util.HashMap", puts).type.empty());
}

TEST(Contents, ArePutThereByTheCallIntoTheCollection) {
  const Contents some = of({way(0.5, {edge("shop.Visit", "<content>", kMade),
                                      edge("java.util.HashMap$Node", "value", kPut)})});
  EXPECT_EQ(some.type, "shop.Visit");
  EXPECT_EQ(some.site, kPut);
}

// A bean in an array has a map of its own, which another line fills.
TEST(Contents, AreNotPutThereByTheCallThatFillsWhatTheyHave) {
  const Contents some = of({way(
      0.5, {edge("java.util.HashMap$Node", "value", kPut), edge("java.util.HashMap$Node[]", "[*]"),
            edge("java.util.WeakHashMap", "table"), edge("shop.Visit", "properties", kMade)})});
  EXPECT_EQ(some.type, "shop.Visit");
  EXPECT_EQ(some.site, kMade);
}

TEST(Contents, AreNodesWhereNothingIsTheProgramsOwn) {
  const Contents some =
      of({way(0.5, {edge("byte[]", "<content>"), edge("java.lang.String", "value", kMade),
                    edge("java.util.HashMap$Node", "key", kPut)})});
  EXPECT_EQ(some.type, "java.util.HashMap$Node");
  EXPECT_EQ(some.site, kPut);
}

// Samples of a sensor in two arrays, with a set of bits for its alarms.
TEST(Contents, AreNumbersWhereMostOfTheTableIs) {
  const auto series = [](double share, std::vector<report::PathEdge> below) {
    report::Path out = way(share, std::move(below));
    out.edges.insert(out.edges.end() - 2, edge("shop.Series", "value", kMade));
    return out;
  };
  const auto ofSeries = [](const std::vector<report::Path>& heap) {
    report::Holder holder;
    holder.kind = "static";
    holder.className = "shop.Visits";
    holder.field = "all";
    return contentsOf(heap, holder, "shop.Series", [](uint32_t) { return false; }).type;
  };
  const report::Path alarms =
      series(0.2, {edge("long[]", "<content>"), edge("java.util.BitSet", "words", kMade)});
  const report::Path times = series(0.2, {edge("long[]", "<content>")});
  const report::Path values = series(0.1, {edge("double[]", "<content>")});
  EXPECT_EQ(ofSeries({alarms, times, values}), "");
  EXPECT_EQ(ofSeries({alarms, times}), "java.util.BitSet");
}

TEST(Contents, AreNotThoseOfOtherHoldersNorOfTheTableItself) {
  EXPECT_EQ(of({way(0.5, {edge("shop.Visit", "<content>")}, "shop.Other.all")}).type, "");
  EXPECT_EQ(of({way(0.5, {})}).type, "");
  report::Path self = way(0.5, {});
  self.edges.insert(self.edges.begin(), edge("byte[]", "<content>"));
  EXPECT_EQ(of({self}).type, "") << "arrays only";
  EXPECT_EQ(of({}).site, 0u);
}

}  // namespace
}  // namespace isl

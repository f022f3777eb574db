// The list of a holder, on the way to what piles up in it.
#include "verdict/GrowingList.h"

#include <gtest/gtest.h>

#include "verdict/held_sites.h"

namespace isl {
namespace {

using test::edge;
using test::pathOf;

report::Holder openParsers() {
  report::Holder out;
  out.kind = "static";
  out.className = "csv.Parser";
  out.field = "open";
  return out;
}

report::Path way(std::vector<report::PathEdge> edges) {
  return pathOf(std::move(edges), "static", "csv.Parser.open");
}

std::string listOn(std::vector<report::PathEdge> edges, const char* type = "csv.Parser") {
  return growingListOn(way(std::move(edges)), openParsers(), type);
}

TEST(GrowingList, IsTheFirstFromTheHolderOn) {
  EXPECT_EQ(listOn({edge("java.lang.Object[]", "[*]"), edge("java.util.ArrayList", "elementData")}),
            "java.util.ArrayList");
  EXPECT_EQ(listOn({edge("java.lang.Object[]", "[*]"),
                    edge("java.util.concurrent.CopyOnWriteArrayList", "array"),
                    edge("java.util.concurrent.CopyOnWriteArraySet", "al")}),
            "java.util.concurrent.CopyOnWriteArrayList")
      << "a set of it";
  EXPECT_EQ(listOn({edge("java.lang.Object[]", "[*]"), edge("java.util.ArrayList", "elementData"),
                    edge("java.lang.Object[]", "[*]"), edge("java.util.Vector", "elementData"),
                    edge("java.util.Collections$SynchronizedList", "list")}),
            "java.util.Vector")
      << "of lists";
  EXPECT_EQ(listOn({edge("java.lang.Object[]", "[*]"), edge("java.util.IdentityHashMap", "table"),
                    edge("java.util.Collections$SetFromMap", "m")}),
            "java.util.IdentityHashMap")
      << "a map without nodes";
}

TEST(GrowingList, IsTheTableItself) {
  EXPECT_EQ(listOn({}, "java.util.ArrayList"), "java.util.ArrayList");
  EXPECT_EQ(listOn({edge("java.util.Collections$SynchronizedList", "list")}, "java.util.ArrayList"),
            "java.util.ArrayList");
}

TEST(GrowingList, IsNoMapNorWhatTheProgramHasOfItsOwn) {
  EXPECT_EQ(listOn({edge("java.util.HashMap$Node", "value"), edge("java.util.HashMap", "table")}),
            "");
  EXPECT_EQ(listOn({edge("java.lang.Object[]", "[*]"), edge("java.util.ArrayList", "elementData"),
                    edge("csv.Group", "parsers")}),
            "")
      << "one of many lists, whose line is the group's";
  EXPECT_EQ(listOn({}), "");
}

TEST(GrowingList, IsOnNoWayOfAnotherHolder) {
  EXPECT_EQ(growingListOn(
                pathOf({edge("java.util.ArrayList", "elementData")}, "static", "csv.Parser.closed"),
                openParsers(), "csv.Parser"),
            "");
}

}  // namespace
}  // namespace isl

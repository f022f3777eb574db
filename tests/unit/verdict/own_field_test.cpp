// The program's own field over a library's: made-up paths.
#include "verdict/OwnField.h"

#include <gtest/gtest.h>

#include "verdict/held_sites.h"

namespace isl {
namespace {

using test::edge;
using test::pathOf;

bool isOwn(const std::string& className) { return className.rfind("shop.", 0) == 0; }

const report::Holder kTable = {"field", "guava.Segment", "table", "", ""};

report::Path cached(std::vector<report::PathEdge> above, const char* kind, const char* name) {
  std::vector<report::PathEdge> edges = {
      edge("guava.Entry", "value"), edge("guava.Segment", "table"), edge("guava.Segment[]", "[*]")};
  edges.insert(edges.end(), above.begin(), above.end());
  return pathOf(edges, kind, name);
}

TEST(OwnField, IsTheStaticFieldThatIsTheRoot) {
  const report::Path path =
      cached({edge("guava.Cache", "segments")}, "static", "shop.Templates.COMPILED");
  EXPECT_EQ(ownFieldOver(path, kTable, isOwn), "shop.Templates.COMPILED");
  EXPECT_EQ(ownFieldOver(cached({}, "static", "guava.Caches.all"), kTable, isOwn), "");
  EXPECT_EQ(ownFieldOver(cached({}, "thread", "shop.Templates.COMPILED"), kTable, isOwn), "");
}

TEST(OwnField, IsTheNearestOnTheWay) {
  const report::Path path =
      cached({edge("guava.Cache", "segments"), edge("shop.Session", "cache"),
              edge("java.util.ArrayList", "elementData"), edge("shop.App", "sessions")},
             "static", "shop.Main.app");
  EXPECT_EQ(ownFieldOver(path, kTable, isOwn), "shop.Session.cache");
}

TEST(OwnField, IsNoneOfALambda) {
  const report::Path path =
      cached({edge("shop.Main$$Lambda/0x12", "arg$1")}, "stack", "main: shop.Main.run");
  EXPECT_EQ(ownFieldOver(path, kTable, isOwn), "");
}

TEST(OwnField, IsNoneWhereTheHolderIsOwnOrNotOnThePath) {
  const report::Path path = cached({edge("shop.Session", "cache")}, "static", "shop.Main.app");
  EXPECT_EQ(ownFieldOver(path, {"field", "shop.Session", "cache", "", ""}, isOwn), "");
  EXPECT_EQ(ownFieldOver(path, {"field", "guava.Queue", "head", "", ""}, isOwn), "");
  EXPECT_EQ(ownFieldOver(path, {"thread", "worker", "", "", ""}, isOwn), "");
}

TEST(OwnField, IsNotTheRootOfAPathThatIsCut) {
  report::Path path = cached({}, "static", "shop.Main.app");
  path.truncated = true;
  EXPECT_EQ(ownFieldOver(path, kTable, isOwn), "");
}

}  // namespace
}  // namespace isl

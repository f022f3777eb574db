// Whether what piles up lies in a cache that says itself how much it may keep.
#include "verdict/OwnBound.h"

#include <gtest/gtest.h>

#include "verdict/held_sites.h"

namespace isl {
namespace {

using test::edge;
using test::pathOf;

report::PathEdge cacheEdge(uint64_t bound = 1'000) {
  report::PathEdge out = edge("shop.cache.Cache", "data");
  out.boundedBy = "maximum";
  out.bound = bound;
  return out;
}

report::Path inCache(std::vector<report::PathEdge> below, uint64_t bound = 1'000) {
  below.push_back(edge("java.util.HashMap$Node", "value"));
  below.push_back(edge("java.util.HashMap", "table"));
  below.push_back(cacheEdge(bound));
  return pathOf(std::move(below), "static", "shop.Prices.cache");
}

struct Case {
  report::Holder holder{};
  std::string table = "";
  uint64_t objects = 400, bytes = 40'000, heapBytes = 1'000'000, workedMs = 10'000;
  std::set<std::string> growing = {"shop.Price"};
  static bool isOwn(const std::string& type) {
    return type.rfind("shop.", 0) == 0 && type.rfind("shop.cache.", 0) != 0;
  }
  uint64_t standing = 0;
  std::string of(const std::vector<report::Path>& ways) {
    const auto number = [this](const std::string&) { return standing; };
    return ownBound(ways,
                    {holder, table, objects, bytes, heapBytes, workedMs, isOwn, growing, number});
  }
};

report::Holder field(const char* className, const char* name) {
  report::Holder out;
  out.kind = "field";
  out.className = className;
  out.field = name;
  return out;
}

Case priceCache() {
  Case out;
  out.holder = field("shop.cache.Cache", "data");
  return out;
}

TEST(OwnBound, NamesTheCacheAndWhatItMayKeep) {
  EXPECT_EQ(priceCache().of({inCache({})}), "shop.cache.Cache bounds itself by `maximum = 1000`");
  EXPECT_EQ(priceCache().of({inCache({edge("shop.Price", "name")})}),
            "shop.cache.Cache bounds itself by `maximum = 1000`");
  EXPECT_EQ(priceCache().of({inCache({}, 0)}), "shop.cache.Cache bounds itself by `maximum`")
      << "by weight";
  report::Path always = inCache({}, 0);
  always.edges.back().boundedBy = "itself";
  EXPECT_EQ(priceCache().of({always}), "shop.cache.Cache bounds itself");
  Case part = priceCache();
  part.holder = field("shop.cache.Cache", "nodes");
  EXPECT_EQ(part.of({inCache({})}), "") << "not on this way";
}

TEST(OwnBound, IsThatOfAllCachesOfItsKind) {
  Case prices = priceCache();
  prices.growing = {"shop.Price"};
  EXPECT_EQ(prices.of({inCache({}, 300)}), "") << "it has more than it may keep";
  prices.standing = 4;
  EXPECT_EQ(prices.of({inCache({}, 300)}), "shop.cache.Cache bounds itself by `maximum = 300`");
}

TEST(OwnBound, IsNoneThatTheHeapHasNoRoomFor) {
  Case prices = priceCache();
  prices.objects = 0;
  EXPECT_NE(prices.of({inCache({})}), "") << "what each takes is not known";
  EXPECT_EQ(prices.of({inCache({}, 125'001)}), "") << "but it takes 8 bytes at least";
}

// A ring of the latest queries: its slots were made with it.
TEST(OwnBound, IsTheNumberOfSlotsThatTakeOneEach) {
  report::Path ring = pathOf({edge("shop.Query", "text"), edge("ring.Slot", "value"),
                              edge("ring.Slot[]", "[*]"), edge("ring.Ring", "slots")},
                             "static", "shop.Queries.latest");
  Case queries;
  queries.holder = field("ring.Ring", "slots");
  queries.growing = {"shop.Query"};
  EXPECT_EQ(queries.of({ring}), "") << "more of them came, or it is not known";
  queries.standing = 1000;
  EXPECT_EQ(queries.of({ring}), "each of 1000 objects of ring.Slot takes one");
  queries.standing = 20'000;
  EXPECT_EQ(queries.of({ring}), "") << "the heap has no room for so many";
  queries.standing = 399;
  EXPECT_EQ(queries.of({ring}), "") << "more are there";
  queries.standing = 1000;
  queries.growing.insert("ring.Slot");
  EXPECT_EQ(queries.of({ring}), "") << "more slots come";
  queries.growing.erase("ring.Slot");
  report::Path nodes = ring;
  nodes.edges[1].repeats = 3;
  EXPECT_EQ(queries.of({nodes}), "") << "a chain in each";
  nodes = ring;
  nodes.edges[0] = edge("java.lang.Object[]", "[*]");
  EXPECT_EQ(queries.of({nodes}), "") << "a list in each";
  nodes = ring;
  nodes.edges[2].holderType = "java.lang.Object[]";
  EXPECT_EQ(queries.of({nodes}), "") << "any objects in a list";
  queries.table = "java.util.HashMap";
  EXPECT_EQ(queries.of({ring}), "") << "a table in a slot";
}

TEST(OwnBound, IsNoneOfAPlainMap) {
  EXPECT_EQ(
      priceCache().of({pathOf({edge("java.util.HashMap", "table")}, "static", "shop.Prices.all")}),
      "");
  EXPECT_EQ(priceCache().of({}), "");
}

// Its segments are the holder, the cache has them.
TEST(OwnBound, CountsForAPartOfTheCache) {
  report::Path way =
      pathOf({edge("java.util.HashMap", "table"), edge("shop.cache.Segment", "table"),
              edge("shop.cache.Segment[]", "[*]"), cacheEdge()},
             "static", "shop.Prices.cache");
  Case segment = priceCache();
  segment.holder = field("shop.cache.Segment", "table");
  EXPECT_NE(segment.of({way}), "");
}

// The program's own map, in one package with what it has.
TEST(OwnBound, IsNoneOfAnEntryInAMapOfTheSamePackage) {
  report::PathEdge map = edge("shop.Lru", "table");
  map.boundedBy = "removeEldestEntry";
  const report::Path way =
      pathOf({edge("java.util.ArrayList", "elementData"), edge("shop.Session", "orders"),
              edge("java.util.LinkedHashMap$Entry", "value"), map},
             "static", "shop.Session.open");
  Case orders = priceCache();
  orders.holder = field("shop.Session", "orders");
  EXPECT_EQ(orders.of({way}), "");
  orders.holder = field("shop.Lru", "table");
  EXPECT_EQ(orders.of({way}), "");
}

// Of three sessions in a cache each goes on collecting.
TEST(OwnBound, IsNoneOfWhatPilesUpInAnEntry) {
  const report::Path way =
      inCache({edge("java.util.ArrayList", "elementData"), edge("shop.Session", "orders")});
  Case orders = priceCache();
  orders.holder = field("shop.Session", "orders");
  EXPECT_EQ(orders.of({way}), "");
  orders.holder = field("shop.cache.Cache", "data");
  EXPECT_EQ(orders.of({way}), "") << "there are no more sessions than before";
  orders.growing.insert("shop.Session");
  EXPECT_NE(orders.of({way}), "");
}

TEST(OwnBound, IsNoneWhereCachesBecomeMore) {
  Case caches = priceCache();
  caches.growing.insert("shop.cache.Cache");
  EXPECT_EQ(caches.of({inCache({})}), "");
}

TEST(OwnBound, IsNoneThatTheHeapCannotHold) {
  Case large = priceCache();
  EXPECT_NE(large.of({inCache({}, 10'000)}), "") << "a million bytes";
  EXPECT_EQ(large.of({inCache({}, 10'001)}), "");
  large.heapBytes = 0;
  EXPECT_NE(large.of({inCache({}, 10'001)}), "") << "nobody knows how much it can";
}

TEST(OwnBound, IsNoneWhereMoreLiesThere) {
  Case more = priceCache();
  more.objects = 1'001;
  EXPECT_EQ(more.of({inCache({})}), "");
}

// The spec follows tables: this one is a queue itself.
TEST(OwnBound, CountsForATableThatIsTheCache) {
  report::Path way = pathOf({edge("shop.Server", "queue")}, "static", "shop.Server.only");
  way.boundedBy = "capacity";
  way.bound = 500;
  Case queue = priceCache();
  queue.holder = field("shop.Server", "queue");
  EXPECT_EQ(queue.of({way}), "") << "queues pile up";
  queue.table = "shop.Queue";
  EXPECT_EQ(queue.of({way}), "shop.Queue bounds itself by `capacity = 500`");
  queue.growing.insert("shop.Queue");
  EXPECT_EQ(queue.of({way}), "");
}

TEST(OwnBound, HasToHoldMost) {
  report::Path way = inCache({}),
               other = pathOf({edge("java.util.HashMap", "table")}, "static", "shop.Prices.all");
  way.share = other.share = 0.5;
  EXPECT_EQ(priceCache().of({way, other}), "");
  way.share = 0.6;
  EXPECT_NE(priceCache().of({way, other}), "");
}

// Half of the work came after the first entries had gone.
TEST(OwnBound, CountsForATimeThatTheRunIsTooShortFor) {
  Case prices = priceCache();
  report::Path way = inCache({}, 0);
  way.edges.back().boundedBy = "expiresAfterWriteNanos";
  way.edges.back().keptMs = 5'001;
  EXPECT_EQ(
      prices.of({way}),
      "shop.cache.Cache keeps each entry for 5001 ms (`expiresAfterWriteNanos`); the run was not "
      "twice as long");
  way.edges.back().keptMs = 5'000;
  EXPECT_EQ(prices.of({way}), "") << "the second half had none of the first half's";
  way.edges.back().keptMs = 86'400'000;
  EXPECT_NE(prices.of({way}), "") << "a day";
  way.edges.back().keptMs = 86'400'001;
  EXPECT_EQ(prices.of({way}), "");
  way.edges.back().keptMs = 600'000;
  prices.growing.insert("shop.cache.Cache");
  EXPECT_EQ(prices.of({way}), "") << "caches pile up, and they do not end";
}

}  // namespace
}  // namespace isl

// Which reference on a path is to be cleared.
#include "verdict/HolderChoice.h"

#include <gtest/gtest.h>

#include "verdict/held_sites.h"

namespace isl {
namespace {

using test::edge;
using test::pathOf;
using test::siteOf;

std::string keyOf(const report::Site& site, const std::set<std::string>& growing = {},
                  const std::set<std::string>& piling = {}) {
  return holderKey(holderOf(site, {growing, piling}).holder);
}

TEST(Holder, IsTheFirstFieldBeyondCollectionsAndWhatPilesUp) {
  const report::Site node =
      siteOf("java.util.HashMap$Node", 1,
             pathOf({edge("java.util.HashMap$Node[]", "[*]"), edge("java.util.HashMap", "table"),
                     edge("shop.Registry", "visits"), edge("spring.Context", "beans")},
                    "static", "spring.Main.context"),
             "growing");
  EXPECT_EQ(keyOf(node), "field shop.Registry.visits");
  report::Site inner = siteOf("java.lang.String", 1,
                              pathOf({edge("shop.Visit", "name"), edge("java.lang.Object[]", "[*]"),
                                      edge("java.util.ArrayList", "elementData")},
                                     "static", "shop.Visits.all"),
                              "growing");
  EXPECT_EQ(keyOf(inner), "static shop.Visits.all") << "a visit has one name of the ten";
  inner.suspiciousObjects = 7;
  EXPECT_EQ(keyOf(inner), "field shop.Visit.name");
  EXPECT_EQ(keyOf(inner, {"shop.Visit"}), "static shop.Visits.all") << "visits pile up themselves";
  EXPECT_EQ(holderOf(inner, {{"shop.Visit"}}).depth, 3u);
  EXPECT_EQ(keyOf(inner, {}, {"shop.Visit"}), "static shop.Visits.all") << "or as many as names";
}

TEST(Holder, IsTheThreadLocalOfValues) {
  EXPECT_EQ(keyOf(siteOf("java.util.ArrayList", 1,
                         pathOf({edge("java.lang.ThreadLocal$ThreadLocalMap$Entry", "value")},
                                "thread-local", "shop.Buffers.OF_THREAD"),
                         "growing")),
            "thread-local shop.Buffers.OF_THREAD");
}

TEST(Holder, KeepsAtLeastHalfOfWhatPilesUp) {
  std::vector<report::PathEdge> edges = {
      edge("shop.Server", "options"), edge("java.util.HashMap$Node[]", "[*]"),
      edge("java.util.HashMap", "table"), edge("shop.Server", "servers"),
      edge("shop.Server$$Lambda", "arg$1")};
  const uint64_t retained[] = {300, 5000, 5048, 6000, 0};
  for (size_t i = 0; i < edges.size(); i++) edges[i].retainedBytes = retained[i];
  report::Site site = siteOf("shop.Options", 1000, pathOf(edges, "static", "a.B.c"), "growing");
  EXPECT_EQ(keyOf(site, {"shop.Server"}), "field shop.Server.servers")
      << "a server holds the others";
  site.liveBytes = 600;
  EXPECT_EQ(keyOf(site), "field shop.Server.servers") << "the nearer one comes again";
  for (report::PathEdge& one : site.paths[0].edges) one.retainedBytes = 0;
  EXPECT_EQ(keyOf(site), "field shop.Server.servers")
      << "not measured: another field than the one below";
}

// Each locator keeps more than half of the names on its way: all that it holds counts, of the names only this site's.
TEST(Holder, IsNoneOfManyThatKeepMuch) {
  std::vector<report::PathEdge> edges = {
      edge("java.util.HashMap", "table"), edge("shop.Locator", "names"),
      edge("shop.Client", "locator"), edge("java.util.LinkedList", "first"),
      edge("shop.Clients", "hooks")};
  const uint64_t retained[] = {0, 108, 112, 5734, 5735};
  for (size_t i = 0; i < edges.size(); i++) edges[i].retainedBytes = retained[i];
  const report::Site site = siteOf("shop.Name", 100, pathOf(edges, "static", "a.B.c"), "growing");
  EXPECT_EQ(keyOf(site), "field shop.Locator.names");
  EXPECT_EQ(keyOf(site, {"shop.Locator", "shop.Client"}), "field shop.Clients.hooks");
  EXPECT_EQ(keyOf(site, {}, {"shop.Locator"}), "field shop.Locator.names")
      << "what it keeps was measured";
}

TEST(Holder, IsNoSubclassOfACollection) {
  report::PathEdge table = edge("shop.SafeMap", "table");
  table.declaredIn = "java.util.concurrent.ConcurrentHashMap";
  EXPECT_EQ(keyOf(siteOf("shop.Visit", 1, pathOf({table}, "static", "shop.Cache.all"), "growing")),
            "static shop.Cache.all");
  table.declaredIn = "shop.AbstractCache";
  EXPECT_EQ(keyOf(siteOf("shop.Visit", 1,
                         pathOf({edge("shop.Visit[]", "[*]"), table}, "static", "shop.Cache.all"),
                         "growing")),
            "field shop.SafeMap.table");
}

TEST(Holder, IsNoNodeOfAList) {
  report::PathEdge run = edge("shop.Node", "next");
  run.repeats = 4999;
  EXPECT_EQ(keyOf(siteOf("byte[]", 1,
                         pathOf({edge("shop.Node", "value"), run, edge("shop.Queue", "head")},
                                "static", "shop.Main.queue"),
                         "growing")),
            "field shop.Queue.head");
  EXPECT_EQ(keyOf(siteOf("shop.Leaf", 1,
                         pathOf({edge("shop.Ref", "page"), edge("shop.Inner", "left"),
                                 edge("shop.Ref", "page"), edge("shop.Inner", "left"),
                                 edge("shop.Tree", "root")},
                                "static", "shop.Main.tree"),
                         "growing")),
            "field shop.Tree.root");
}

TEST(Holder, IsTheOneOfManyThatHasTheOthersInACollection) {
  const std::vector<report::PathEdge> edges = {
      edge("shop.Server", "options"),          edge("java.util.HashMap$Node", "key"),
      edge("java.util.HashMap$Node[]", "[*]"), edge("java.util.HashMap", "table"),
      edge("shop.Server", "servers"),          edge("shop.Channel", "listener")};
  report::Site site = siteOf("shop.Options", 1, pathOf(edges, "thread", "acceptor"), "growing");
  EXPECT_EQ(keyOf(site, {"shop.Server"}), "field shop.Server.servers");
  site.paths[0].edges.erase(site.paths[0].edges.begin());
  site.type = "shop.Server";
  EXPECT_EQ(keyOf(site, {"shop.Server"}), "field shop.Server.servers") << "a server itself";
  site.paths[0].edges.insert(site.paths[0].edges.begin(), edge("shop.Server", "servers"));
  EXPECT_EQ(keyOf(site, {"shop.Server"}), "field shop.Channel.listener") << "a tree of servers";
}

TEST(Holder, IsACollectionOfOneThatHasParentsOfItsClass) {
  report::Site site =
      siteOf("akka.PromiseRef", 1,
             pathOf({edge("scala.HashSet$Node", "key"), edge("scala.HashSet", "root"),
                     edge("akka.ActorCell", "watching"), edge("akka.ActorRef", "cell"),
                     edge("akka.Children", "all"), edge("akka.ActorCell", "children")},
                    "static", "akka.System.only"),
             "growing");
  site.suspiciousObjects = 30'000;
  EXPECT_EQ(keyOf(site), "field akka.ActorCell.watching");
  EXPECT_EQ(keyOf(site, {"akka.ActorCell"}), "field akka.ActorRef.cell") << "of each a few";
  site.growth = "constant";
  EXPECT_EQ(keyOf(site), "field akka.ActorRef.cell") << "each may have its share";
}

// What hangs on the others has no object of their class on its path.
TEST(Holder, IsThatOneOfManyOfWhatHangsOnTheOthersToo) {
  std::vector<report::PathEdge> edges = {edge("scala.HashSet", "root"),
                                         edge("akka.ActorCell", "watched"),
                                         edge("akka.Mailbox", "actor")};
  const report::Site refs =
      siteOf("akka.ActorRef", 1, pathOf(edges, "thread", "dispatcher-1"), "growing");
  edges.insert(edges.begin(), edge("akka.ActorRef", "cell"));
  const report::Site cells =
      siteOf("akka.ActorCell", 1, pathOf(edges, "thread", "dispatcher-1"), "growing");
  EXPECT_EQ(headsOn(cells), std::set<std::string>{"akka.ActorCell.watched"});
  EXPECT_TRUE(headsOn(refs).empty());
  const std::set<std::string> growing = {"akka.ActorCell", "akka.ActorRef"};
  EXPECT_EQ(holderKey(holderOf(cells, {growing}).holder), "field akka.ActorCell.watched");
  EXPECT_EQ(holderKey(holderOf(refs, {growing}).holder), "field akka.Mailbox.actor");
  EXPECT_EQ(holderKey(holderOf(refs, {growing, {}, headsOn(cells)}).holder),
            "field akka.ActorCell.watched");
}

// Messages are documents, whose parts are of the same class.
TEST(Holder, IsNoneOfManyThatHaveOthersOfTheirClass) {
  std::vector<report::PathEdge> edges = {edge("java.util.HashMap", "table"),
                                         edge("json.Document", "map"), edge("shop.Message", "body"),
                                         edge("shop.Bus", "kept")};
  const report::Site parts =
      siteOf("json.Document", 9, pathOf(edges, "static", "shop.Shop.bus"), "growing");
  edges.erase(edges.begin(), edges.begin() + 2);
  report::Site documents =
      siteOf("json.Document", 1, pathOf(edges, "static", "shop.Shop.bus"), "growing");
  const std::set<std::string> heads = headsOn(parts);
  EXPECT_EQ(heads, std::set<std::string>{"json.Document.map"});
  EXPECT_FALSE(liesBeside(parts, heads));
  EXPECT_TRUE(liesBeside(documents, heads));
  documents.paths.front().truncated = true;
  EXPECT_FALSE(liesBeside(documents, heads)) << "it is not known";
  EXPECT_TRUE(keepingLittle(documents).empty()) << "nor is that";
  const std::set<std::string> growing = {"json.Document", "shop.Message"};
  EXPECT_EQ(holderKey(holderOf(parts, {growing}).holder), "field json.Document.map");
  EXPECT_EQ(holderKey(holderOf(parts, {growing, {}, heads, {"json.Document"}}).holder),
            "field shop.Bus.kept");
}

TEST(Holder, OfManyEachKeepsLittle) {
  std::vector<report::PathEdge> edges = {edge("json.Document", "map"),
                                         edge("java.util.HashMap", "table"),
                                         edge("json.Document", "map"), edge("shop.Bus", "kept")};
  report::Site site =
      siteOf("java.util.HashMap", 1000, pathOf(edges, "static", "shop.Shop.bus"), "growing");
  site.suspiciousObjects = 100;
  const uint64_t retained[] = {10, 20, 300, 900};
  for (size_t i = 0; i < 4; i++) site.paths.front().edges[i].retainedBytes = retained[i];
  EXPECT_EQ(keepingLittle(site).count("json.Document.map"), 1u);
  EXPECT_EQ(keepingLittle(site).count("shop.Bus.kept"), 0u);
  site.paths.front().edges[2].retainedBytes = 600;
  EXPECT_EQ(keepingLittle(site).count("json.Document.map"), 0u) << "the outermost has the rest";
}

// Likewise where it was measured who keeps how much: an actor watches others, and is watched over by one.
TEST(Holder, IsACollectionOfOneThatKeepsTheMost) {
  std::vector<report::PathEdge> edges = {
      edge("scala.HashSet[]", "[*]"),      edge("scala.HashSet", "elems"),
      edge("akka.ActorCell", "watching"),  edge("akka.ActorRef", "cell"),
      edge("scala.TreeMap", "tree"),       edge("akka.ActorCell", "children"),
      edge("akka.ActorSystem", "guardian")};
  const uint64_t retained[] = {9000, 9032, 9300, 9400, 0, 0, 0};
  for (size_t i = 0; i < edges.size(); i++) edges[i].retainedBytes = retained[i];
  report::Site site = siteOf("akka.Asker", 9000, pathOf(edges, "static", "a.B.c"), "growing");
  EXPECT_EQ(keyOf(site), "field akka.ActorCell.watching");
  EXPECT_EQ(keyOf(site, {"akka.ActorCell"}), "field akka.ActorRef.cell") << "actors pile up";
}

TEST(Holder, IsNoLambdaButWhatHoldsIt) {
  EXPECT_EQ(keyOf(siteOf("shop.Visit", 1,
                         pathOf({edge("java.util.ArrayList", "elementData"),
                                 edge("shop.Main$$Lambda.0x0000000038226458", "arg$1"),
                                 edge("shop.Bus", "listeners")},
                                "static", "shop.Main.bus"),
                         "growing")),
            "field shop.Bus.listeners");
}

TEST(Holder, IsTheOwnerOfACollectionThatTheProgramBringsAlong) {
  std::vector<report::PathEdge> edges = {edge("java.lang.Object[]", "[*]"),
                                         edge("shop.util.OpenSet", "keys")};
  EXPECT_EQ(keyOf(siteOf("shop.Task", 1, pathOf(edges, "static", "shop.Main.all"), "growing")),
            "field shop.util.OpenSet.keys")
      << "no object holds it";
  edges.push_back(edge("shop.Worker", "tasks"));
  EXPECT_EQ(keyOf(siteOf("shop.Task", 1, pathOf(edges, "stack", "main: shop.Main.run"), "growing")),
            "field shop.Worker.tasks");
  edges[0].holderType = "shop.Task[]";
  EXPECT_EQ(keyOf(siteOf("shop.Task", 1, pathOf(edges, "stack", "main: shop.Main.run"), "growing")),
            "field shop.util.OpenSet.keys")
      << "its array has a type of its own";
  edges[0].holderType = "shop.util.OpenSet$Entry[]";
  EXPECT_EQ(keyOf(siteOf("shop.Task", 1, pathOf(edges, "stack", "main: shop.Main.run"), "growing")),
            "field shop.Worker.tasks");
  edges.back().holderType = "shop.util.OpenSet$View";
  EXPECT_EQ(keyOf(siteOf("shop.Task", 1, pathOf(edges, "stack", "main: shop.Main.run"), "growing")),
            "field shop.util.OpenSet.keys")
      << "that is a view of it";
}

// A set of a library's that keeps its own in a map.
TEST(Holder, IsWhoHasACollectionAroundAnother) {
  HolderFacts facts;
  facts.isCollection = [](const std::string& type) { return type == "mq.util.HashSet"; };
  std::vector<report::PathEdge> edges = {
      edge("java.util.HashMap$Node[]", "[*]"), edge("java.util.HashMap", "table"),
      edge("mq.util.HashSet", "theMap"), edge("mq.Server", "sessions")};
  const auto chosen = [&](const char* rootKind, const char* root) {
    const report::Path path = pathOf(edges, rootKind, root);
    return holderKey(holderOf(siteOf("mq.Session", 1, path, "growing"), facts).holder);
  };
  EXPECT_EQ(chosen("stack", "main: mq.Main.run"), "field mq.Server.sessions");
  edges.pop_back();
  EXPECT_EQ(chosen("static", "mq.Sessions.ALL"), "static mq.Sessions.ALL");
  report::Path cut = pathOf(edges, "static", "mq.Sessions.ALL");
  cut.truncated = true;
  EXPECT_EQ(holderKey(holderOf(siteOf("mq.Session", 1, cut, "growing"), facts).holder),
            "field mq.util.HashSet.theMap")
      << "what lies between is not known";
  EXPECT_EQ(chosen("stack", "main: mq.Main.run"), "field mq.util.HashSet.theMap");
  edges.push_back(edge("mq.util.HashSet$Shared", "set"));
  EXPECT_EQ(chosen("static", "mq.Sessions.ALL"), "field mq.util.HashSet.theMap") << "a part of it";
  edges.back() = edge("java.util.HashMap$Node", "value");
  edges.push_back(edge("java.util.HashMap", "table"));
  edges.push_back(edge("mq.Server", "byName"));
  EXPECT_EQ(chosen("stack", "main: mq.Main.run"), "field mq.Server.byName") << "one of many";
  facts.isCollection = nullptr;
  EXPECT_EQ(chosen("stack", "main: mq.Main.run"), "field mq.util.HashSet.theMap") << "not known";
  edges.resize(3);
  edges.push_back(edge("mq.Server", "sessions"));
  EXPECT_EQ(chosen("stack", "main: mq.Main.run"), "field mq.util.HashSet.theMap") << "not known";
}

// Each segment of a cache has its share of the entries.
TEST(Holder, IsNoPartOfWhatHasAnArrayOfThem) {
  std::vector<report::PathEdge> edges = {
      edge("java.lang.Object[]", "[*]"), edge("guava.Cache$Segment", "table"),
      edge("guava.Cache$Segment[]", "[*]"), edge("guava.Cache", "segments"),
      edge("guava.Cache$Loading", "cache")};
  const auto chosen = [&edges] {
    return keyOf(siteOf("shop.Page", 1, pathOf(edges, "static", "shop.Pages.seen"), "growing"));
  };
  EXPECT_EQ(chosen(), "field guava.Cache.segments");
  edges[3].holderType = "shop.Shards";
  EXPECT_EQ(chosen(), "field guava.Cache$Segment.table") << "of a class of its own";
}

TEST(Holder, IsTheProgramsModelWhoseListenersSwingKeeps) {
  report::PathEdge model = edge("desk.Positions", "listenerList");
  model.declaredIn = "javax.swing.table.AbstractTableModel";
  const auto chosen = [&model] {
    return keyOf(siteOf("desk.Summary", 1,
                        pathOf({edge("java.lang.Object[]", "[*]"),
                                edge("javax.swing.event.EventListenerList", "listenerList"), model},
                               "stack", "main: desk.Main.main"),
                        "growing"));
  };
  EXPECT_EQ(chosen(), "field desk.Positions.listenerList");
  model.declaredIn = "java.util.AbstractMap";
  EXPECT_EQ(chosen(), "stack desk.Main.main") << "a collection's own";
}

// Of a script a class is made, with a loader of its own.
TEST(Holder, IsNoClassOfOneObject) {
  const report::Path path =
      pathOf({edge("java.lang.Class", "classLoader"), edge("script._code14", "<class>"),
              edge("java.util.HashMap$Node", "value"), edge("java.util.HashMap$Node[]", "[*]"),
              edge("java.util.HashMap", "table"), edge("shop.Rules", "compiled")},
             "stack", "main: shop.Main.run");
  EXPECT_EQ(keyOf(siteOf("script.Loader", 1, path, "growing")), "field shop.Rules.compiled");
}

TEST(Holder, IsTheQueueOfAPoolThatOnlyItsThreadHolds) {
  report::PathEdge thread = edge("shop.PoolThread", "target");
  thread.declaredIn = "java.lang.Thread";
  EXPECT_EQ(keyOf(siteOf(
                "shop.Task", 1,
                pathOf({edge("java.util.concurrent.LinkedBlockingQueue", "head"),
                        edge("java.util.concurrent.ThreadPoolExecutor", "workQueue"),
                        edge("java.util.concurrent.ThreadPoolExecutor$Worker", "this$0"), thread},
                       "thread", "pool-1"),
                "growing")),
            "field java.util.concurrent.ThreadPoolExecutor.workQueue");
}

TEST(Holder, IsTheRootWhereNothingElseIs) {
  const auto list = [] { return std::vector{edge("java.util.ArrayList", "elementData")}; };
  EXPECT_EQ(keyOf(siteOf("A", 1, pathOf(list(), "stack", "main: shop.Main.run"), "")),
            "stack shop.Main.run");
  EXPECT_EQ(keyOf(siteOf("A", 1, pathOf(list(), "thread", "pool-1-thread-7"), "")),
            "thread java.util.ArrayList.elementData")
      << "names of threads differ from run to run";
  EXPECT_EQ(keyOf(report::Site{}), "") << "no path";
}

TEST(Holder, IsNeverFromACutPath) {
  report::Path cut =
      pathOf({edge("java.util.ArrayList", "elementData")}, "static", "shop.Wrong.it");
  cut.truncated = true;
  EXPECT_EQ(keyOf(siteOf("A", 1, cut, "")), "");
  cut.edges.push_back(edge("shop.Registry", "visits"));
  EXPECT_EQ(keyOf(siteOf("A", 1, cut, "")), "field shop.Registry.visits") << "before the cut";
}

// What a table holds others may hold as well, so that less than half of its bytes are kept by who has the table.
TEST(Holder, OfOneTableIsWhoHasIt) {
  std::vector<report::PathEdge> edges = {
      edge("shop.Tracker", "seen"), edge("java.util.HashMap", "table"), edge("shop.Beans", "all")};
  const uint64_t retained[] = {300, 5000, 6000};
  for (size_t i = 0; i < edges.size(); i++) edges[i].retainedBytes = retained[i];
  report::Site site =
      siteOf("java.util.HashMap", 1000, pathOf(edges, "static", "a.B.c"), "growing");
  EXPECT_EQ(keyOf(site), "field shop.Beans.all") << "of ten it keeps less than half";
  HolderFacts facts;
  facts.filled = {"shop.Tracker"};
  EXPECT_EQ(holderKey(holderOf(site, facts).holder), "field shop.Tracker.seen")
      << "each of the trackers has one that grows";
  facts.growing = {"shop.Tracker"};
  EXPECT_EQ(holderKey(holderOf(site, facts).holder), "field shop.Beans.all");
  site.suspiciousObjects = 1;
  EXPECT_EQ(keyOf(site), "field shop.Tracker.seen");
}

}  // namespace
}  // namespace isl

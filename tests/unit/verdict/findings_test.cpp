// Sites that are one leak.
#include "verdict/Findings.h"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "report/Wording.h"
#include "verdict/HolderChoice.h"
#include "verdict/one_leak.h"

namespace isl {
namespace {

using test::edge;
using test::Inputs;
using test::inputsOf;
using test::ofThreads;
using test::oneLeak;
using test::pathOf;
using test::placeById;
using test::siteOf;

TEST(Findings, OneLeakIsOne) {
  const std::vector<report::Site> sites = oneLeak();
  const std::vector<report::Finding> found = findingsOf(inputsOf(sites));
  ASSERT_EQ(found.size(), 2u);
  const report::Finding& leak = found[0];
  EXPECT_EQ(leak.kind, "leak");
  EXPECT_EQ(holderKey(leak.holder), "static shop.Visits.all");
  EXPECT_EQ(leak.type, "shop.Visit") << "the program's own objects next to the holder";
  EXPECT_EQ(leak.line, 12) << "the call that puts them there";
  EXPECT_EQ(leak.via, "java.util.HashMap.put");
  EXPECT_EQ(leak.retainedBytes, 680u);
  EXPECT_EQ(leak.sites, (std::vector<uint32_t>{4, 1, 2, 3})) << "first whose way is shown";
  EXPECT_DOUBLE_EQ(leak.trend.slope, 6800) << "per 1,000 units";
  EXPECT_DOUBLE_EQ(leak.share, 1) << "the heap gains nothing but the leak";
  EXPECT_EQ(found[1].kind, "idle");
  EXPECT_DOUBLE_EQ(found[1].share, 0.4) << "of the live heap";
  EXPECT_EQ(found[1].rank, 2u);
  Inputs in = inputsOf(sites);
  in.leastGrowth = found[1].retainedBytes;
  EXPECT_EQ(findingsOf(in).size(), 2u);
  in.leastGrowth++;
  EXPECT_EQ(findingsOf(in).size(), 1u) << "too little of a site to be worth a line";
}

TEST(Findings, CountWhatLivesWhereThatIsManyMore) {
  const std::vector<report::Site> sites = oneLeak();
  Inputs in = inputsOf(sites);
  uint64_t live = 12;
  in.said.objectsOf = [&live](const std::string& type) { return type == "shop.Visit" ? live : 0; };
  EXPECT_EQ(findingsOf(in).front().objects, 10u) << "idle";
  EXPECT_EQ(findingsOf(in).front().liveObjects, 0u) << "hardly more";
  live = 450;
  EXPECT_EQ(findingsOf(in).front().liveObjects, 450u);
  in.followsTables = true;
  EXPECT_EQ(findingsOf(in).front().liveObjects, 0u) << "of tables each is told by itself";
}

// The nodes of a map are looked up, and no site of what is idle.
TEST(Findings, NameTheCallThatMadeTheNodesOnTheWay) {
  std::vector<report::PathEdge> edges = {
      edge("java.util.HashMap$Node", "value"), edge("java.util.HashMap$Node[]", "[*]"),
      edge("java.util.HashMap", "table"), edge("java.util.TreeMap$Entry", "value"),
      edge("java.util.TreeMap", "root")};
  edges[0].holderId = 12;
  edges[2].holderId = 5;
  edges[3].holderId = 13;
  std::vector<report::Site> sites = {
      siteOf("shop.Visit", 400, pathOf(edges, "static", "shop.Visits.byDay"), "growing")};
  Inputs in = inputsOf(sites);
  in.said.siteOf = [](uint32_t id) {
    report::Site out;
    out.line = static_cast<int32_t>(id);
    if (id > 10) out.via = "java.util.Map.put";
    return out;
  };
  in.said.siteGrows = [](uint32_t) { return true; };
  EXPECT_EQ(findingsOf(in)[0].line, 13) << "a day for each";
  EXPECT_EQ(findingsOf(in)[0].via, "java.util.Map.put");
  in.said.siteGrows = [](uint32_t id) { return id == 12; };
  EXPECT_EQ(findingsOf(in)[0].line, 12) << "the days are there";
  in.said.siteGrows = nullptr;
  EXPECT_EQ(findingsOf(in)[0].line, 12) << "as many nodes as visits";
  sites[0].paths[0].share = 0.4;
  EXPECT_EQ(findingsOf(in)[0].line, 31) << "where the visits come from";
}

// Some of them are in a ring as well, so that their number stands at first.
TEST(Findings, NameTheProgramsOwnObjectsWhoseFieldsHoldALibrarys) {
  std::vector<report::PathEdge> edges = {edge("shop.Audit", "path"),
                                         edge("java.util.HashMap$Node", "value"),
                                         edge("java.util.HashMap$Node[]", "[*]")};
  edges[0].holderId = 24;
  std::vector<report::Site> sites = {
      siteOf("java.lang.String", 400, pathOf(edges, "static", "shop.Log.last"), "growing")};
  Inputs in = inputsOf(sites);
  in.said.siteOf = placeById;
  EXPECT_EQ(findingsOf(in)[0].type, "shop.Audit");
  EXPECT_EQ(findingsOf(in)[0].line, 24);
  uint64_t audits = 5;
  in.said.objectsOf = [&audits](const std::string&) { return audits; };
  EXPECT_EQ(findingsOf(in)[0].type, "shop.Audit") << "half as many as the strings";
  audits = 4;
  EXPECT_EQ(findingsOf(in)[0].type, "java.lang.String") << "one has several of them";
  in.said.objectsOf = nullptr;
  sites[0].paths.front().edges[0].repeats = 3;
  EXPECT_EQ(findingsOf(in)[0].type, "java.lang.String") << "the first of a chain may be one";
}

TEST(Findings, OfATreeNameTheLineThatMakesItsNodes) {
  std::vector<report::PathEdge> edges = {edge("shop.Node", "name"),
                                         edge("java.lang.Object[]", "[*]"),
                                         edge("java.util.ArrayList", "elementData"),
                                         edge("shop.Node", "children"), edge("shop.Tree", "root")};
  edges[0].holderId = 163;
  edges[3].holderId = 30;  // once, with the tree
  std::vector<report::Site> sites = {
      siteOf("java.lang.String", 400, pathOf(edges, "static", "shop.Log.tree"), "growing")};
  Inputs in = inputsOf(sites);
  in.growingTypes = {"shop.Node"};
  in.said.siteOf = placeById;
  EXPECT_EQ(findingsOf(in)[0].type, "shop.Node");
  EXPECT_EQ(findingsOf(in)[0].line, 163);
}

TEST(Findings, OfATableOfNumbersNameWhoMakesRoomInIt) {
  std::vector<report::Site> sites = {
      siteOf("shop.Longs", 400, pathOf({edge("shop.Visits", "seen")}, "static", "shop.Visits.it"),
             "growing")};
  sites[0].rank = 1;
  sites[0].suspiciousObjects = 2;
  sites[0].arrayBytes = 400;
  Inputs in = inputsOf(sites);
  const std::vector<report::Path> heap;
  in.heap = &heap;
  in.followsTables = true;
  EXPECT_EQ(findingsOf(in)[0].line, 31) << "who made it";
  EXPECT_EQ(findingsOf(in)[0].makes, "shop.Longs");
  in.said.roomMadeIn = [](const std::string& type, uint64_t least, const std::string&) {
    EXPECT_EQ(type, "shop.Longs");
    EXPECT_EQ(least, 100u) << "half of what each has";
    report::Site place;
    place.callerMethod = "shop.Longs.grow";
    place.callerFile = "Longs.java";
    place.callerLine = 7;
    return place;
  };
  const report::Finding leak = findingsOf(in)[0];
  EXPECT_EQ(leak.className, "shop.Longs");
  EXPECT_EQ(leak.method, "grow");
  EXPECT_EQ(leak.line, 7);
  EXPECT_EQ(leak.makes, "");
}

// The bytes may be those of arrays in a list: its own array is smaller than half of them.
TEST(Findings, OfAListOfArraysNameWhoMakesRoomInTheHoldersClass) {
  std::vector<report::Site> sites = {
      siteOf("java.util.ArrayList", 400, pathOf({}, "static", "shop.Undo.steps"), "growing")};
  sites[0].rank = 1;
  sites[0].suspiciousObjects = 1;
  sites[0].arrayBytes = 1 << 20;
  Inputs in = inputsOf(sites);
  const std::vector<report::Path> heap;
  in.heap = &heap;
  in.followsTables = true;
  in.said.roomMadeIn = [](const std::string&, uint64_t least, const std::string& cls) {
    report::Site place;
    if (least > 0 || cls != "shop.Undo") return place;
    place.callerMethod = "shop.Undo.push";
    place.callerFile = "Undo.java";
    place.callerLine = 8;
    return place;
  };
  EXPECT_EQ(findingsOf(in)[0].line, 8);
}

// The five windows of a summary have a list each.
TEST(Findings, OfTablesNameTheFieldWhereNoMoreOfItsObjectsCome) {
  std::vector<report::PathEdge> edges = {edge("shop.Window", "times"), edge("shop.Window[]", "[*]"),
                                         edge("shop.Summary", "windows")};
  const uint64_t retained[] = {80, 400, 500};
  for (size_t i = 0; i < edges.size(); i++) edges[i].retainedBytes = retained[i];
  std::vector<report::Site> sites = {
      siteOf("java.util.LinkedList", 400, pathOf(edges, "static", "shop.Main.it"), "growing")};
  sites[0].rank = 1;
  sites[0].suspiciousObjects = 5;
  Inputs in = inputsOf(sites);
  in.followsTables = true;
  uint64_t windows = 5;
  in.said.objectsOf = [&](const std::string& type) {
    return type == "shop.Window" ? windows : uint64_t{1};
  };
  EXPECT_EQ(findingsOf(in)[0].holder.field, "times");
  windows = 11;
  EXPECT_EQ(findingsOf(in)[0].holder.field, "windows") << "few of them grow";
  windows = 5;
  in.growingTypes = {"shop.Window"};
  EXPECT_EQ(findingsOf(in)[0].holder.field, "windows") << "they pile up";
  in.growingTypes = {};
  in.followsTables = false;
  EXPECT_EQ(findingsOf(in)[0].holder.field, "windows");
}

TEST(Findings, TakeTheirPartOfWhatTheHeapGains) {
  const std::vector<report::Site> sites = oneLeak();
  Inputs in = inputsOf(sites);
  in.liveGrowth = 4 * 6.8;
  EXPECT_DOUBLE_EQ(findingsOf(in)[0].share, 0.25) << "the program keeps more that is in use";
}

// What the objects keep in maps of their own is put there by themselves.
TEST(Findings, AreNotPutThereByWhatFillsTheirOwnMaps) {
  std::vector<report::Site> sites = oneLeak();
  report::Path deep = sites[0].paths[0];
  deep.edges.insert(deep.edges.begin(), edge("java.util.TreeMap", "root"));
  sites.push_back(siteOf("java.util.TreeMap$Entry", 900, deep, "growing"));
  sites.back().line = 99;
  sites.back().via = "java.util.Map.put";
  sites.back().rank = 6;
  EXPECT_EQ(findingsOf(inputsOf(sites))[0].line, 12);
}

// Somebody looks through the map, by views that it keeps.
TEST(Findings, AreNotPutThereByWhatLooksAtThem) {
  std::vector<report::Site> sites = oneLeak();
  sites.push_back(siteOf("java.util.HashMap$Values", 900, sites[2].paths[0], "growing"));
  sites.back().line = 99;
  sites.back().via = "java.util.Map.values";
  sites.back().rank = 6;
  EXPECT_EQ(findingsOf(inputsOf(sites))[0].line, 12);
}

// What has come to weigh most goes first, however little of it lies in the holder itself.
TEST(Findings, AreRankedByTheirShareOfTheGain) {
  report::Finding slow, fast;
  slow.kind = fast.kind = "leak";
  slow.growth = fast.growth = "growing";
  slow.trend.slope = 10;
  slow.share = 0.6;
  fast.trend.slope = 20;
  fast.share = 0.3;
  EXPECT_TRUE(outranks(slow, fast));
  EXPECT_FALSE(outranks(fast, slow));
}

TEST(Findings, WhatTheJdkKeepsIdleComesAfterWhatTheProgramKeeps) {
  report::Finding jars;
  jars.kind = "idle";
  jars.growth = "constant";
  jars.holder = {"static", "java.util.zip.ZipFile$Source", "files", {}, {}};
  jars.retainedBytes = 5'000'000;
  report::Finding index = jars;
  index.holder.className = "com.acme.Index";
  index.retainedBytes = 1000;
  EXPECT_TRUE(outranks(index, jars));
  EXPECT_FALSE(outranks(jars, index));
  jars.kind = "leak";  // a registry of the JDK that the program fills
  jars.growth = "growing";
  EXPECT_TRUE(outranks(jars, index));
}

// A table of servers is held by the one server that has the others.
TEST(Findings, AreHeldByOneOfAGrowingTypeWhereTheyAreFew) {
  std::vector<report::Site> sites = oneLeak();
  sites.resize(1);
  sites[0].paths[0].edges.push_back(edge("shop.Server", "servers"));
  sites[0].paths[0].edges.back().retainedBytes = 4000;
  Inputs in = inputsOf(sites);
  in.growingTypes = {"shop.Visit", "shop.Server"};
  EXPECT_EQ(holderKey(findingsOf(in)[0].holder), "static shop.Visits.all") << "ten objects";
  sites[0].type = "java.util.HashMap";
  sites[0].suspiciousObjects = 1;
  sites[0].paths[0].edges.erase(sites[0].paths[0].edges.begin());
  EXPECT_EQ(holderKey(findingsOf(in)[0].holder), "field shop.Server.servers");
}

// A pool for each task that nobody shuts down.
TEST(Findings, AreThreadsWhereEachHoldsAsMuch) {
  const report::PathEdge target = edge("java.lang.Thread", "target");
  const report::PathEdge worker = edge("java.util.concurrent.ThreadPoolExecutor$Worker", "this$0");
  const report::PathEdge queue = edge("java.util.concurrent.ThreadPoolExecutor", "workQueue");
  std::vector<report::Site> sites = {
      ofThreads("java.lang.Thread", 400, {}), ofThreads("java.util.HashMap", 401, {worker, target}),
      ofThreads("java.util.concurrent.locks.ReentrantLock", 1200, {queue, worker, target}),
      ofThreads("shop.Order", 1000, {queue, worker, target}),
      ofThreads("shop.Buffer", 4000, {worker, target})};
  sites.push_back(sites[1]);
  sites.back().paths[1] = sites.back().paths[0];
  for (const size_t sampledOnce : {0, 2}) sites[sampledOnce].paths.pop_back();
  const std::vector<report::Finding> found = findingsOf(inputsOf(sites));
  ASSERT_EQ(found.size(), 3u);
  std::map<std::string, size_t> sitesOf;
  for (const report::Finding& finding : found) {
    sitesOf[holderKey(finding.holder)] = finding.sites.size();
    if (!report::areThreads(finding.holder)) continue;
    EXPECT_EQ(finding.type, "java.lang.Thread") << "not the library's most bytes";
    EXPECT_EQ(
        report::findingHead(finding).rfind("leak: threads that have not ended: 400 objects", 0),
        0u);
  }
  EXPECT_EQ(sitesOf["thread java.lang.Thread."], 3u);
  EXPECT_EQ(sitesOf["field java.util.concurrent.ThreadPoolExecutor.workQueue"], 1u)
      << "what waits in a pool's queue comes in any number";
  EXPECT_EQ(sitesOf["thread java.lang.Thread.target"], 2u) << "of one thread, or more for each";
}

// Of executors that nobody shuts down: their threads look at their queues now and then, and are in use.
TEST(Findings, NameThreadsThatAreNoSite) {
  const report::PathEdge target = edge("java.lang.Thread", "target");
  const report::PathEdge worker = edge("java.util.concurrent.ThreadPoolExecutor$Worker", "this$0");
  const std::vector<report::Site> sites = {
      ofThreads("java.util.HashMap", 400, {worker, target}),
      ofThreads("java.util.concurrent.locks.ReentrantLock", 1200, {worker, target})};
  Inputs in = inputsOf(sites);
  uint64_t live = 430;
  in.said.objectsOf = [&live](const std::string&) { return live; };
  EXPECT_FALSE(report::areThreads(findingsOf(in)[0].holder)) << "there are no more of them";
  in.growingTypes = {"java.lang.Thread"};
  const std::vector<report::Finding> found = findingsOf(in);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(report::areThreads(found[0].holder));
  EXPECT_EQ(found[0].type, "java.lang.Thread");
  EXPECT_EQ(found[0].objects, 430u);
  live = 300;
  EXPECT_FALSE(report::areThreads(findingsOf(in)[0].holder)) << "one has several";
}

TEST(Findings, OfASpecThatCountsPresenceAreDefects) {
  const std::vector<report::Site> sites = oneLeak();
  Inputs in = inputsOf(sites);
  in.growthDecides = false;
  for (const report::Finding& finding : findingsOf(in)) EXPECT_EQ(finding.kind, "defect");
}

TEST(Findings, OfWhatNobodyUsedSinceTheStartUpAreOfIt) {
  std::vector<report::Site> sites = oneLeak();
  for (report::Site& site : sites) site.startUpBytes = site.liveBytes;
  std::vector<report::Finding> found = findingsOf(inputsOf(sites));
  EXPECT_EQ(found[0].kind, "leak") << "it grows";
  EXPECT_EQ(found[1].kind, "start-up");
  for (report::Site& site : sites) site.startUpBytes = site.liveBytes / 2;
  found = findingsOf(inputsOf(sites));
  EXPECT_EQ(found[1].kind, "idle") << "half of it was put away later";
}

// A soft cache grows until memory runs short, and no longer.
TEST(Findings, OfWhatOnlySoftReferencesHoldAreIdle) {
  std::vector<report::Site> sites = oneLeak();
  for (report::Site& site : sites) {
    if (site.growth == "growing") site.paths[0].root = {"reference", "java.lang.ref.SoftReference"};
  }
  std::vector<report::Finding> found = findingsOf(inputsOf(sites));
  ASSERT_FALSE(found.empty());
  for (const report::Finding& finding : found) EXPECT_EQ(finding.kind, "idle");
  EXPECT_EQ(found[0].because, "no leak, as only soft references hold it") << "though it grows";
  sites[0].paths[0].root = {"static", "shop.Visits.all"};  // 300 bytes
  found = findingsOf(inputsOf(sites));
  EXPECT_EQ(found[0].kind, "leak");
  EXPECT_EQ(found[0].objects, 10u) << "before what is idle and larger";
  Inputs in = inputsOf(sites);
  in.growthDecides = false;
  for (const report::Finding& finding : findingsOf(in)) EXPECT_EQ(finding.kind, "defect");
}

TEST(Findings, WithoutAHolderStandAlone) {
  std::vector<report::Site> sites = oneLeak();
  for (report::Site& site : sites) site.paths.clear();
  EXPECT_EQ(findingsOf(inputsOf(sites)).size(), 5u);
}

// Nobody holds what died: a line is a finding, its share that of the allocated bytes.
TEST(Finding, OfChurnIsALine) {
  std::vector<report::Site> sites;
  for (const auto& [id, type, bytes] : {std::tuple{7u, "java.util.Iterator", uint64_t{200}},
                                        {7u, "shop.Point", uint64_t{300}},
                                        {8u, "shop.Line", uint64_t{100}}}) {
    sites.push_back(siteOf(type, bytes, {}, ""));
    sites.back().id = id;
    sites.back().paths.clear();
    sites.back().rank = static_cast<uint32_t>(sites.size());
  }
  Inputs in;
  in.sites = &sites;
  in.said.trendOf = [](const std::vector<size_t>&) { return Trend{}; };
  in.liveBytes = 10;
  in.allocatedBytes = 1000;
  in.bytesPerUnit = 40;
  const std::vector<report::Finding> found = findingsOf(in);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].kind, "churn");
  EXPECT_EQ(found[0].type, "shop.Point");
  EXPECT_EQ(found[0].objects, 20u);
  EXPECT_EQ(found[0].retainedBytes, 500u);
  EXPECT_DOUBLE_EQ(found[0].share, 0.5);
  EXPECT_EQ(found[0].trend.per, "units");
  EXPECT_DOUBLE_EQ(found[0].trend.slope, 20 * stepOf(Axis::Units));
  EXPECT_DOUBLE_EQ(found[1].share, 0.1);
}

// A spec that follows tables may not see what a test framework keeps beside them.
TEST(Findings, ShareNothingThatAnotherSpecSetsApart) {
  std::vector<report::Spec> specs(3);
  for (report::Spec& spec : specs) spec.findings.resize(2);
  for (report::Spec& spec : specs) {
    spec.findings[0].kind = "leak";
    spec.findings[0].share = 0.1;
    spec.findings[1].kind = "unclear";
    spec.findings[1].share = 0.1;
  }
  const HeapGain setsApart{Axis::Units, 1000, 20, 800}, sees{Axis::Units, 1000, 100, 0};
  const HeapGain other{Axis::Allocation, 1000, 100, 0};
  shareWithoutApart({setsApart, sees, other}, specs);
  EXPECT_DOUBLE_EQ(specs[0].findings[0].share, 0.1);
  EXPECT_DOUBLE_EQ(specs[1].findings[0].share, 0.5) << "100 of 200";
  EXPECT_DOUBLE_EQ(specs[1].findings[1].share, 0.1) << "of the live heap";
  EXPECT_DOUBLE_EQ(specs[2].findings[0].share, 0.1) << "bytes and units are no sum";
}

}  // namespace
}  // namespace isl

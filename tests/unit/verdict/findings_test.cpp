// Sites that are one leak.
#include "verdict/Findings.h"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "report/Wording.h"
#include "verdict/HolderChoice.h"
#include "verdict/held_sites.h"

namespace isl {
namespace {

using test::edge;
using test::ofThreads;
using test::pathOf;
using test::siteOf;

FindingInputs inputsOf(const std::vector<report::Site>& sites) {
  FindingInputs in;
  in.sites = &sites;
  in.axis = Axis::Units;
  in.growthDecides = true;
  in.liveBytes = 1000;
  in.trendOf = [&sites](const std::vector<size_t>& some) {
    Trend out;
    out.shape = Shape::Constant;
    for (const size_t i : some) {
      if (sites[i].growth != "growing") continue;
      out.shape = Shape::Growing;
      out.until = 30;
      out.slope += static_cast<double>(sites[i].liveBytes) / 100;
      out.secondHalf = out.slope;
    }
    return out;
  };
  return in;
}

std::vector<report::Site> oneLeak() {
  const auto table = [] {
    return pathOf({edge("java.util.HashMap", "table")}, "static", "shop.Visits.all");
  };
  const auto held = [&table] {
    report::Path path = table();
    path.edges.insert(path.edges.begin(), edge("java.util.HashMap$Node", "value"));
    return path;
  };
  const auto below = [&held] {
    report::Path path = held();
    path.edges.insert(path.edges.begin(), edge("shop.Visit", "name"));
    return path;
  };
  std::vector<report::Site> out = {
      siteOf("byte[]", 300, below(), "growing"),
      siteOf("java.lang.String", 200, below(), "growing"),
      siteOf("java.util.HashMap$Node", 80, table(), "growing"),
      siteOf("shop.Visit", 100, held(), "growing"),
      siteOf("shop.Font", 400, pathOf({edge("shop.Fonts", "table")}, "static", "shop.Fonts.it"),
             "constant")};
  out[2].method = "serve";
  out[2].line = 12;
  out[2].via = "java.util.HashMap.put";
  for (size_t i = 0; i < out.size(); i++) out[i].rank = static_cast<uint32_t>(i + 1);
  return out;
}

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
}

// A view for each request, which has a list of rows: the views are too small to be a site.
TEST(Findings, NameTheProgramsOwnObjectsAboveALibrarys) {
  std::vector<report::PathEdge> edges = {
      edge("java.lang.Object[]", "[*]"), edge("java.util.ArrayList", "elementData"),
      edge("shop.View", "rows"), edge("java.lang.Object[]", "[*]"),
      edge("java.util.ArrayList", "elementData")};
  edges[2].holderId = 77;
  std::vector<report::Site> sites = {
      siteOf("java.lang.String", 400, pathOf(edges, "static", "shop.Settings.views"), "growing")};
  FindingInputs in = inputsOf(sites);
  in.siteOf = [](uint32_t id) {
    report::Site out;
    out.method = "show";
    out.line = static_cast<int32_t>(id);
    return out;
  };
  in.objectsOf = [](const std::string& type) { return type == "shop.View" ? 50u : 0u; };
  EXPECT_EQ(findingsOf(in)[0].type, "java.lang.String") << "one view may have all of them";
  in.growingTypes = {"shop.View"};
  const report::Finding leak = findingsOf(in)[0];
  EXPECT_EQ(leak.type, "shop.View");
  EXPECT_EQ(leak.objects, 50u);
  EXPECT_EQ(leak.line, 77);
  report::Site puts =
      siteOf("java.lang.Object[]", 10, pathOf({}, "static", "shop.Settings.views"), "growing");
  puts.type = "java.util.ArrayList$Node";
  puts.via = "java.util.ArrayList.add";
  puts.line = 13;
  puts.paths.front().edges = {edges.back()};
  sites.push_back(puts);
  EXPECT_EQ(findingsOf(in)[0].line, 77) << "not on the way to them";
  sites[0].paths.front().edges[3].holderType = puts.type;
  EXPECT_EQ(findingsOf(in)[0].line, 13) << "the call that puts them there";
}

TEST(Findings, OfATableOfNumbersNameWhoMakesRoomInIt) {
  std::vector<report::Site> sites = {
      siteOf("shop.Longs", 400, pathOf({edge("shop.Visits", "seen")}, "static", "shop.Visits.it"),
             "growing")};
  sites[0].rank = 1;
  sites[0].suspiciousObjects = 2;
  sites[0].arrayBytes = 400;
  FindingInputs in = inputsOf(sites);
  const std::vector<report::Path> heap;
  in.heap = &heap;
  in.followsTables = true;
  EXPECT_EQ(findingsOf(in)[0].line, 31) << "who made it";
  in.roomMadeIn = [](const std::string& type, uint64_t least) {
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
}

TEST(Findings, TakeTheirPartOfWhatTheHeapGains) {
  const std::vector<report::Site> sites = oneLeak();
  FindingInputs in = inputsOf(sites);
  in.liveGrowth = 4 * 6.8;
  EXPECT_DOUBLE_EQ(findingsOf(in)[0].share, 0.25) << "the program keeps more that is in use";
}

// A cache is full after a tenth of the requests, and classes that are loaded move the heap a little.
TEST(Findings, AreNoLeaksThatWouldHaveGrownFarMoreThanTheHeap) {
  const std::vector<report::Site> sites = oneLeak();
  FindingInputs in = inputsOf(sites);
  in.work = 100;
  in.heapGain.known = true;
  in.heapGain.all = 200;
  in.heapGain.secondHalf = in.heapGain.highest = 43;  // of 340
  EXPECT_EQ(findingsOf(in)[0].kind, "leak");
  in.heapGain.secondHalf = in.heapGain.highest = 42;
  EXPECT_EQ(findingsOf(in)[0].kind, "unclear");
}

// Sessions expire, and the figures are of a check before the first of them did.
TEST(Findings, AreNoLeaksOfWhatWasGivenBack) {
  const std::vector<report::Site> sites = oneLeak();
  FindingInputs in = inputsOf(sites);
  bool given = false;
  in.wereGivenBack = [&](const std::vector<size_t>& of) {
    EXPECT_EQ(of, std::vector<size_t>{3}) << "the sites of what piles up";
    return given;
  };
  EXPECT_EQ(findingsOf(in)[0].kind, "leak");
  given = true;
  EXPECT_EQ(findingsOf(in)[0].kind, "idle");
}

// A program loads its language and then works: what grew in the first fifth of the work may have ended.
TEST(Findings, OfWhatMayHaveEndedAreOpen) {
  const std::vector<report::Site> sites = oneLeak();
  FindingInputs in = inputsOf(sites);
  in.work = 100;
  in.heapGain.known = true;
  in.heapGain.secondHalf = in.heapGain.highest = 130;
  in.heapGain.all = 1000;
  EXPECT_EQ(findingsOf(in)[0].kind, "leak") << "the heap goes on";
  in.heapGain.secondHalf = 120;
  EXPECT_EQ(findingsOf(in)[0].kind, "unclear");
  in.heapStands = true;
  EXPECT_EQ(findingsOf(in)[0].kind, "idle") << "the heap was seen to the end, and stands";
  in.heapStands = false;
  in.heapGain = {};
  in.heapGain.steady = true;
  EXPECT_EQ(findingsOf(in)[0].kind, "leak");
  in.heapGain = {};
  const report::Finding open = findingsOf(in)[0];
  EXPECT_EQ(open.kind, "unclear") << "nobody saw the heap";
  EXPECT_EQ(open.growth, "unclear");
  EXPECT_DOUBLE_EQ(open.share, 1) << "what it would be as a leak, so that no limit passes it";
}

// A script loads what it needs at its first rounds, and uses a part of it for some more.
TEST(Findings, OfWhatGrewEarlyHaveEndedWithTheHeap) {
  const std::vector<report::Site> sites = oneLeak();
  FindingInputs in = inputsOf(sites);
  in.begun = 100;
  in.work = 200;
  in.heapGain.known = in.heapStands = true;
  in.heapGain.highest = in.heapGain.all = 100;
  double until = 134;
  in.trendOf = [&until](const std::vector<size_t>&) {
    Trend grows;
    grows.shape = Shape::Growing;
    grows.until = until;
    return grows;
  };
  EXPECT_EQ(findingsOf(in)[0].kind, "leak") << "it grew for a third of the work";
  until = 133;
  EXPECT_EQ(findingsOf(in)[0].kind, "idle");
  EXPECT_EQ(findingsOf(in)[0].growth, "bounded");
  in.heapGain.secondHalf = 13;
  EXPECT_EQ(findingsOf(in)[0].kind, "leak") << "the heap goes on";
}

// Beside what a program loads at its first rounds something else grows to the end.
TEST(Findings, OfWhatStandsInNumberHaveEnded) {
  const std::vector<report::Site> sites = oneLeak();
  FindingInputs in = inputsOf(sites);
  in.work = 100;
  in.heapGain.known = true;
  in.heapGain.highest = in.heapGain.secondHalf = in.heapGain.all = 100;
  bool stands = false;
  in.standsInNumber = [&](const std::vector<size_t>& of) {
    return stands && sites[of.front()].type == "shop.Visit";  // the main objects
  };
  EXPECT_EQ(findingsOf(in)[0].kind, "leak") << "the heap goes on";
  in.liveGrowth = 6.8;
  stands = true;
  EXPECT_EQ(findingsOf(in)[0].kind, "idle");
  in.work = 60;
  EXPECT_EQ(findingsOf(in)[0].kind, "leak") << "it grew for half of the work";
  in.work = 100;
  in.unproven = true;
  EXPECT_EQ(findingsOf(in)[0].kind, "unclear");
}

// Two tests leave something behind, and those that follow do something else.
TEST(Findings, OfWhatHasCeasedAreJudgedByTheWorkUntilThen) {
  const std::vector<report::Site> sites = oneLeak();
  FindingInputs in = inputsOf(sites);
  in.work = 100;
  in.heapGain.known = true;
  in.heapGain.all = 1000;
  Sights::Gain meanwhile;
  in.gainWhileItRan = [&meanwhile](const report::Finding& finding) {
    EXPECT_EQ(finding.line, 12) << "of the line that it tells";
    return meanwhile;
  };
  EXPECT_EQ(findingsOf(in)[0].kind, "unclear") << "it runs on, as far as is known";
  meanwhile = in.heapGain;
  meanwhile.secondHalf = meanwhile.highest = 400;
  EXPECT_EQ(findingsOf(in)[0].kind, "leak");
  meanwhile.secondHalf = 50;
  EXPECT_EQ(findingsOf(in)[0].kind, "unclear") << "it slowed down before it ceased";
}

// The line of a table that was filled at first does not run any more.
TEST(Findings, OfWhatHasStoppedAreJudgedByHowItStands) {
  const std::vector<report::Site> sites = oneLeak();
  FindingInputs in = inputsOf(sites);
  Trend stood;
  in.sinceItStopped = [&](const report::Finding& finding) {
    EXPECT_EQ(finding.line, 12) << "of the line that it tells";
    return stood;
  };
  EXPECT_EQ(findingsOf(in)[0].kind, "leak") << "it runs on, as far as is known";
  stood.samples = 20;
  EXPECT_EQ(findingsOf(in)[0].kind, "unclear");
  stood.shape = Shape::Bounded;
  EXPECT_EQ(findingsOf(in)[0].kind, "idle");
}

// One class of tests leaks, and eleven more come after it.
TEST(Findings, OfOneClassOfTestsAreJudgedByTheWorkUntilItEnds) {
  std::vector<report::Site> sites = oneLeak();
  for (report::Site& site : sites) site.growth = "bounded";
  FindingInputs in = inputsOf(sites);
  in.heapGain.known = in.heapStands = in.unproven = true;
  in.heapGain.all = 100;
  Trend ran;
  ran.shape = Shape::Growing;
  ran.secondHalf = 3;
  in.whileTestsRan = [&](const report::Finding& finding, const std::vector<size_t>& of) {
    if (finding.line != 12) return Trend();
    EXPECT_EQ(of, (std::vector<size_t>{0, 1, 2, 3}));
    return ran;
  };
  EXPECT_EQ(findingsOf(in)[0].kind, "leak");
  EXPECT_EQ(findingsOf(in)[1].kind, "idle") << "its tests may run on";
  ran.shape = Shape::Bounded;
  EXPECT_EQ(findingsOf(in)[0].kind, "idle") << "it had stopped before they ended";
}

// A class of tests that keeps what it has computed, and the service that it tests.
TEST(Findings, OfTheObjectOfATestAreItsFixture) {
  const auto heldBy = [](const char* holder, const char* field) {
    return pathOf({edge("java.util.HashMap$Node", "value"), edge("java.util.HashMap", "table"),
                   edge(holder, field), edge("java.util.Collections$SingletonList", "element"),
                   edge("org.junit.Instances", "all")},
                  "stack", "main: org.junit.Runner.run");
  };
  std::vector<report::Site> sites = {
      siteOf("shop.Rate", 300, heldBy("shop.RateTest", "seen"), "growing"),
      siteOf("shop.Visit", 200, heldBy("shop.Visits", "all"), "growing")};
  report::Path& service = sites[1].paths[0];
  service.edges.insert(service.edges.begin() + 3, edge("shop.VisitTest", "visits"));
  FindingInputs in = inputsOf(sites);
  EXPECT_EQ(findingsOf(in)[0].kind, "leak");
  EXPECT_EQ(findingsOf(in)[1].kind, "leak");
  in.isAside = [](const std::string& type) { return type.rfind("org.junit.", 0) == 0; };
  const std::vector<report::Finding> found = findingsOf(in);
  EXPECT_EQ(found[0].holder.className, "shop.Visits");
  EXPECT_EQ(found[0].kind, "leak") << "the service that is tested";
  EXPECT_EQ(found[1].kind, "idle");
  sites[1].paths = {
      pathOf({edge("java.util.HashMap", "table")}, "static", "org.junit.Cache.contexts")};
  EXPECT_EQ(findingsOf(in)[1].kind, "idle") << "what it keeps itself";
}

// Every sixth test of a suite leaves something behind, and what is idle at the end is of the first of them.
TEST(Findings, OfWhatPilesUpInTheEndGrow) {
  const std::vector<report::Site> sites = oneLeak();
  FindingInputs in = inputsOf(sites);
  in.trendOf = [](const std::vector<size_t>&) { return Trend(); };
  Trend all;
  in.populationOf = [&](const std::vector<size_t>& of) {
    return sites[of.front()].type == "shop.Visit" ? all : Trend();  // the main objects
  };
  in.work = 100;
  in.heapGain.known = true;
  in.heapGain.all = 1000;
  in.heapGain.highest = 200;
  EXPECT_EQ(findingsOf(in)[0].kind, "unclear");
  all.shape = Shape::Growing;
  all.secondHalf = 3;
  EXPECT_EQ(findingsOf(in)[0].kind, "leak") << "it tells of the end, too";
  in.heapGain.highest = 120;
  EXPECT_EQ(findingsOf(in)[0].kind, "unclear") << "the heap does not grow";
}

TEST(Findings, ThatNeverOutlivedACollectionAreOpen) {
  const std::vector<report::Site> sites = oneLeak();
  FindingInputs in = inputsOf(sites);
  in.unproven = true;
  EXPECT_EQ(findingsOf(in)[0].kind, "unclear");
  EXPECT_EQ(findingsOf(in)[1].kind, "idle");
}

// A list of results grows by an entry for each batch.
TEST(Findings, ThatGainLessThanMinSiteAreConstant) {
  std::vector<report::Site> sites = oneLeak();
  FindingInputs in = inputsOf(sites);
  in.trendOf = [](const std::vector<size_t>&) {
    Trend grows;
    grows.shape = Shape::Growing;
    grows.growth = 600;
    return grows;
  };
  in.leastGrowth = 601;
  EXPECT_EQ(findingsOf(in)[0].growth, "constant");
  in.leastGrowth = 600;
  EXPECT_EQ(findingsOf(in)[0].kind, "leak");
  // The holder keeps nine times as much.
  const std::vector<report::Path> heap = {sites[3].paths[0]};
  in.heap = &heap;
  in.liveBytes = 9 * 680;
  in.leastGrowth = 5400;
  EXPECT_EQ(findingsOf(in)[0].kind, "leak");
  in.leastGrowth = 5401;
  EXPECT_EQ(findingsOf(in)[0].growth, "constant");
}

// A pool of buffers fills ever more slowly.
TEST(Findings, ThatSlowDownInAHeapThatStandsAreBounded) {
  const std::vector<report::Site> sites = oneLeak();
  FindingInputs in = inputsOf(sites);
  Trend slows;
  slows.samples = 8;
  slows.firstHalf = 100;
  slows.secondHalf = 49;
  in.trendOf = [&slows](const std::vector<size_t>&) { return slows; };
  EXPECT_EQ(findingsOf(in)[0].kind, "unclear") << "the heap may grow";
  in.heapStands = true;
  EXPECT_EQ(findingsOf(in)[0].growth, "bounded");
  slows.samples = 7;
  EXPECT_EQ(findingsOf(in)[0].growth, "unclear") << "too few to tell";
  slows.samples = 8;
  slows.secondHalf = 50;
  EXPECT_EQ(findingsOf(in)[0].growth, "unclear");
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

// A table of servers is held by the one server that has the others.
TEST(Findings, AreHeldByOneOfAGrowingTypeWhereTheyAreFew) {
  std::vector<report::Site> sites = oneLeak();
  sites.resize(1);
  sites[0].paths[0].edges.push_back(edge("shop.Server", "servers"));
  sites[0].paths[0].edges.back().retainedBytes = 4000;
  FindingInputs in = inputsOf(sites);
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

TEST(Findings, OfASpecThatCountsPresenceAreDefects) {
  const std::vector<report::Site> sites = oneLeak();
  FindingInputs in = inputsOf(sites);
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
  sites[0].paths[0].root = {"static", "shop.Visits.all"};  // 300 bytes
  found = findingsOf(inputsOf(sites));
  EXPECT_EQ(found[0].kind, "leak");
  EXPECT_EQ(found[0].objects, 10u) << "before what is idle and larger";
  FindingInputs in = inputsOf(sites);
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
  FindingInputs in;
  in.sites = &sites;
  in.trendOf = [](const std::vector<size_t>&) { return Trend{}; };
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

}  // namespace
}  // namespace isl

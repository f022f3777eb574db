// Which findings grow on: leaks, and what is idle or open.
#include "verdict/Findings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "verdict/one_leak.h"

namespace isl {
namespace {

using test::edge;
using test::Inputs;
using test::inputsOf;
using test::oneLeak;
using test::pathOf;
using test::siteOf;

// So much came to the heap since the program was ready, in 100 pieces of work.
Inputs inHeap(const std::vector<report::Site>& sites, double all) {
  Inputs in = inputsOf(sites);
  in.work = 100;
  in.heapGain.known = true;
  in.heapGain.all = all;
  return in;
}

// A cache is full after a tenth of the requests, and classes that are loaded move the heap a little.
TEST(GrowingFindings, AreNoLeaksThatWouldHaveGrownFarMoreThanTheHeap) {
  const std::vector<report::Site> sites = oneLeak();
  Inputs in = inHeap(sites, 200);
  in.heapGain.secondHalf = in.heapGain.highest = 43;  // of 340
  EXPECT_EQ(findingsOf(in)[0].kind, "leak");
  in.heapGain.secondHalf = in.heapGain.highest = 42;
  EXPECT_EQ(findingsOf(in)[0].kind, "unclear");
  in.heapStands = true;
  EXPECT_EQ(findingsOf(in)[0].kind, "idle") << "entries of a soft cache, say, which are given up";
}

// Sessions expire, and the figures are of a check before the first of them did.
TEST(GrowingFindings, AreNoLeaksOfWhatWasGivenBack) {
  const std::vector<report::Site> sites = oneLeak();
  Inputs in = inputsOf(sites);
  bool given = false;
  in.said.wereGivenBack = [&](const std::vector<size_t>& of) {
    EXPECT_EQ(of, std::vector<size_t>{3}) << "the sites of what piles up";
    return given;
  };
  EXPECT_EQ(findingsOf(in)[0].kind, "leak");
  given = true;
  EXPECT_EQ(findingsOf(in)[0].kind, "idle");
}

// A program loads its language and then works: what grew in the first fifth of the work may have ended.
TEST(GrowingFindings, OfWhatMayHaveEndedAreOpen) {
  const std::vector<report::Site> sites = oneLeak();
  Inputs in = inHeap(sites, 1000);
  in.heapGain.secondHalf = in.heapGain.highest = 130;
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
TEST(GrowingFindings, OfWhatGrewEarlyHaveEndedWithTheHeap) {
  const std::vector<report::Site> sites = oneLeak();
  Inputs in = inputsOf(sites);
  in.begun = 100;
  in.work = 200;
  in.heapGain.known = in.heapStands = true;
  in.heapGain.highest = in.heapGain.all = 100;
  double until = 134;
  in.said.trendOf = [&until](const std::vector<size_t>&) {
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
TEST(GrowingFindings, OfWhatStandsInNumberHaveEnded) {
  const std::vector<report::Site> sites = oneLeak();
  Inputs in = inputsOf(sites);
  in.work = 100;
  in.heapGain.known = true;
  in.heapGain.highest = in.heapGain.secondHalf = in.heapGain.all = 100;
  bool stands = false;
  in.said.standsInNumber = [&](const std::vector<size_t>& of) {
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
TEST(GrowingFindings, OfWhatHasCeasedAreJudgedByTheWorkUntilThen) {
  const std::vector<report::Site> sites = oneLeak();
  Inputs in = inHeap(sites, 1000);
  Sights::Gain meanwhile;
  in.said.gainWhileItRan = [&meanwhile](const report::Finding& finding) {
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
TEST(GrowingFindings, OfWhatHasStoppedAreJudgedByHowItStands) {
  const std::vector<report::Site> sites = oneLeak();
  Inputs in = inputsOf(sites);
  Trend stood;
  in.said.sinceItStopped = [&](const report::Finding& finding) {
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
TEST(GrowingFindings, OfOneClassOfTestsAreJudgedByTheWorkUntilItEnds) {
  std::vector<report::Site> sites = oneLeak();
  for (report::Site& site : sites) site.growth = "bounded";
  Inputs in = inputsOf(sites);
  in.heapGain.known = in.heapStands = in.unproven = true;
  in.heapGain.all = 100;
  Trend ran;
  ran.shape = Shape::Growing;
  ran.secondHalf = 3;
  in.said.whileTestsRan = [&](const report::Finding& finding, const std::vector<size_t>& of) {
    if (finding.line != 12) return Trend();
    EXPECT_EQ(of, (std::vector<size_t>{0, 1, 2, 3}));
    return ran;
  };
  EXPECT_EQ(findingsOf(in)[0].kind, "leak");
  EXPECT_EQ(findingsOf(in)[1].kind, "idle") << "its tests may run on";
  ran.shape = Shape::Bounded;
  EXPECT_EQ(findingsOf(in)[0].kind, "idle") << "it had stopped before they ended";
}

// The first class of tests leaks. What it left stands in number from there on, as does the heap.
TEST(GrowingFindings, OfTheFirstClassOfTestsAreJudgedByTheWorkUntilItEnds) {
  const std::vector<report::Site> sites = oneLeak();
  Inputs in = inHeap(sites, 1000);
  in.heapStands = true;
  in.said.standsInNumber = [](const std::vector<size_t>&) { return true; };
  EXPECT_EQ(findingsOf(in)[0].kind, "idle");
  Trend ran;
  ran.shape = Shape::Growing;
  ran.secondHalf = ran.growth = 3;
  in.said.whileTestsRan = [&](const report::Finding&, const std::vector<size_t>&) { return ran; };
  EXPECT_EQ(findingsOf(in)[0].kind, "leak");
  in.leastGrowth = 600;
  EXPECT_EQ(findingsOf(in)[0].growth, "constant") << "but that is too little";
}

// A class of tests that keeps what it has computed, and the service that it tests.
TEST(GrowingFindings, OfTheObjectOfATestAreItsFixture) {
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
  Inputs in = inputsOf(sites);
  EXPECT_EQ(findingsOf(in)[0].kind, "leak");
  EXPECT_EQ(findingsOf(in)[1].kind, "leak");
  in.said.isAside = [](const std::string& type) { return type.rfind("org.junit.", 0) == 0; };
  const std::vector<report::Finding> found = findingsOf(in);
  EXPECT_EQ(found[0].holder.className, "shop.Visits");
  EXPECT_EQ(found[0].kind, "leak") << "the service that is tested";
  EXPECT_EQ(found[1].kind, "idle");
  EXPECT_NE(found[1].aside, "") << "though it grows";
  EXPECT_EQ(found[0].aside, "");
  sites[1].paths = {
      pathOf({edge("java.util.HashMap", "table")}, "static", "org.junit.Cache.contexts")};
  EXPECT_EQ(findingsOf(in)[1].kind, "idle") << "what it keeps itself";
  in.said.keepsForProgram = [](const std::string& holder, const std::string&) {
    return holder == "org.junit.Cache";
  };
  EXPECT_EQ(findingsOf(in)[0].holder.className, "org.junit.Cache");
  EXPECT_EQ(findingsOf(in)[0].kind, "leak") << "what an extension has put there";
  sites[1].paths = {pathOf({edge("java.util.ArrayDeque", "elements"), edge("shop.Shop", "journal"),
                            edge("org.junit.Store$Value", "value")},
                           "stack", "main: org.junit.Runner.run")};
  EXPECT_EQ(findingsOf(in)[1].kind, "idle") << "a field of an object of the framework's";
  in.said.keepsForProgram = [](const std::string& holder, const std::string& type) {
    return holder == "org.junit.Store$Value" && type == "shop.Shop";
  };
  EXPECT_EQ(findingsOf(in)[0].holder.className, "shop.Shop");
  EXPECT_EQ(findingsOf(in)[0].kind, "leak") << "what that collects";
}

// A cache of contexts of a framework: with each of them its beans come, and what a bean collects comes between them.
TEST(GrowingFindings, ThatComeWithWhatAFrameworkOfTestsHoldsAreItsOwn) {
  const auto inContext = [](const char* holder) {
    return pathOf({edge("java.util.HashMap$Node[]", "[*]"), edge("java.util.HashMap", "table"),
                   edge(holder, "all"), edge("shop.Context", "beans"),
                   edge("java.util.HashMap$Node", "value"), edge("java.util.HashMap", "table"),
                   edge("org.junit.Contexts", "cached")},
                  "static", "org.junit.Caches.contexts");
  };
  const std::vector<report::Site> sites = {
      siteOf("shop.Definition", 300, inContext("shop.Factory"), "growing"),
      siteOf("shop.Visit", 200, inContext("shop.Visits"), "growing")};
  Inputs in = inputsOf(sites);
  in.said.isAside = [](const std::string& type) { return type.rfind("org.junit.", 0) == 0; };
  in.said.numberAlong = [](const std::string& type) {
    std::vector<WorkSample> out;
    for (int test = 1; test <= 60; test++) {
      const int contexts = (test + 19) / 20;
      out.push_back({static_cast<double>(test), type == "shop.Context"      ? contexts * 1.0
                                                : type == "shop.Definition" ? 50.0 * contexts
                                                                            : 3.0 * test});
    }
    return out;
  };
  const std::vector<report::Finding> found = findingsOf(in);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].type, "shop.Visit");
  EXPECT_EQ(found[0].kind, "leak");
  EXPECT_EQ(found[1].kind, "idle");
  EXPECT_NE(found[1].aside, "");
}

// A window of measurements is full from the start, and listeners come to the same holder.
TEST(GrowingFindings, NameWhatDoesNotStand) {
  std::vector<report::Site> sites = oneLeak();
  Inputs in = inputsOf(sites);
  std::vector<size_t> standing = {3};
  in.said.numberStands = [&](size_t site) {
    return std::find(standing.begin(), standing.end(), site) != standing.end();
  };
  EXPECT_NE(findingsOf(in)[0].type, "shop.Visit");
  EXPECT_EQ(findingsOf(in)[0].kind, "leak");
  standing = {0, 1, 2, 3};
  EXPECT_EQ(findingsOf(in)[0].type, "shop.Visit") << "all stand";
  EXPECT_EQ(findingsOf(in)[0].kind, "idle");
  standing = {3};
  in.followsTables = true;
  EXPECT_EQ(findingsOf(in)[0].type, "shop.Visit") << "of tables numbers tell nothing";
}

// Each class of tests loads its own tables once, into a static field.
TEST(GrowingFindings, OfStaticFieldsThatWereFilledOnceAreFixtures) {
  const std::vector<report::Site> sites = oneLeak();
  Inputs in = inputsOf(sites);
  const auto tables = [](const char* of) {
    report::Path path = pathOf({edge("shop.Visits", "all")}, "static", of);
    path.share = 0.5;
    return path;
  };
  const std::vector<report::Path> heap = {tables("shop.AsiaTest.tables"),
                                          tables("shop.AfricaTest.tables")};
  std::vector<report::Site> inFields = sites;
  for (report::Site& site : inFields) {
    if (site.growth != "growing") continue;
    site.paths[0].edges.push_back(edge("shop.Visits", "all"));
    site.paths[0].root.name = "shop.AsiaTest.tables";
  }
  in = inputsOf(inFields);
  in.heap = &heap;
  EXPECT_EQ(findingsOf(in)[0].kind, "leak");
  std::vector<WorkSample> objects;
  for (size_t i = 0; i < 8; i++) objects.push_back({static_cast<double>(i), i < 4 ? 50.0 : 100.0});
  in.said.objectsAlong = [&](const std::vector<size_t>&) { return objects; };
  const report::Finding found = findingsOf(in)[0];
  EXPECT_EQ(found.holder.className, "shop.Visits");
  EXPECT_EQ(found.kind, "idle");
  EXPECT_EQ(found.aside, "each of 2 static fields was filled at once");
  for (size_t i = 0; i < 8; i++) objects[i].bytes = 10 * static_cast<double>(i);
  EXPECT_EQ(findingsOf(in)[0].kind, "leak") << "it goes on";
}

// Every sixth test of a suite leaves something behind, and what is idle at the end is of the first of them.
TEST(GrowingFindings, OfWhatPilesUpInTheEndGrow) {
  const std::vector<report::Site> sites = oneLeak();
  Inputs in = inputsOf(sites);
  in.said.trendOf = [](const std::vector<size_t>&) { return Trend(); };
  Trend all;
  in.said.populationOf = [&](const std::vector<size_t>& of, double) {
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

TEST(GrowingFindings, ThatNeverOutlivedACollectionAreOpen) {
  const std::vector<report::Site> sites = oneLeak();
  Inputs in = inputsOf(sites);
  in.unproven = true;
  EXPECT_EQ(findingsOf(in)[0].kind, "unclear");
  EXPECT_EQ(findingsOf(in)[1].kind, "idle");
}

// A list of results grows by an entry for each batch.
TEST(GrowingFindings, ThatGainLessThanMinSiteAreConstant) {
  std::vector<report::Site> sites = oneLeak();
  Inputs in = inputsOf(sites);
  in.said.trendOf = [](const std::vector<size_t>&) {
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

// Of one table what it retains is measured. A sample of the heap may miss it; what others hold as well it may show.
TEST(GrowingFindings, OfOneTableHaveWhatItRetains) {
  std::vector<report::Site> sites = {oneLeak()[2]};
  sites[0].suspiciousObjects = 1;
  sites[0].paths[0].retainedBytes = 700;
  Inputs in = inputsOf(sites);
  in.followsTables = true;
  in.liveBytes = 100'000;
  const report::Path elsewhere = pathOf({edge("shop.Fonts", "table")}, "static", "shop.Fonts.it");
  for (const size_t samples : {0u, 1u, 4u}) {
    std::vector<report::Path> heap(20, elsewhere);
    for (size_t i = 0; i < heap.size(); i++) {
      if (i < samples) heap[i] = sites[0].paths[0];
      heap[i].share = 0.05;
    }
    in.heap = &heap;
    const uint64_t held = findingsOf(in)[0].retainedBytes;
    EXPECT_EQ(held, samples == 0 ? 700u : 5000u * samples) << samples;
  }
}

// A pool of buffers fills ever more slowly.
TEST(GrowingFindings, ThatSlowDownInAHeapThatStandsAreBounded) {
  const std::vector<report::Site> sites = oneLeak();
  Inputs in = inputsOf(sites);
  Trend slows;
  slows.samples = 8;
  slows.firstHalf = 100;
  slows.secondHalf = 49;
  in.said.trendOf = [&slows](const std::vector<size_t>&) { return slows; };
  EXPECT_EQ(findingsOf(in)[0].kind, "unclear") << "the heap may grow";
  in.heapStands = true;
  EXPECT_EQ(findingsOf(in)[0].growth, "bounded");
  slows.samples = 7;
  EXPECT_EQ(findingsOf(in)[0].growth, "unclear") << "too few to tell";
  slows.samples = 8;
  slows.secondHalf = 50;
  EXPECT_EQ(findingsOf(in)[0].growth, "unclear");
}

// It is filled for the whole run, as its ways say.
TEST(GrowingFindings, SetApartWhatLiesInACacheThatBoundsItself) {
  std::vector<report::Site> sites = oneLeak();
  for (report::Site& site : sites) {
    for (report::PathEdge& each : site.paths.front().edges) {
      if (each.holderType == "java.util.HashMap") each.boundedBy = "removeEldestEntry";
    }
  }
  Inputs in = inputsOf(sites);
  in.said.isProgramsOwn = [](const std::string& type) { return type.rfind("shop.", 0) == 0; };
  in.growingTypes = {"shop.Visit"};
  const std::vector<report::Finding> found = findingsOf(in);
  const auto cache = std::find_if(found.begin(), found.end(), [](const report::Finding& finding) {
    return finding.type == "shop.Visit";
  });
  ASSERT_NE(cache, found.end());
  EXPECT_EQ(cache->kind, "idle");
  EXPECT_EQ(cache->growth, "growing");
  EXPECT_EQ(cache->aside, "java.util.HashMap bounds itself by `removeEldestEntry`");
  in.growingTypes = {"shop.Visit", "java.util.HashMap"};
  EXPECT_EQ(findingsOf(in).front().kind, "leak") << "there are more such caches";
}

}  // namespace
}  // namespace isl

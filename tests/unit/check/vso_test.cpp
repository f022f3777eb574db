// Epoch arithmetic, VSO, sustained VSO and thresholds.
#include <gtest/gtest.h>

#include <algorithm>

#include "check/Checker.h"
#include "check/SpecRun.h"
#include "check/old_objects.h"
#include "heap/StaleEngine.h"

namespace isl {
namespace {

using test::Heap;
using test::leakSpec;
using test::word;

// A walk answers for all checks that waited for it: what each object had so many checks before.
TEST(Penalty, OfEveryCheckThatWaited) {
  for (uint32_t before = 0; before <= kRecentTimes + 1; before++) {
    SiteStat stat;
    uint64_t penalty = 0, suspicious = 0;
    for (uint32_t times = 1; times <= 100; times++) {
      const uint64_t bytes = 16 + times % 7;
      stat.bytes += bytes;
      stat.penalty += bytes * times;
      if (times <= kRecentTimes) stat.recentBytes[times - 1] += bytes;
      if (times <= before) continue;
      penalty += bytes * (times - before);
      suspicious += bytes;
    }
    EXPECT_EQ(penaltyBefore(stat, before), penalty) << before;
    if (before <= kRecentTimes) EXPECT_EQ(bytesBefore(stat, before), suspicious) << before;
  }
}

// Three objects of one site and class: put away before the program was ready, at its ready mark, and later.
TEST(Epochs, TellWhatIsOfTheStartUp) {
  const IslSpec spec = leakSpec();
  Heap heap(&spec);
  StaleEngine engine(&spec, 0, {});
  WalkState walk = heap.walk(40);
  walk.startUp = 5;
  engine.begin(walk);
  Burst burst;
  burst.arrayBytes = 8;
  for (const uint32_t epoch : {3u, 3u, 5u, 6u}) engine.object(burst, word(kFirstSite, epoch), true);
  engine.ownedArray(word(kFirstSite, 4), 0, 100);
  const SiteStat* stat = engine.stats().find(kFirstSite, 0);
  ASSERT_NE(stat, nullptr);
  EXPECT_EQ(stat->bytes, 4u * 40 + 100);
  EXPECT_EQ(stat->startUpBytes, 3u * 40 + 100);
}

TEST(Epochs, AmplifiedOncePerCheckAfterTheWindow) {
  EXPECT_EQ(StaleEngine::amplifications(9, 1, 10), 0u);
  EXPECT_EQ(StaleEngine::amplifications(11, 1, 10), 1u);
  EXPECT_EQ(StaleEngine::amplifications(40, 1, 10), 30u);
  EXPECT_EQ(StaleEngine::amplifications(5, 6, 10), 0u) << "touched while the check began";
}

TEST(StaleEngine, SumsTheScopesOfASiteAndKeepsThemApart) {
  const IslSpec spec = leakSpec();
  Heap heap(&spec);
  SiteScopes scopes;
  scopes.plain = {0, 1, 2, 3, 4, 5, 5, 5};
  scopes.scope = {0, 0, 0, 0, 0, 0, 1, 2};
  StaleEngine engine(&spec, 0, {});
  WalkState walk = heap.walk(20);
  walk.scopes = &scopes;
  engine.begin(walk);
  Burst burst;
  engine.object(burst, word(5, 1), true);
  engine.object(burst, word(6, 1), true);
  engine.object(burst, word(7, 1), true);
  engine.object(burst, word(7, 1), true);
  engine.end();
  ASSERT_EQ(engine.stats().all().size(), 1u);
  EXPECT_EQ(engine.stats().find(5, 0)->objects, 4u);
  EXPECT_EQ(engine.stats().find(5, 0)->penalty, 4u * 32 * 10);
  EXPECT_EQ(engine.scopeStats().find(5, 0), nullptr);
  EXPECT_EQ(engine.scopeStats().find(6, 0)->objects, 1u);
  EXPECT_EQ(engine.scopeStats().find(7, 0)->penalty, 2u * 32 * 10);
}

TEST(StaleEngine, ATrialLeavesNoTrace) {
  const IslSpec spec = leakSpec();
  Heap heap(&spec);
  StaleEngine engine(&spec, 0, {});
  Burst burst;
  jlong tag = 0;
  burst.tag = &tag;
  engine.beginTrial();
  WalkState walk = heap.walk(100);
  walk.sinceLast = 200;
  engine.begin(walk);
  engine.object(burst, word(5, 1), true);
  engine.end();
  EXPECT_EQ(engine.stats().find(5, 0)->objects, 1u);
  engine.endTrial();
  EXPECT_EQ(engine.amplifiedObjects(), 0u);
  EXPECT_EQ(tag, 0);
}

TEST(StaleEngine, ChargesObjectsWithTheirArrays) {
  const IslSpec spec = leakSpec();
  Heap heap(&spec);
  StaleEngine engine(&spec, 0, {});
  engine.begin(heap.walk(20));
  Burst burst;
  burst.arrayBytes = 100;
  engine.object(burst, word(5, 1), true);   // 20 - 1 >= 10: amplified 10 times
  engine.object(burst, word(5, 15), true);  // used lately
  engine.object(burst, word(0, 1), true);   // not the program's
  engine.object(burst, word(kSiteInitializer, 1), true);
  engine.ownedArray(word(5, 1), 0, 8);
  ASSERT_EQ(engine.stats().all().size(), 1u);
  const SiteStat& stat = engine.stats().all()[0];
  EXPECT_EQ(stat.objects, 1u);
  EXPECT_EQ(stat.bytes, 140u);
  EXPECT_EQ(stat.arrayBytes, 108u);
  EXPECT_EQ(stat.penalty, 1400u);
  EXPECT_EQ(engine.sums().initializerBytes, 132u);
  EXPECT_EQ(engine.sums().staleBytes, 140u);
  EXPECT_EQ(engine.sums().trackedBytes, 3u * 132 + 8) << "used or not";
}

TEST(StaleEngine, MainContextFiltersByClassAndSequence) {
  IslSpec spec = leakSpec();
  IslContext context{"C", "a.A", "*.main,*", -1};
  spec.contextCount = 1;
  spec.contexts = &context;
  spec.mainContext = 0;
  Heap heap(&spec);
  heap.sequences = {0, 0, 0, 0, 1};  // only site 4 lies below main
  StaleEngine engine(&spec, 0, {0});
  engine.begin(heap.walk(20));
  engine.object(Burst{}, word(4, 1), true);
  EXPECT_TRUE(engine.stats().all().empty()) << "class does not match";
  heap.classes[0].contexts[0] = 1;
  engine.begin(heap.walk(20));
  engine.object(Burst{}, word(4, 1), true);
  engine.object(Burst{}, word(3, 1), true);
  ASSERT_EQ(engine.stats().all().size(), 1u);
  EXPECT_EQ(engine.stats().all()[0].site, 4u);
}

// Objects of one word and class are worked out once: each is charged all the same, with its own arrays.
TEST(StaleEngine, ChargesAlikeObjectsOneByOne) {
  IslSpec spec = leakSpec();
  Heap heap(&spec);
  heap.classes[0].instanceBytes = 32;
  StaleEngine engine(&spec, 0, {});
  uint64_t bytes = 0;
  for (uint32_t check : {40u, 41u}) {
    engine.begin(heap.walk(check));
    bytes = 0;
    for (uint64_t i = 0; i < 5; i++) {
      Burst burst;
      burst.arrayBytes = 8 * i;
      engine.object(burst, word(4, 1), true);
      engine.object(burst, word(5, check), true);
      bytes += 32 + 8 * i;
    }
    ASSERT_EQ(engine.stats().all().size(), 1u);
    const SiteStat& stat = engine.stats().all()[0];
    EXPECT_EQ(stat.objects, 5u);
    EXPECT_EQ(stat.bytes, bytes);
    EXPECT_EQ(stat.penalty, bytes * StaleEngine::amplifications(check, 1, engine.window()));
    EXPECT_EQ(engine.sums().touchedObjects, 5u);
    EXPECT_EQ(engine.sums().staleBytes, bytes);
    EXPECT_EQ(engine.sums().trackedBytes, bytes + 5 * 32 + 80) << "those in use as well";
  }
}

TEST(Vso, DefinitionAndSustained) {
  EXPECT_DOUBLE_EQ(vsoOf(0, 100), 1.0);
  EXPECT_DOUBLE_EQ(vsoOf(300, 100), 4.0);
  EXPECT_DOUBLE_EQ(vsoOf(300, 0), 1.0);
  EXPECT_DOUBLE_EQ(sustained({1, 5, 4, 6, 1}, 3), 4.0);
  EXPECT_DOUBLE_EQ(sustained({1, 5}, 3), 0.0);
}

TEST(SpecRun, SmallSitesAreHiddenAndCounted) {
  const IslSpec spec = leakSpec();
  Heap heap(&spec);
  auto owned = std::make_unique<StaleEngine>(&spec, 0, std::vector<int>{});
  StaleEngine& engine = *owned;
  SpecRun run(std::move(owned), Thresholds{100, 0.01});
  engine.begin(heap.walk(11));
  Burst big;
  big.arrayBytes = 1000;
  engine.object(big, word(7, 1), true);
  engine.object(Burst{}, word(8, 1), true);
  EXPECT_DOUBLE_EQ(run.finishCheck(11, 10000, 0).back().vso, 1.0 + 1032.0 / 10000);
  ASSERT_EQ(run.worst().size(), 1u);
  EXPECT_EQ(run.worst()[0].site, 7u);
  EXPECT_EQ(run.worstSums().hiddenSites, 1u);
  EXPECT_EQ(run.worstSums().hiddenBytes, 32u);
}

// Orders and their lists are of two sites.
TEST(SpecRun, SmallSitesThatGrowCountWhenTheyComeToMinSiteTogether) {
  const IslSpec spec = leakSpec();
  for (const uint32_t sites : {1u, 2u}) {
    Heap heap(&spec);
    auto owned = std::make_unique<StaleEngine>(&spec, 0, std::vector<int>{});
    StaleEngine& engine = *owned;
    SpecRun run(std::move(owned), Thresholds{800, 0.5});
    for (uint32_t check = 11; check <= 40; check++) {
      engine.begin(heap.walk(check));
      for (uint32_t site = 7; site < 7 + sites; site++) {
        for (uint32_t i = 10; i < check; i++) engine.object(Burst{}, word(site, i - 9), true);
      }
      engine.end();
      run.finishCheck(check, 100'000, 0, 0, {{check, 0, check * 1'000'000ull}});
    }
    EXPECT_EQ(run.worst().size(), sites == 2 ? 2u : 0u);
    EXPECT_EQ(run.growing(), run.worst().size());
    EXPECT_EQ(run.worstSums().hiddenSites, sites == 2 ? 0u : 1u);
  }
}

TEST(SpecRun, SitesSetAsideAreCountedApart) {
  const IslSpec spec = leakSpec();
  Heap heap(&spec);
  auto owned = std::make_unique<StaleEngine>(&spec, 0, std::vector<int>{});
  StaleEngine& engine = *owned;
  SpecRun run(std::move(owned), Thresholds{});
  std::vector<bool> aside(8);
  aside[7] = true;
  run.setAside(&aside);
  engine.begin(heap.walk(11));
  engine.object(Burst{}, word(7, 1), true);
  engine.object(Burst{}, word(8, 1), true);
  EXPECT_DOUBLE_EQ(run.finishCheck(11, 3200, 0).back().vso, 1.01);
  ASSERT_EQ(run.worst().size(), 1u);
  EXPECT_EQ(run.worst()[0].site, 8u);
  EXPECT_EQ(run.worstSums().asideSites, 1u);
  EXPECT_EQ(run.worstSums().asideBytes, 32u);
  EXPECT_EQ(run.worstSums().hiddenSites, 0u);
}

TEST(SpecRun, ReportsTheWorstCheckAndForgetsNothing) {
  const IslSpec spec = leakSpec();
  Heap heap(&spec);
  auto owned = std::make_unique<StaleEngine>(&spec, 0, std::vector<int>{});
  StaleEngine& engine = *owned;
  SpecRun run(std::move(owned), Thresholds{});
  for (uint32_t check : {11u, 12u, 13u}) {
    engine.begin(heap.walk(check));
    if (check < 13) engine.object(Burst{}, word(7, 1), true);
    engine.end();
    run.finishCheck(check, check < 13 ? 1000 : 968, 0);
  }
  EXPECT_EQ(run.maxVsoCheck(), 12u);
  EXPECT_EQ(run.sitesCheck(), 12u) << "what the program let go at its end is still told";
  EXPECT_EQ(run.vso().size(), 3u);
  EXPECT_EQ(run.engine().amplifiedSites().members(), std::vector<uint32_t>{7});
  const std::vector<SeriesValue>& series = run.series().values(siteKey(7, 0));
  ASSERT_EQ(series.size(), 3u);
  EXPECT_EQ(series[1].penalty, 64u);
  EXPECT_EQ(series[2].bytes, 0u) << "the objects died: the curve falls to 0";
}

TEST(SpecRun, ChecksWithoutAWalkAreWorkedOutFromTheNextOne) {
  const IslSpec spec = leakSpec();
  Heap heap(&spec);
  auto ofAll = std::make_unique<StaleEngine>(&spec, 0, std::vector<int>{});
  auto fourth = std::make_unique<StaleEngine>(&spec, 0, std::vector<int>{});
  StaleEngine &all = *ofAll, &few = *fourth;
  SpecRun walked(std::move(ofAll), Thresholds{}), light(std::move(fourth), Thresholds{});
  for (uint32_t check = 1; check <= 40; check++) {
    all.begin(heap.walk(check));
    for (uint32_t epoch = 1; epoch < check; epoch++) all.object(Burst{}, word(7, epoch), true);
    all.end();
    walked.finishCheck(check, 5000, 0);
    if (check % 4 != 0) continue;
    WalkState walk = heap.walk(check);
    walk.sinceLast = 4;
    few.begin(walk);
    for (uint32_t epoch = 1; epoch < check; epoch++) few.object(Burst{}, word(7, epoch), true);
    few.end();
    light.finishCheck(check, 5000, 3);
  }
  EXPECT_EQ(light.vso(), walked.vso());
  EXPECT_EQ(light.severity(), walked.severity());
  const auto& every = walked.series().values(siteKey(7, 0));
  const auto& fewer = light.series().values(siteKey(7, 0));
  ASSERT_EQ(every.size(), fewer.size());
  for (size_t i = 0; i < every.size(); i++) EXPECT_EQ(every[i].bytes, fewer[i].bytes) << i;
  EXPECT_EQ(few.amplifiedObjects(), all.amplifiedObjects());
}

TEST(SpecRun, TellsGrowingSitesFirstAndBelowTheShare) {
  const IslSpec spec = leakSpec();
  Heap heap(&spec);
  auto owned = std::make_unique<StaleEngine>(&spec, 0, std::vector<int>{});
  StaleEngine& engine = *owned;
  SpecRun run(std::move(owned), Thresholds{64, 0.5});
  for (uint32_t check = 1; check <= 40; check++) {
    engine.begin(heap.walk(check));
    for (size_t i = 0; i < 100; i++)
      engine.object(Burst{}, word(8, 1), true);  // constant, half of the heap
    for (uint32_t epoch = 1; epoch < check; epoch++) engine.object(Burst{}, word(7, epoch), true);
    run.finishCheck(check, 4500, 0);
  }
  ASSERT_EQ(run.worst().size(), 2u);
  EXPECT_EQ(run.worst()[0].site, 7u) << "it grows, though it has the smaller penalty";
  EXPECT_GT(run.worst()[1].penalty, run.worst()[0].penalty);
  EXPECT_EQ(run.topSites(5), 2u);
  EXPECT_TRUE(run.hasNewGrowingSite(5));
  run.paths[siteKey(7, 0)] = {};
  EXPECT_FALSE(run.hasNewGrowingSite(5));
  EXPECT_TRUE(run.hasNewTopSite(5)) << "the one that does not grow";
}

TEST(SpecRun, ACollectionServesWhoeverWantedOne) {
  IslSpec spec = leakSpec();
  spec.defect = ISL_DEFECT_GROWTH;
  Heap heap(&spec);
  std::vector<std::unique_ptr<SpecRun>> runs;
  std::vector<StaleEngine*> engines;
  for (int i = 0; i < 2; i++) {
    auto owned = std::make_unique<StaleEngine>(&spec, 0, std::vector<int>{});
    engines.push_back(owned.get());
    runs.push_back(std::make_unique<SpecRun>(std::move(owned), Thresholds{64, 0.5}));
  }
  uint32_t collections = 0, wishes = 0;
  for (uint32_t check = 1; check <= 60; check++) {
    const bool one = runs[0]->wantsCollection(), other = runs[1]->wantsCollection();
    wishes += (one ? 1 : 0) + (other ? 1 : 0);
    if (one || other) {
      collections++;
      for (auto& run : runs) run->noteCollection();
    }
    for (size_t i = 0; i < 2; i++) {
      engines[i]->begin(heap.walk(check));
      for (uint32_t epoch = 5; epoch < check; epoch++) {
        if (i == 0 || epoch > 9) engines[i]->object(Burst{}, word(7, epoch), true);
      }
      runs[i]->finishCheck(check, 4500, 0);
    }
  }
  EXPECT_GT(collections, 3u);
  EXPECT_LE(wishes, collections + 1) << "what one has made the other does not want soon again";
}

TEST(SpecRun, WhatIsSuspiciousMustOutliveCollectionsOften) {
  IslSpec spec = leakSpec();
  spec.defect = ISL_DEFECT_GROWTH;
  Heap heap(&spec);
  auto owned = std::make_unique<StaleEngine>(&spec, 0, std::vector<int>{});
  StaleEngine& engine = *owned;
  SpecRun run(std::move(owned), Thresholds{64, 0.5});
  std::vector<uint32_t> collections, early;
  uint32_t from = 0;
  for (uint32_t check = 1; check <= 60; check++) {
    if (from == 0 && !run.worst().empty()) from = check;
    if (run.wantsCollection()) {
      (from == 0 ? early : collections).push_back(check);
      run.noteCollection();
    }
    engine.begin(heap.walk(check));
    for (uint32_t epoch = 5; epoch < check; epoch++) engine.object(Burst{}, word(7, epoch), true);
    run.finishCheck(check, 4500, 0);
  }
  spec.defect = ISL_DEFECT_PRESENCE;
  for (uint32_t i = 0; i < 100; i++) EXPECT_FALSE(run.wantsCollection()) << "it need not grow";
  EXPECT_EQ(early, std::vector<uint32_t>{17}) << "when it has become more";
  ASSERT_FALSE(collections.empty());
  EXPECT_EQ(collections[0], from) << "it counts because it grows";
  for (size_t i = 1; i < collections.size(); i++) {
    const double before = collections[i - 1] - from, now = collections[i] - from;
    EXPECT_GE(now, 1.5 * before);
    EXPECT_LE(now, 1.5 * (before + 1) + 1) << "counted from the check that it is made for";
  }
}

TEST(StaleEngine, CountsUsesOfSuspiciousObjectsButNotDeaths) {
  const IslSpec spec = leakSpec();
  Heap heap(&spec);
  StaleEngine engine(&spec, 0, {});
  jlong tags[3] = {};
  const auto report = [&](uint32_t check, size_t object, uint32_t epoch) {
    Burst burst;
    burst.tag = &tags[object];
    if (uint32_t node = heap.nodes.find(tags[object])) heap.nodes[node].lastSeen = check;
    engine.object(burst, word(7, epoch), true);
  };
  engine.begin(heap.walk(11));
  for (size_t object = 0; object < 3; object++) report(11, object, 1);
  engine.end();
  engine.begin(heap.walk(12));
  report(12, 0, 1);
  report(12, 1, 12);  // used again; object 2 is dead
  heap.nodes.sweep(12, [&](uint32_t node) { engine.freed(node); });
  engine.end();
  EXPECT_EQ(engine.amplifiedObjects(), 3u);
  EXPECT_EQ(engine.clearedObjects(), 1u);
  EXPECT_EQ(engine.clearedSites().members(), std::vector<uint32_t>{7});
  engine.end();
  engine.begin(heap.walk(22));
  report(22, 1, 12);  // stale a second time
  engine.end();
  engine.begin(heap.walk(23));
  report(23, 1, 23);  // and used a second time
  engine.end();
  EXPECT_EQ(engine.amplifiedObjects(), 3u) << "still three objects";
  EXPECT_EQ(engine.clearedObjects(), 1u);
}

TEST(StaleEngine, ALeakDoesNotHideTheUsesAtOtherSites) {
  const IslSpec spec = leakSpec();
  Heap heap(&spec);
  heap.nodes = NodeTable(100000);
  StaleEngine engine(&spec, 0, {});
  std::vector<jlong> leaked(30000), used(3000);
  const auto report = [&](uint32_t check, jlong& tag, uint32_t site, uint32_t epoch) {
    Burst burst;
    burst.tag = &tag;
    engine.object(burst, word(site, epoch), true);
  };
  engine.begin(heap.walk(11));
  for (jlong& tag : leaked) report(11, tag, 7, 1);
  engine.end();
  engine.begin(heap.walk(12));
  for (jlong& tag : leaked) report(12, tag, 7, 1);
  for (jlong& tag : used) report(12, tag, 8, 2);
  engine.end();
  engine.begin(heap.walk(13));
  for (jlong& tag : leaked) report(13, tag, 7, 1);
  for (jlong& tag : used) report(13, tag, 8, 13);
  engine.end();
  EXPECT_EQ(engine.amplifiedObjects(), 33000u);
  EXPECT_EQ(engine.clearedObjects(), 3000u) << "1000 were followed, 3000 had become suspicious";
  EXPECT_EQ(engine.clearedSites().members(), std::vector<uint32_t>{8});
}

}  // namespace
}  // namespace isl

// A holder that has most of a heap which grows is a leak, though nobody could follow it.
#include "verdict/HeapFinding.h"

#include <gtest/gtest.h>

#include "verdict/check_at.h"

namespace isl {
namespace {

using test::checkAt;

struct Link {
  const char *type, *field;
  uint32_t site;
};

// From the object itself towards the root.
report::Path held(double share, const std::vector<Link>& links, const char* by = "sessions") {
  report::Path out;
  out.share = share;
  for (const Link& link : links) {
    out.edges.emplace_back();
    out.edges.back().holderType = link.type;
    out.edges.back().field = link.field;
    out.edges.back().holderId = link.site;
  }
  out.edges.emplace_back();
  out.edges.back().holderType = "rules.Base";
  out.edges.back().field = by;
  return out;
}

// Ready at 1,000, with so much live; then so much more in each of eight steps.
Sights straight(uint64_t before = 50, uint64_t each = 10, uint64_t step = 10) {
  const auto check = [=](uint64_t n) { return checkAt(1000 + step * n, before + each * n); };
  const auto look = [=](uint64_t n) {
    return report::Look{0, 1000 + step * n, before + each * n, 0, 0};
  };
  return {{checkAt(900, 20), check(0), check(1), check(4), check(8)},
          {look(2), look(3), look(5), look(6), look(7)},
          {0, 0, 1000 + step * 8},
          1000};
}

ObjectsOfType unknown(const std::string&) { return {}; }

// Of so much that lived, the sessions have such a share.
std::optional<report::Finding> found(double share, uint64_t liveBytes, const Sights& sights,
                                     double least = 10, const report::PathRoot* root = nullptr,
                                     uint64_t dead = 0) {
  std::vector<report::Path> heap = {held(share, {{"rules.Handle", "<content>", 7}}),
                                    held(1 - share, {{"byte[]", "<content>", 0}}, "rules")};
  if (root != nullptr) heap.front().root = *root;
  uint32_t site = 0;
  return heapFinding({heap, liveBytes, {}, unknown, nullptr, dead}, sights, least, site);
}

// What is seen of the heap has them not; its paths do.
TEST(HeapFinding, LeavesOutWhatHangsOnDeadReferences) {
  EXPECT_TRUE(found(0.9, 130, straight(), 10));
  EXPECT_FALSE(found(0.9, 130, straight(), 10, nullptr, 60));
  EXPECT_TRUE(found(0.9, 190, straight(), 10, nullptr, 60)) << "the rest has grown as well";
}

// A cache that says itself how much it may keep goes on filling.
TEST(HeapFinding, IsNoneOfACacheThatBoundsItself) {
  uint32_t site = 0;
  std::vector<report::Path> heap = {
      held(0.9, {{"shop.Price", "<content>", 7}, {"shop.Lru", "table", 8}}, "prices"),
      held(0.1, {{"byte[]", "<content>", 0}}, "rules")};
  ASSERT_TRUE(heapFinding({heap, 130, {"shop.Price"}, unknown}, straight(), 10, site));
  heap.front().edges[1].boundedBy = "removeEldestEntry";
  EXPECT_FALSE(heapFinding({heap, 130, {"shop.Price"}, unknown}, straight(), 10, site));
  EXPECT_TRUE(heapFinding({heap, 130, {"shop.Price", "shop.Lru"}, unknown}, straight(), 10, site))
      << "there are more and more caches";
}

TEST(HeapFinding, IsTheHolderOfMostOfWhatTheHeapHasGained) {
  uint32_t site = 0;
  const std::vector<report::Path> heap = {
      held(0.3, {{"rules.Handle", "<content>", 7}}),
      held(0.4, {{"long[]", "<content>", 0}, {"rules.Handle", "numbers", 9}}),
      held(0.2, {{"long[]", "<content>", 8}, {"java.lang.Object[]", "[*]", 0}}),
      held(0.1, {{"byte[]", "<content>", 0}, {"java.lang.String", "value", 6}}, "rules")};
  const auto leak = heapFinding({heap, 130, {}, unknown}, straight(), 10, site);
  ASSERT_TRUE(leak);
  EXPECT_EQ(leak->kind, "leak");
  EXPECT_EQ(leak->holder.className + '.' + leak->holder.field, "rules.Base.sessions");
  EXPECT_EQ(leak->type, "rules.Handle");
  EXPECT_EQ(leak->growth, "growing");
  EXPECT_EQ(leak->retainedBytes, 117u);
  EXPECT_GT(leak->share, 0.7);
  EXPECT_LE(leak->share, 1.0);
  EXPECT_EQ(leak->trend.per, "allocatedBytes");
  ASSERT_EQ(leak->paths.size(), 1u);
  ASSERT_EQ(leak->paths.front().edges.size(), 1u) << "from the array's owner on";
  EXPECT_EQ(leak->paths.front().edges.front().field, "sessions");
  EXPECT_EQ(site, 9u) << "where most objects of that type were allocated, or the owners of arrays";
}

// A table that was filled at first, and a list that grows when it is full.
TEST(HeapFinding, IsNoHolderWhoseLineHasStopped) {
  uint32_t site = 0;
  const std::vector<report::Path> heap = {held(0.6, {{"rules.Place", "<content>", 5}}, "places"),
                                          held(0.3, {{"rules.Handle", "<content>", 7}}),
                                          held(0.1, {{"byte[]", "<content>", 0}}, "rules")};
  const auto leak = [&](const std::set<uint32_t>& stopped) {
    return heapFinding({heap,
                        650,
                        {},
                        unknown,
                        [=](uint32_t id, const std::string& type) {
                          if (id != 0) EXPECT_EQ(type, id == 5 ? "rules.Place" : "rules.Handle");
                          return stopped.count(id) > 0;
                        }},
                       straight(50, 75, 100), 10, site);
  };
  ASSERT_TRUE(leak({}));
  EXPECT_EQ(leak({})->holder.field, "places");
  ASSERT_TRUE(leak({5}));
  EXPECT_EQ(leak({5})->holder.field, "sessions");
  EXPECT_NEAR(static_cast<double>(leak({5})->retainedBytes), 195, 1);
  EXPECT_LT(leak({5})->share, 0.4) << "of all that came";
  EXPECT_FALSE(leak({5, 7}));
}

// The table that the program filled after it seemed ready is half of what came; of the rest the list has most, which came by
// the counts of its type.
TEST(HeapFinding, CountsNotWhatCameToOneThatHasStopped) {
  const std::vector<report::Path> heap = {held(0.55, {{"rules.Place", "<content>", 5}}, "places"),
                                          held(0.35, {{"rules.Handle", "<content>", 7}}),
                                          held(0.1, {{"byte[]", "<content>", 0}}, "rules")};
  const auto leak = [&](const std::set<uint32_t>& stopped, uint64_t handlesAtReady) {
    const auto objects = [=](const std::string& type) {
      if (type == "rules.Place") return ObjectsOfType{90, 100, 100};
      return type == "rules.Handle" ? ObjectsOfType{handlesAtReady, 100, 100} : ObjectsOfType{};
    };
    const auto hasStopped = [=](uint32_t id, const std::string&) { return stopped.count(id) > 0; };
    uint32_t site = 0;
    return heapFinding({heap, 650, {}, objects, hasStopped}, straight(200, 50, 100), 10, site);
  };
  ASSERT_TRUE(leak({5}, 0));
  EXPECT_EQ(leak({5}, 0)->holder.field, "sessions");
  EXPECT_FALSE(leak({}, 0)) << "neither has most of what came";
  EXPECT_FALSE(leak({5}, 90)) << "it may have had most before";
  EXPECT_FALSE(leak({5, 7}, 0));
}

// Where the holders of that site hold others each time.
std::optional<report::Finding> besides(const std::vector<report::Path>& heap, uint32_t turning) {
  uint32_t site = 0;
  const auto turnsOver = [=](uint32_t id) { return id == turning; };
  return heapFinding({heap, 130, {}, unknown, nullptr, 0, turnsOver}, straight(), 10, site);
}

// Requests that wait for their end are more when more are made, and none of them stays.
TEST(HeapFinding, IsNoneOfATableThatHoldsOthersEachTime) {
  const std::vector<report::Path> heap = {
      held(0.9, {{"rules.Request", "[*]", 5}, {"java.util.PriorityQueue", "queue", 8}}, "requests"),
      held(0.1, {{"byte[]", "<content>", 0}}, "rules")};
  const auto leak = [&](uint32_t turning) { return besides(heap, turning); };
  ASSERT_TRUE(leak(0));
  EXPECT_EQ(leak(0)->holder.field, "requests");
  EXPECT_FALSE(leak(8));
  EXPECT_TRUE(leak(5)) << "what is held has no table of its own here";
}

// Most bytes may be those of its arrays.
TEST(HeapFinding, IsNoneOfATableThatItselfHoldsOthersEachTime) {
  const std::vector<report::Path> heap = {
      held(0.9, {{"java.util.concurrent.ConcurrentHashMap", "table", 8}}, "requests"),
      held(0.1, {{"byte[]", "<content>", 0}}, "rules")};
  const auto leak = [&](uint32_t turning) { return besides(heap, turning); };
  EXPECT_TRUE(leak(0));
  EXPECT_FALSE(leak(8));
}

// Beside such a table: most of all that is left are texts, of which others were there before. What came are the handles.
TEST(HeapFinding, PrefersWhatTellsOfMore) {
  const std::vector<report::Path> heap = {
      held(0.55, {{"rules.Place", "<content>", 5}}, "places"),
      held(0.35, {{"java.lang.String", "text", 3}, {"rules.Handle", "<content>", 7}}),
      held(0.1, {{"byte[]", "<content>", 0}}, "rules")};
  const auto objects = [](const std::string& type) {
    if (type == "rules.Place") return ObjectsOfType{90, 100, 100};
    if (type == "java.lang.String") return ObjectsOfType{40, 100, 100};
    return type == "rules.Handle" ? ObjectsOfType{0, 100, 100} : ObjectsOfType{};
  };
  const auto hasStopped = [](uint32_t id, const std::string&) { return id == 5; };
  uint32_t site = 0;
  const auto leak = heapFinding({heap, 650, {"rules.Handle"}, objects, hasStopped},
                                straight(200, 50, 100), 10, site);
  ASSERT_TRUE(leak);
  EXPECT_EQ(leak->type, "rules.Handle");
  EXPECT_EQ(site, 7u);
}

// It may have been all there before: the rest is what came.
TEST(HeapFinding, IsNoneOfWhatMayHaveLivedBefore) {
  EXPECT_FALSE(found(0.6, 130, straight()));
  EXPECT_FALSE(found(0.95, 1080, straight(1000)));
}

// A check that saw 30 of the 70 bytes that came. All of a type that lived when the program was ready may be the holder's.
TEST(HeapFinding, TellsByTheObjectsOfATypeWhatCame) {
  const auto leak = [](double share, ObjectsOfType handles) {
    const std::vector<report::Path> heap = {
        held(share, {{"rules.Handle", "<content>", 7}}),
        held(0.1, {{"rules.Handle", "<content>", 7}}, "others"),
        held(0.9 - share, {{"byte[]", "<content>", 0}}, "rules")};
    uint32_t site = 0;
    return heapFinding({heap,
                        90,
                        {},
                        [=](const std::string& type) {
                          return type == "rules.Handle" ? handles : ObjectsOfType{};
                        }},
                       straight(), 10, site);
  };
  ASSERT_TRUE(leak(0.6, {0, 700}));
  EXPECT_EQ(leak(0.6, {0, 700})->objects, 700u);
  EXPECT_DOUBLE_EQ(leak(0.6, {0, 700})->share, 1) << "as much as all that came";
  EXPECT_DOUBLE_EQ(leak(0.6, {300, 700})->share, 0.3 * 90 / 30);
  EXPECT_FALSE(leak(0.6, {500, 700})) << "less than a half of what the heap has gained";
  EXPECT_FALSE(leak(0.6, {900, 700}));
}

TEST(HeapFinding, IsNoneOfAnEarlyCheckThatSawLittleOfTheGrowth) {
  EXPECT_FALSE(found(0.95, 80, straight()));
  EXPECT_TRUE(found(0.95, 120, straight()));
}

// Seen at looks, between checks: as many more of its objects as would be most of what the heap has gained.
TEST(HeapFinding, IsOneOfAnEarlyCheckWhereItsObjectsWentOnComing) {
  const auto leak = [](uint64_t later) {
    const std::vector<report::Path> heap = {held(0.9, {{"rules.Handle", "<content>", 7}}),
                                            held(0.1, {{"byte[]", "<content>", 0}}, "rules")};
    uint32_t site = 0;
    return heapFinding(
        {heap,
         70,
         {},
         [=](const std::string& type) {
           return type == "rules.Handle" ? ObjectsOfType{0, 630, later} : ObjectsOfType{};
         }},
        straight(), 10, site);
  };
  EXPECT_FALSE(leak(0));
  EXPECT_FALSE(leak(630)) << "what came later is something else";
  EXPECT_TRUE(leak(1300));
}

// A list is copied at each change: no list grows, and the program's rules had more of the heap from the start.
TEST(HeapFinding, IsTheHolderOfMostOfWhatCameWhereMoreLayThereBefore) {
  const Link array{"java.lang.Object[]", "[*]", 0}, list{"java.util.ArrayList", "elementData", 0};
  const std::vector<report::Path> heap = {
      held(0.2, {{"shop.Alert", "<content>", 7}, array, list}, "alerts"),
      held(0.2,
           {{"byte[]", "<content>", 3},
            {"java.lang.String", "value", 4},
            {"shop.Alert", "text", 7},
            array,
            list},
           "alerts"),
      held(0.6, {{"rules.Rule", "<content>", 1}, array, list}, "rules")};
  ObjectsOfType alerts = {4, 40, 40};
  bool stopped = false;
  const auto leak = [&](const std::set<std::string>& growing) {
    const auto objects = [&](const std::string& type) {
      return type == "shop.Alert"   ? alerts
             : type == "rules.Rule" ? ObjectsOfType{300, 300, 300}
                                    : ObjectsOfType{1, 1, 1};
    };
    uint32_t site = 0;
    const auto out = heapFinding(
        {heap, 130, growing, objects, [&](uint32_t, const std::string&) { return stopped; }, 0},
        straight(), 10, site);
    EXPECT_EQ(site, out ? 7u : 0u);
    return out;
  };
  const auto found = leak({"shop.Alert"});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->holder.field + ' ' + found->type, "alerts shop.Alert");
  EXPECT_EQ(found->objects, 40u);
  EXPECT_EQ(found->retainedBytes, 46u) << "two fifths of 130, and nine tenths of that are new";
  ASSERT_EQ(found->paths.size(), 1u);
  EXPECT_EQ(found->paths.front().edges.front().holderType, "java.lang.Object[]");
  EXPECT_FALSE(leak({})) << "as many as before";
  stopped = true;
  EXPECT_FALSE(leak({"shop.Alert"})) << "a table that the program filled at first";
  stopped = false;
  alerts = {20, 40, 40};
  EXPECT_FALSE(leak({"shop.Alert"})) << "half of them lay there, it is not known where";
}

TEST(HeapFinding, IsNoneOfWhatSoftReferencesHold) {
  EXPECT_TRUE(found(0.9, 130, straight()));
  const report::PathRoot soft = {"reference", ""};
  EXPECT_FALSE(found(0.9, 130, straight(), 10, &soft));
}

TEST(HeapFinding, IsNoneOfReferencesThatTheVmIsClearing) {
  const std::string enqueues = ": java.lang.ref.Reference.processPendingReferences";
  const report::PathRoot handler = {"stack", "Reference Handler" + enqueues};
  EXPECT_FALSE(found(0.9, 130, straight(), 10, &handler));
}

// Thousands of virtual threads are parked: their stacks are no allocation that anybody counts.
TEST(HeapFinding, IsNoneWhereMoreCameThanWasAllocated) {
  EXPECT_TRUE(found(0.9, 130, straight(50, 10)));
  EXPECT_FALSE(found(0.9, 210, straight(50, 20)));
}

TEST(HeapFinding, IsOneOfFewChecksWhereAllThatWasAllocatedIsKept) {
  const Sights few({checkAt(1000, 50), checkAt(1020, 71), checkAt(1040, 92), checkAt(1060, 114),
                    checkAt(1080, 135)},
                   {}, {0, 0, 1080}, 1000);
  EXPECT_TRUE(found(0.9, 130, few));
}

TEST(HeapFinding, IsNoneWhereTheHeapDoesNotGrow) {
  const Sights stands({checkAt(1000, 50), checkAt(1020, 130), checkAt(1040, 130),
                       checkAt(1050, 130), checkAt(1060, 130), checkAt(1080, 130)},
                      {}, {0, 0, 1080}, 1000);
  EXPECT_FALSE(found(0.9, 130, stands));
  EXPECT_FALSE(found(0.9, 130, straight(), 1000)) << "by too little to count";
  const Sights few({checkAt(1000, 50), checkAt(1040, 90), checkAt(1080, 130)}, {}, {0, 0, 1080},
                   1000);
  EXPECT_FALSE(found(0.9, 130, few)) << "three sights are no evidence";
}

// Segments are compacted again and again.
TEST(HeapFinding, IsNoneWhereTheHeapHadAsMuchInTheFirstHalf) {
  const auto sights = [](uint64_t peak, uint64_t done = 1080) {
    return Sights({checkAt(1000, 50), checkAt(1010, peak), checkAt(1020, 70), checkAt(1030, 75),
                   checkAt(1035, 80), checkAt(1045, 90), checkAt(1055, 100), checkAt(1065, 110),
                   checkAt(1075, 120), checkAt(1080, 130)},
                  {}, {0, 0, done}, 1000);
  };
  EXPECT_TRUE(found(0.9, 130, sights(129)));
  EXPECT_FALSE(found(0.9, 130, sights(130)));
  EXPECT_TRUE(found(0.9, 130, sights(60, 1400))) << "of what was seen";
}

// Variables of main are gone when the last check comes.
TEST(HeapFinding, IsNoneWhereTheHeapHasComeToStand) {
  const auto sights = [](uint64_t last) {
    return Sights({checkAt(1000, 50), checkAt(1005, 55), checkAt(1008, 58), checkAt(1010, 60),
                   checkAt(1015, 65), checkAt(1020, 70), checkAt(1030, 80), checkAt(1040, 90),
                   checkAt(1050, 100), checkAt(1060, 110), checkAt(1070, 120), checkAt(1090, last),
                   checkAt(1100, last)},
                  {}, {0, 0, 1100}, 1000);
  };
  EXPECT_TRUE(found(0.9, 120, sights(140)));
  EXPECT_FALSE(found(0.9, 120, sights(120)));
}

TEST(HeapFinding, LeavesOutWhatTheEndOfTheProgramLetsGoOf) {
  Sights ended({checkAt(1000, 50), checkAt(1020, 70), checkAt(1040, 90), checkAt(1060, 110),
                checkAt(1080, 130), checkAt(1090, 140), checkAt(1095, 20)},
               {}, {0, 0, 1095}, 1000);
  EXPECT_TRUE(found(0.9, 130, ended));
}

}  // namespace
}  // namespace isl

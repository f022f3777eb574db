// What a run knows of the sites of a spec, from made-up checks of one site.
#include "verdict/RunEvidence.h"

#include <functional>
#include <memory>

#include "check/old_objects.h"
#include "mock_stack.h"
#include "verdict/LivingSites.h"
#include "verdict/check_at.h"

namespace isl {
namespace {

constexpr uint32_t kSite = 40, kWindow = 10;
constexpr uint64_t kBytes = 32;  // of an object

// At a check: all objects of the type, those of them that are idle, and the work so far.
struct Seen {
  uint64_t objects = 0, idle = 0, allocated = 0, units = 0;
};

class RunEvidenceTest : public test::MockStack {
 protected:
  RunEvidenceTest() {
    spec_.defect = ISL_DEFECT_GROWTH;
    one_ = std::make_unique<test::OneObject>(spec_, Thresholds{10 * kBytes, 0});
    type_ = addType("Lshop/Visit;");
    one_->classId = type_;
    one_->run.setPopulations(&populations_);
    in_.classes = &one_->heap.classes;
    options_.minSiteBytes = 10 * kBytes;
  }

  uint32_t addType(const char* signature) {
    ClassRecord record;
    record.signature = signature;
    record.instanceBytes = kBytes;
    return one_->heap.classes.add(record);
  }
  void check(const Seen& seen) {
    const uint32_t n = static_cast<uint32_t>(checks_.size()) + 1;
    const WorkPosition at{n, seen.units, seen.allocated};
    std::vector<uint32_t> types(one_->heap.classes.size(), others_), sites(kSite + 1);
    types[type_] = sites[kSite] = static_cast<uint32_t>(seen.objects);
    populations_.add(at, types);
    bySite_.add(at, sites);
    const uint64_t live = 100'000 + seen.objects * kBytes + table_;
    one_->check(n, seen.idle == 0 ? 0 : kSite, seen.allocated, static_cast<int>(seen.idle), live,
                seen.units);
    checks_.push_back(test::checkAt(seen.allocated, live, seen.units));
    checks_.back().n = n;
    seen_.push_back(seen);
  }
  // As many checks with so many objects at each; what was there a window ago is idle. Each is `step` bytes of allocation.
  void checks(uint32_t count, const std::function<uint64_t(uint32_t)>& objects,
              uint64_t step = 1'000, uint64_t units = 0) {
    for (uint32_t n = 1; n <= count; n++)
      check({objects(n), n > kWindow ? std::min(objects(n - kWindow), objects(n)) : 0, n * step,
             n * units});
  }
  // So many units have been done; these are tests.
  void haveDone(uint64_t count) { haveCalled(units_.rowOf("shop.Server.handle"), count); }
  void haveRun(uint64_t tests) {
    haveCalled(units_.rowOf("junit/framework/TestCase", "runBare"), tests);
    ASSERT_TRUE(units_.areTests());
  }
  void haveCalled(int32_t row, uint64_t times) {
    auto* const cells = reinterpret_cast<std::atomic<int64_t>*>(units_.address()) + 2 * row;
    for (; times > 0; times--)
      if (cells[0].fetch_add(1) + 1 >= cells[1].load()) units_.told(row);
  }

  RunEvidence evidence(Axis axis) {
    in_.seen.allocatedBytes = seen_.back().allocated;
    sites_.assign(one_->run.worst().size(), {});
    for (report::Site& site : sites_) site.id = kSite;
    sights_ = std::make_unique<Sights>(sightsOf(in_, axis));
    return {in_, one_->run, sites_, *sights_, axis, toldBy(in_, one_->run)};
  }
  static report::Finding finding(const char* type) {
    report::Finding out;
    out.type = type;
    return out;
  }

  IslSpec spec_ = test::leakSpec();
  std::unique_ptr<test::OneObject> one_;
  uint32_t type_ = 0;
  uint32_t others_ = 0;  // objects of each other type at the next checks
  uint64_t table_ = 0;   // bytes of another table that live then
  Populations populations_, bySite_;
  std::vector<report::Check> checks_;
  std::vector<report::Look> looks_;
  std::vector<Seen> seen_;
  Options options_;
  WorkUnits units_{"", "shop.Server.handle"};
  AllocationStacks stacks_;
  SiteTable siteTable_;
  std::vector<report::Site> sites_;
  std::unique_ptr<Sights> sights_;
  ReportInputs in_{
      &jvmti_,     &jni_,   &stacks_, &options_,
      nullptr,     nullptr, nullptr,  SeenByChecks(checks_, looks_, populations_, bySite_),
      &siteTable_, nullptr, nullptr,  nullptr,
      nullptr,     nullptr, {},       "",
      "",          "",      "",       nullptr,
      &units_,     nullptr};
  static constexpr size_t kFirst = 0;  // the place of the site
};

TEST_F(RunEvidenceTest, SitesGrowAlongTheAxisUpToTheCheckOfTheFigures) {
  checks(
      40, [](uint32_t n) { return 20 * n; }, 1'000, 5);
  haveDone(200);
  for (const Axis axis : {Axis::Units, Axis::Allocation}) {
    const RunEvidence evidence = this->evidence(axis);
    const Trend trend = evidence.trendOf({kFirst});
    EXPECT_EQ(trend.shape, Shape::Growing);
    EXPECT_NEAR(trend.slope * (axis == Axis::Units ? 5 : 1'000), 20 * kBytes, 1) << "a check";
    EXPECT_TRUE(evidence.siteGrows(kSite));
    EXPECT_FALSE(evidence.siteGrows(kSite + 1));
    EXPECT_EQ(evidence.growingTypes(), std::set<std::string>{"shop.Visit"});
    EXPECT_EQ(evidence.work(), axis == Axis::Units ? 200 : 40'000);
  }
  EXPECT_EQ(evidence(Axis::Units).objectsOf("shop.Visit"), 800u);
  EXPECT_EQ(evidence(Axis::Units).objectsOf("shop.Order"), 0u);
}

// Slots that were made before the program was ready.
TEST_F(RunEvidenceTest, SomeTypesHaveStoodInNumberAllTheTime) {
  addType("Lring/Slot;");
  others_ = 64;
  checks(40, [](uint32_t n) { return 20 * n; });
  EXPECT_EQ(evidence(Axis::Allocation).standingNumberOf("ring.Slot"), 0u) << "not seen before it";
  in_.seen.readyBytes = 3'500;
  EXPECT_EQ(evidence(Axis::Allocation).standingNumberOf("ring.Slot"), 64u);
  EXPECT_EQ(evidence(Axis::Allocation).standingNumberOf("shop.Visit"), 0u) << "more came";
}

TEST_F(RunEvidenceTest, AllOfATypeTellOfTheSitesWhereTheseHaveMost) {
  checks(40, [](uint32_t n) { return 20 * n; });
  const Trend all = evidence(Axis::Allocation).populationOf({kFirst}, kBytes);
  EXPECT_EQ(all.shape, Shape::Growing);
  EXPECT_EQ(all.samples, 40u) << "what came lately is among them";
  EXPECT_FALSE(evidence(Axis::Allocation).standsInNumber({kFirst}));
}

TEST_F(RunEvidenceTest, OthersOfTheTypeThatAreInUseTellNothing) {
  for (uint32_t n = 1; n <= 40; n++)
    check({5'000 + 20 * n, n > kWindow ? 20 * (n - kWindow) : 0, n * 1'000u, 0});
  EXPECT_EQ(evidence(Axis::Allocation).populationOf({kFirst}, kBytes).samples, 0u);
}

// Two tests of a hundred allocate most of what the suite does, and each leaves ten behind.
TEST_F(RunEvidenceTest, TestsThatAllocateLittleAreWorkAsWell) {
  uint64_t allocated = 0;
  for (uint32_t n = 1; n <= 40; n++) {
    allocated += n == 20 || n == 21 ? 1'000'000 : 1'000;
    check({10 * n, n > kWindow ? 10 * (n - kWindow) : 0, allocated, n});
  }
  EXPECT_NE(evidence(Axis::Allocation).populationOf({kFirst}, kBytes).shape, Shape::Growing);
  haveRun(40);
  const Trend byTests = evidence(Axis::Allocation).populationOf({kFirst}, kBytes);
  EXPECT_EQ(byTests.shape, Shape::Growing);
  EXPECT_NEAR(byTests.slope * static_cast<double>(allocated) / (10 * 40 * kBytes), 1, 0.1)
      << "by allocated bytes, as all";
}

TEST_F(RunEvidenceTest, WhatIsThereByHalfOfTheWorkStands) {
  checks(40, [](uint32_t n) { return std::min(20 * n, 300u); });
  const RunEvidence evidence = this->evidence(Axis::Allocation);
  EXPECT_TRUE(evidence.numberStands(kFirst));
  EXPECT_TRUE(evidence.standsInNumber({kFirst}));
  EXPECT_FALSE(evidence.cameAgain({kFirst}));
}

// Sessions that expire while the program goes on: the figures are of the check before.
TEST_F(RunEvidenceTest, AQuarterThatWentAfterTheFiguresWasGivenBack) {
  const auto objects = [](uint32_t n) { return n <= 30 ? 20 * n : 100u; };
  for (uint32_t n = 1; n <= 40; n++) {
    if (n == 31) one_->run.noteEnd();
    check(
        {objects(n), n > kWindow ? std::min(objects(n - kWindow), objects(n)) : 0, n * 1'000u, n});
  }
  ASSERT_EQ(one_->run.sitesCheck(), 30u);
  EXPECT_TRUE(evidence(Axis::Allocation).wereGivenBack({kFirst}));
  haveRun(40);
  EXPECT_FALSE(evidence(Axis::Allocation).wereGivenBack({kFirst}))
      << "tests end, and others leave theirs";
}

TEST_F(RunEvidenceTest, WhatComesLateAfterItStoodCameAgain) {
  checks(42, [](uint32_t n) { return n <= 10 ? 20 * n : n <= 36 ? 200 : 200 + 30 * (n - 36); });
  EXPECT_TRUE(evidence(Axis::Allocation).cameAgain({kFirst}));
}

// The third test of forty loads a table.
TEST_F(RunEvidenceTest, ATableThatOneTestLoadedIsKnown) {
  checks(
      40, [](uint32_t n) { return n < 3 ? 0 : 5'000; }, 1'000, 1);
  EXPECT_FALSE(evidence(Axis::Units).loadedByOneTest({kFirst})) << "of a program without tests";
  haveRun(40);
  EXPECT_TRUE(evidence(Axis::Units).loadedByOneTest({kFirst}));
}

TEST_F(RunEvidenceTest, WhatEachTestLeavesIsNotLoadedByOne) {
  checks(
      40, [](uint32_t n) { return 20 * n; }, 1'000, 1);
  haveRun(40);
  EXPECT_FALSE(evidence(Axis::Units).loadedByOneTest({kFirst}));
}

// The thirtieth test loads a table, and what the others leave was there before.
TEST_F(RunEvidenceTest, WhatWasThereBeforeATestLoadedATableIsNoneOfIt) {
  for (uint32_t n = 1; n <= 40; n++) {
    table_ = n < 30 ? 0 : 5'000 * kBytes;
    check({n, n > kWindow ? n - kWindow : 0, n * 1'000u, n});
  }
  haveRun(40);
  EXPECT_FALSE(evidence(Axis::Units).loadedByOneTest({kFirst}));
  EXPECT_TRUE(sights_->standsSinceUnit()) << "one was loaded";
}

TEST_F(RunEvidenceTest, NumbersAreToldAlongTestsAlone) {
  checks(
      40, [](uint32_t n) { return 20 * n; }, 1'000, 2);
  EXPECT_TRUE(evidence(Axis::Units).numberAlong("shop.Visit").empty());
  EXPECT_TRUE(evidence(Axis::Units).objectsAlong({kFirst}).empty());
  haveRun(80);
  const std::vector<WorkSample> numbers = evidence(Axis::Units).numberAlong("shop.Visit");
  ASSERT_EQ(numbers.size(), 40u);
  EXPECT_EQ(numbers.back().work, 80);
  EXPECT_EQ(numbers.back().bytes, 800);
  const std::vector<WorkSample> byChecks = evidence(Axis::Units).objectsAlong({kFirst});
  ASSERT_EQ(byChecks.size(), 40u);
  EXPECT_EQ(byChecks.back().work, 40);
}

// In the end a suite closes what it had opened, contexts with all their beans.
TEST_F(RunEvidenceTest, NumbersAreToldUpToTheCheckOfTheFigures) {
  checks(
      40, [](uint32_t n) { return 20 * n; }, 1'000, 2);
  check({0, 0, 41'000, 82});
  haveRun(82);
  const std::vector<WorkSample> numbers = evidence(Axis::Units).numberAlong("shop.Visit");
  ASSERT_EQ(numbers.size(), 40u);
  EXPECT_EQ(numbers.back().bytes, 800);
}

// A class of tests has ended with its last; one of its tests allocates as much as all the short ones before it.
TEST_F(RunEvidenceTest, LongTestsAreToldByWhatTheyAllocate) {
  uint64_t allocated = 0;
  for (uint32_t n = 1; n <= 40; n++) {
    allocated += 1'000;
    const uint64_t objects = n <= 20 ? n : 20 + 20 * (n - 20);
    const uint64_t before = n <= kWindow        ? 0
                            : n - kWindow <= 20 ? n - kWindow
                                                : 20 + 20 * (n - kWindow - 20);
    check({objects, before, allocated, n <= 20 ? 10 * n : 200 + (n - 20) / 2});
  }
  EXPECT_EQ(evidence(Axis::Units).whileTestsRan(finding("shop.Visit"), {kFirst}).samples, 0u)
      << "no tests";
  haveRun(210);
  EXPECT_EQ(evidence(Axis::Units).whileTestsRan(finding("shop.Visit"), {kFirst}).shape,
            Shape::Growing);
}

// One test fills a map with strings; other maps come in each of the tests before.
TEST_F(RunEvidenceTest, ATableThatOneLongTestFillsIsOfThatAlone) {
  addType("Ljava/lang/String;");
  for (uint32_t n = 1; n <= 40; n++) {
    others_ = n <= 20 ? 1 : 100 * (n - 20);
    const uint64_t idle = n > 30 ? 40 * (n - 30) : n > 20 ? 10 : 0;
    check({std::min(20 * n, 400u), idle, n * 1'000u, std::min(n, 21u)});
  }
  haveRun(21);
  report::Finding table = finding("shop.Visit");
  EXPECT_EQ(evidence(Axis::Units).whileTestsRan(table, {kFirst}).shape, Shape::Growing);
  table.full = "java.lang.String";
  EXPECT_EQ(evidence(Axis::Units).whileTestsRan(table, {kFirst}).samples, 0u);
}

// Five tests leave something, with a check after each. Checks of later ones, by which it is known to be idle, were left out.
class FewTests : public RunEvidenceTest {
 protected:
  // What is in use besides has the same line.
  Trend until(uint64_t allocated, uint64_t inUse) {
    for (uint32_t n = 1; seen_.size() < 40; n++) {
      const uint64_t left = n <= 5 ? 0 : std::min(n - 5, 5u) * 100;
      const uint64_t idle = n < 18 ? 0 : n < 20 ? 200 : n < 22 ? 400 : 500;
      check({left + inUse, idle, n * 1'000u, n});
    }
    haveRun(40);
    evidence(Axis::Units);
    return livingUntil(in_, one_->run, {kFirst}, allocated);
  }
};

TEST_F(FewTests, AreToldByWhatLivesAfterEachOfThem) {
  EXPECT_EQ(until(9'500, 0).shape, Shape::Growing);
  EXPECT_EQ(until(9'500, 0).samples, 5u);
  EXPECT_NE(until(20'000, 0).shape, Shape::Growing) << "ten tests leave nothing more";
  EXPECT_NE(until(6'500, 0).shape, Shape::Growing) << "one of two came";
}

TEST_F(FewTests, AreToldWhereLittleIsInUse) { EXPECT_EQ(until(9'500, 20).shape, Shape::Growing); }

TEST_F(FewTests, AreNotToldWhereMuchIsInUse) { EXPECT_EQ(until(9'500, 80).samples, 0u); }

TEST_F(RunEvidenceTest, WhatIsGoneAfterItsTestsIsNoneOfTheirs) {
  const auto objects = [](uint32_t n) { return n <= 30 ? 20 * n : 100u; };
  for (uint32_t n = 1; n <= 40; n++) {
    if (n == 31) one_->run.noteEnd();
    check(
        {objects(n), n > kWindow ? std::min(objects(n - kWindow), objects(n)) : 0, n * 1'000u, n});
  }
  haveRun(40);
  EXPECT_EQ(evidence(Axis::Units).whileTestsRan(finding("shop.Visit"), {kFirst}).samples, 0u);
}

TEST_F(RunEvidenceTest, ClassesOfTheHarnessAreAsideInASuiteAlone) {
  options_.aside = {"org.junit.*"};
  checks(
      40, [](uint32_t n) { return 20 * n; }, 1'000, 1);
  EXPECT_FALSE(evidence(Axis::Units).isAside("org.junit.Rule"));
  haveRun(40);
  EXPECT_TRUE(evidence(Axis::Units).isAside("org.junit.Rule"));
  EXPECT_FALSE(evidence(Axis::Units).isAside("shop.Visit"));
  EXPECT_FALSE(evidence(Axis::Units).keepsForProgram("org.junit.Store", "shop.Visit"))
      << "no class is known as the program's";
}

TEST_F(RunEvidenceTest, PlacesAreOfTheTableOfSites) {
  checks(12, [](uint32_t n) { return 20 * n; });
  const RunEvidence evidence = this->evidence(Axis::Allocation);
  EXPECT_EQ(evidence.siteOf(kSite).className, "(unknown)");
  EXPECT_EQ(evidence.siteOf(kSiteInitializer).className, "(static initialiser)");
  EXPECT_EQ(evidence.roomMadeIn("shop.Table", 16, "").callerLine, -1);
}

}  // namespace
}  // namespace isl

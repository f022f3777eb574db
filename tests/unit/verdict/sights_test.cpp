// What checks and looks tell of the live heap along the work.
#include "verdict/Sights.h"

#include <gtest/gtest.h>

#include "verdict/check_at.h"

namespace isl {
namespace {

using test::checkAt;

report::Look lookAt(uint64_t allocated, uint64_t live, uint64_t soft = 0) {
  return {0, allocated, live, soft, 0};
}

TEST(Sights, TellTheGreatestGap) {
  const Sights sights({checkAt(10, 1), checkAt(20, 1), checkAt(100, 1)}, {lookAt(50, 1)}, {});
  EXPECT_DOUBLE_EQ(sights.widestGap(false), 0.8);
  EXPECT_DOUBLE_EQ(sights.widestGap(true), 0.5);
  const Sights running({checkAt(10, 1), checkAt(20, 1)}, {}, {0, 0, 200});
  EXPECT_DOUBLE_EQ(running.widestGap(false), 0.9) << "since the last check";
  EXPECT_DOUBLE_EQ(Sights({}, {}, {}).widestGap(false), 0);
}

TEST(Sights, TellWhatTheHeapGains) {
  const std::vector<report::Check> checks = {checkAt(10, 100), checkAt(20, 200), checkAt(100, 900)};
  EXPECT_FALSE(Sights(checks, {}, {}).gain().known) << "nothing from 25 to 50";
  const Sights::Gain gain = Sights(checks, {lookAt(40, 500, 100), lookAt(85, 800)}, {}).gain();
  EXPECT_TRUE(gain.known);
  EXPECT_DOUBLE_EQ(gain.secondHalf, 400) << "without what soft references hold, and what it kept";
  EXPECT_DOUBLE_EQ(gain.highest, 500);
  EXPECT_DOUBLE_EQ(gain.risen, 500);
  const Sights near(checks, {lookAt(34, 400), lookAt(48, 700)}, {});
  EXPECT_DOUBLE_EQ(near.gain().highest, 500) << "over the least since a third";
  EXPECT_DOUBLE_EQ(near.gain().risen, 200);
  EXPECT_DOUBLE_EQ(gain.left, 500);
  EXPECT_DOUBLE_EQ(gain.all, 800);
  EXPECT_DOUBLE_EQ(gain.most, 900);
}

// A graph is loaded, which is all that the program allocates, and then it works on it.
TEST(Sights, StandByTheCpuTimeWhereWorkGoesOnWithoutAllocation) {
  const auto at = [](uint64_t allocated, uint64_t live, double cpuMs) {
    report::Check check = checkAt(allocated, live);
    check.cpuMs = cpuMs;
    return check;
  };
  const auto look = [](uint64_t live, double cpuMs) {
    report::Look out = lookAt(100, live);
    out.cpuMs = cpuMs;
    return out;
  };
  const WorkPosition done{3, 0, 101, false, 10'000};
  const std::vector<report::Check> checks = {at(20, 100, 1000), at(60, 500, 2000),
                                             at(100, 900, 3000)};
  const auto stands = [&](const std::vector<report::Look>& looks, uint64_t heapBytes = 0) {
    return Sights(checks, looks, done).standsByCpuTime(heapBytes);
  };
  EXPECT_TRUE(stands({look(900, 6000), look(900, 8000)}));
  EXPECT_FALSE(stands({look(900, 6000), look(900, 7700)}))
      << "of the last quarter nothing is known";
  EXPECT_FALSE(stands({look(900, 8000)})) << "one sight may be of what the VM does as it ends";
  EXPECT_FALSE(stands({}));
  EXPECT_FALSE(stands({look(900, 6000), look(1001, 8000)})) << "an eighth more came";
  EXPECT_TRUE(stands({look(950, 6000), look(999, 8000)}));
  EXPECT_FALSE(stands({look(930, 6000), look(990, 8000)})) << "it goes on";
  EXPECT_TRUE(stands({look(990, 5000), look(800, 6000), look(800, 8000)}))
      << "it needs no more what it loaded with";
  EXPECT_FALSE(Sights({at(20, 100, 10), at(60, 500, 20), at(100, 900, 30)},
                      {look(900, 60), look(900, 80)}, {3, 0, 101, false, 100})
                   .standsByCpuTime(0))
      << "too short to tell";
  EXPECT_FALSE(stands({look(900, 6000), look(400, 8000)})) << "it has let go of it";
  EXPECT_TRUE(stands({look(900, 6000), look(900, 8000)}, 1200));
  EXPECT_FALSE(stands({look(900, 6000), look(900, 8000)}, 1199)) << "it is full";
  EXPECT_FALSE(stands({look(1021, 5600), look(1021, 8000)}))
      << "it came since the last sight before";
  const std::vector<report::Check> slow = {at(20, 100, 1000), at(60, 500, 5000),
                                           at(100, 900, 8000)};
  EXPECT_FALSE(Sights(slow, {}, done).standsByCpuTime(0)) << "it loads until it ends";
  EXPECT_FALSE(Sights({checkAt(20, 100), checkAt(100, 900)}, {}, done).standsByCpuTime(0))
      << "a report without CPU times";
  EXPECT_FALSE(
      Sights(checks, {look(900, 6000), look(900, 8000)}, done, 0, Axis::Units).standsByCpuTime(0));
}

TEST(Sights, TellWhatTheHeapGainsInTheSecondHalf) {
  // It has stopped growing by three quarters.
  const std::vector<report::Check> checks = {checkAt(20, 200), checkAt(40, 400), checkAt(75, 700),
                                             checkAt(90, 710), checkAt(100, 700)};
  EXPECT_DOUBLE_EQ(Sights(checks, {}, {}).gainInSecondHalf(), 300 / 50.0);
  EXPECT_DOUBLE_EQ(Sights({checkAt(20, 200), checkAt(100, 900)}, {}, {}).gainInSecondHalf(), 0)
      << "nothing from 25 to 50";
  EXPECT_DOUBLE_EQ(Sights({checkAt(40, 400), checkAt(100, 300)}, {}, {}).gainInSecondHalf(), 0);
}

// Ten checks lie within the last test, which loads a table.
TEST(Sights, AreToldAlongTestsWhereThatIsAskedFor) {
  std::vector<report::Check> checks;
  for (uint64_t test = 1; test <= 8; test++) checks.push_back(checkAt(test, 100 * test, test));
  for (uint64_t i = 1; i <= 10; i++) checks.push_back(checkAt(8 + 2 * i, 800 + 500 * i, 9));
  const WorkPosition done{18, 9, 28};
  EXPECT_EQ(Sights(checks, {}, done).axis(), Axis::Allocation);
  const Sights tests(checks, {}, done, 0, Axis::Units);
  EXPECT_EQ(tests.axis(), Axis::Units);
  EXPECT_DOUBLE_EQ(tests.work(), 9);
  EXPECT_DOUBLE_EQ(tests.gain().secondHalf, 500) << "from the third test to the eighth";
  EXPECT_DOUBLE_EQ(tests.gainOfManyUnits(), 5 * 100 / 4.5) << "the table counts as another test";
}

// A language is loaded before the program's work begins.
TEST(Sights, TakeNoLastPeakOfManyForGrowth) {
  const auto above = [](std::vector<report::Check> later) {
    later.insert(later.begin(), {checkAt(10, 100), checkAt(45, 200)});
    return Sights(later, {}, {}).gain().above;
  };
  EXPECT_DOUBLE_EQ(above({checkAt(60, 700), checkAt(70, 200), checkAt(100, 900)}), 0);
  EXPECT_DOUBLE_EQ(above({checkAt(60, 700), checkAt(70, 200), checkAt(90, 900), checkAt(100, 950)}),
                   700)
      << "seen twice";
  EXPECT_DOUBLE_EQ(above({checkAt(60, 200), checkAt(100, 900)}), 700) << "it never fell";
}

// A server of 80 MB gains 5 and lets go of them as it is closed: of all that came since it was ready.
TEST(Sights, LeaveOutTheStartUpWhereUnitsAreTheWorkToo) {
  std::vector<report::Check> checks;
  for (uint64_t i = 0; i < 10; i++) {
    checks.push_back(checkAt(100 * (i + 1), i == 0 ? 1'000 : 80'000 + 600 * i));
    checks.back().units = 10 * i;
    checks.back().n = static_cast<uint32_t>(i + 1);
  }
  checks.push_back(checkAt(1'100, 80'000));
  checks.back().units = 110;
  checks.back().n = 12;
  EXPECT_FALSE(Sights(checks, {}, {0, 110, 1'100}).fellAtItsEnd())
      << "less than an eighth of 84,400";
  const Sights work(checks, {}, {0, 110, 1'100}, 150);
  EXPECT_TRUE(work.fellAtItsEnd());
  EXPECT_EQ(work.lastCheckAtWork(), 11u);
}

TEST(Sights, LeaveOutTheStartUp) {
  const std::vector<report::Check> checks = {checkAt(50, 100), checkAt(100, 800), checkAt(140, 820),
                                             checkAt(200, 830)};
  const Sights work(checks, {lookAt(90, 700), lookAt(170, 830)}, {0, 0, 200}, 100);
  EXPECT_DOUBLE_EQ(work.work(), 100);
  EXPECT_TRUE(work.gain().known);
  EXPECT_DOUBLE_EQ(work.gain().secondHalf, 10);
  EXPECT_DOUBLE_EQ(work.gain().all, 30);
  EXPECT_DOUBLE_EQ(Sights(checks, {}, {0, 0, 200}).gain().all, 730) << "where none is known";
  EXPECT_FALSE(Sights(checks, {}, {0, 0, 200}, 201).gain().known);
}

// A server that is closed at last held its sessions until then; an index that was written long before the end did not.
TEST(Sights, TakeTheLastCheckAloneForTheEnd) {
  const std::vector<report::Check> checks = {checkAt(10, 100), checkAt(100, 50)};
  const Sights closed(checks, {lookAt(40, 400), lookAt(80, 800)}, {});
  EXPECT_TRUE(closed.gain().known);
  EXPECT_DOUBLE_EQ(closed.gain().secondHalf, 400);
  EXPECT_DOUBLE_EQ(closed.gain().all, 700);
  const Sights written(checks, {lookAt(40, 400), lookAt(60, 600), lookAt(80, 50)}, {});
  EXPECT_LT(written.gain().secondHalf, 0);
  const Sights unseen(checks, {lookAt(40, 400)}, {});
  EXPECT_FALSE(unseen.gain().known) << "the second half was not seen before the end";
}

// What still holds at the end tells by how much there is, though nobody saw it meanwhile.
// The look is raised by the program's last work, and comes when main has returned.
TEST(Sights, TakeALookBesideTheLastCheckForTheEnd) {
  const std::vector<report::Look> looks = {
      {0, 200, 120, 0, 0}, {0, 300, 180, 0, 0}, {0, 398, 40, 0, 0}};
  const Sights ended({checkAt(100, 60), checkAt(150, 90), checkAt(400, 40)}, looks, {0, 0, 400});
  EXPECT_TRUE(ended.fellAtItsEnd());
  EXPECT_EQ(ended.samples().back().work, 300);
  const Sights earlier({checkAt(100, 60), checkAt(150, 90), checkAt(440, 40)}, looks, {0, 0, 440});
  EXPECT_FALSE(earlier.fellAtItsEnd()) << "a tenth of the work before";
  const Sights level({checkAt(100, 40), checkAt(399, 40), checkAt(400, 40)}, {}, {0, 0, 400});
  EXPECT_FALSE(level.fellAtItsEnd());
}

// It closes a thousand connections, and checks fall on the way.
TEST(Sights, TakeALastFallForTheEnd) {
  const auto sightsOf = [](std::vector<report::Check> checks) {
    for (size_t i = 0; i < checks.size(); i++) checks[i].n = static_cast<uint32_t>(i + 1);
    return Sights(checks, {}, {0, 0, 410});
  };
  const auto closing = [&](uint64_t from) {
    return sightsOf({checkAt(100, 60), checkAt(150, 90), checkAt(from, 180),
                     checkAt(from + 10, 140), checkAt(400, 55)});
  };
  const Sights ended = closing(360);
  EXPECT_TRUE(ended.fellAtItsEnd());
  EXPECT_EQ(ended.lastCheckAtWork(), 3U);
  EXPECT_EQ(ended.samples().back().bytes, 180);
  EXPECT_EQ(ended.workedUntil(410), 360);
  const Sights longer = closing(330);
  EXPECT_EQ(longer.lastCheckAtWork(), 4U) << "for an eighth of the work and more it was given back";
  EXPECT_EQ(longer.work(), 410);
  const Sights stopped = sightsOf(
      {checkAt(10, 50), checkAt(150, 90), checkAt(260, 180), checkAt(330, 140), checkAt(400, 20)});
  EXPECT_EQ(stopped.lastCheckAtWork(), 3U) << "it closed what it began with";
  EXPECT_EQ(stopped.work(), 260);
  EXPECT_NEAR(stopped.widestGap(false), 140.0 / 260, 0.001) << "up to then";
  const Sights little = sightsOf({checkAt(100, 60), checkAt(380, 180), checkAt(400, 140)});
  EXPECT_TRUE(little.fellAtItsEnd());
  EXPECT_EQ(little.workedUntil(410), 410) << "most of it is there";
  const Sights rises =
      sightsOf({checkAt(100, 60), checkAt(380, 180), checkAt(390, 90), checkAt(400, 120)});
  report::Check early = checkAt(50, 60);
  early.n = 7;
  EXPECT_EQ(Sights({early}, {}, {0, 0, 200}, 100).lastCheckAtWork(), 7U);
  EXPECT_FALSE(rises.fellAtItsEnd());
  EXPECT_EQ(rises.lastCheckAtWork(), 4U);
}

// A suite's last look comes in the same test as its last check: what is gone by then the end of the program has let go of.
TEST(Sights, TakeALookInTheLastUnitForTheEnd) {
  const auto sightsWith = [](uint64_t live, uint64_t allocated, uint64_t seen) {
    std::vector<report::Check> checks = {checkAt(100, 60), checkAt(200, 90), checkAt(300, 170),
                                         checkAt(390, live)};
    for (uint32_t i = 0; i < 4; i++) checks[i].units = checks[i].n = i + 1;
    report::Look look = lookAt(allocated, seen);
    look.units = 4;
    return Sights(checks, {look}, {0, 4, 400});
  };
  const Sights gone = sightsWith(180, 395, 40);
  EXPECT_TRUE(gone.fellAtItsEnd());
  EXPECT_EQ(gone.lastCheckAtWork(), 4u);
  EXPECT_EQ(gone.samples().back().bytes, 180);
  EXPECT_EQ(sightsWith(40, 395, 40).lastCheckAtWork(), 3u);
  EXPECT_EQ(sightsWith(40, 380, 180).lastCheckAtWork(), 3u) << "before that check";
  EXPECT_EQ(sightsWith(180, 395, 180).lastCheckAtWork(), 4u);
}

TEST(Sights, TakeASmallFallForNoEnd) {
  const auto fell = [](uint64_t last) {
    const std::vector<report::Check> checks = {checkAt(100, 60), checkAt(300, 140),
                                               checkAt(370, 138), checkAt(400, last)};
    return Sights(checks, {}, {0, 0, 400}).fellAtItsEnd();
  };
  EXPECT_FALSE(fell(131));
  EXPECT_TRUE(fell(129)) << "an eighth of what came";
}

// Tokens expire by the clock, and the program goes on.
TEST(Sights, TakeAFallAfterWhichTheProgramWorksOnForNoEnd) {
  const auto sightsAt = [](uint64_t fallen, uint64_t last) {
    std::vector<report::Check> checks = {checkAt(100, 60), checkAt(300, 180), checkAt(fallen, 90),
                                         checkAt(400, last)};
    return Sights(checks, {}, {0, 0, 400});
  };
  EXPECT_FALSE(sightsAt(360, 89).fellAtItsEnd());
  EXPECT_TRUE(sightsAt(360, 70).fellAtItsEnd()) << "it lets go of more";
  EXPECT_TRUE(sightsAt(380, 89).fellAtItsEnd()) << "for less than a sixteenth of its work";
}

TEST(Sights, TellWhetherTheHeapRisesSinceTheHalf) {
  const auto rises = [](std::vector<report::Check> later) {
    later.insert(later.begin(), {checkAt(10, 300), checkAt(45, 200)});
    return Sights(later, {}, {}).gain().rises;
  };
  EXPECT_TRUE(rises({checkAt(60, 250), checkAt(80, 300), checkAt(100, 350)}));
  EXPECT_FALSE(rises({checkAt(60, 250), checkAt(100, 350)})) << "two sights may do so";
  EXPECT_FALSE(rises(
      {checkAt(60, 250), checkAt(70, 240), checkAt(80, 300), checkAt(90, 310), checkAt(100, 350)}));
  EXPECT_FALSE(rises({checkAt(60, 250), checkAt(80, 350), checkAt(100, 350)})) << "it is full";
}

TEST(Sights, CompareTheEndWithWhatWasForetold) {
  const std::vector<report::Check> early = {checkAt(0, 100), checkAt(10, 200), checkAt(20, 300)};
  const auto steady = [&](uint64_t live) {
    std::vector<report::Check> all = early;
    all.push_back(checkAt(100, live));
    return Sights(all, {}, {}).gain().steady;
  };
  EXPECT_TRUE(steady(1100));
  EXPECT_TRUE(steady(610));
  EXPECT_FALSE(steady(590)) << "half of it, or less";
  EXPECT_FALSE(steady(50));
}

// As of a suite whose last tests allocate as much as the first, and leave nothing behind.
TEST(Sights, EndWhereTheyAreCut) {
  const std::vector<report::Check> checks = {checkAt(10, 100), checkAt(20, 200), checkAt(40, 400),
                                             checkAt(90, 500), checkAt(100, 500)};
  const Sights all(checks, {}, {0, 0, 100});
  EXPECT_DOUBLE_EQ(all.gain().secondHalf, 100);
  const Sights first = all.until(50);
  EXPECT_DOUBLE_EQ(first.work(), 50) << "what was seen next was there by then";
  EXPECT_TRUE(first.gain().known);
  EXPECT_DOUBLE_EQ(first.gain().secondHalf, 300);
  EXPECT_DOUBLE_EQ(all.until(200).work(), 100) << "nothing came after it";
}

TEST(Sights, TellWhetherTheHeapStands) {
  const auto stands = [](std::vector<uint64_t> last) {
    return Sights({checkAt(100, 10), checkAt(150, 15), checkAt(200, 20), checkAt(300, 30),
                   checkAt(450, 45), checkAt(600, 60), checkAt(820, last[0]),
                   checkAt(1000, last[1])},
                  {{0, 910, last[2], 0, 0}}, {0, 0, 1000})
        .standsInTheEnd();
  };
  EXPECT_TRUE(stands({800, 799, 801})) << "a little less in the end";
  EXPECT_TRUE(stands({80, 81, 80}));
  EXPECT_FALSE(stands({80, 100, 90}));
  EXPECT_FALSE(stands({80, 80, 95})) << "it comes and goes";
  EXPECT_FALSE(stands({70, 80, 80})) << "for less than a sixth of the work";
}

TEST(Sights, CountUnitsThatGrew) {
  const auto grew = [](const std::vector<std::pair<uint64_t, uint64_t>>& seen) {
    std::vector<report::Check> checks;
    for (const auto& [units, live] : seen) {
      checks.push_back(checkAt(10 * (checks.size() + 1), live));
      checks.back().units = units;
    }
    return Sights(checks, {}, {}).unitsThatGrew();
  };
  EXPECT_EQ(grew({{0, 10}, {1, 100}, {1, 500}, {2, 510}, {3, 900}, {4, 900}}), 2u);
  EXPECT_EQ(grew({{0, 10}, {1, 100}, {1, 500}, {2, 510}, {4, 510}}), 1u) << "one test's table";
  EXPECT_EQ(grew({{0, 10}, {1, 500}, {2, 900}, {3, 20}, {4, 20}}), 1u) << "it was let go of";
  EXPECT_EQ(grew({{0, 10}, {1, 500}, {2, 900}, {4, 20}}), 2u) << "as the program ended";
  EXPECT_EQ(grew({{0, 10}, {1, 10}}), 0u);
}

// A check after each unit.
Sights ofUnits(const std::vector<uint64_t>& live) {
  std::vector<report::Check> checks;
  for (const uint64_t bytes : live) {
    checks.push_back(checkAt(10 * (checks.size() + 1), bytes));
    checks.back().units = checks.size();
  }
  return {checks, {}, {}};
}

// One test that loads a table, and several that leave something behind.
TEST(Sights, TellWhetherOneUnitBroughtIt) {
  const auto part = [](const std::vector<uint64_t>& live) { return ofUnits(live).oneUnitsPart(); };
  EXPECT_DOUBLE_EQ(part({10, 500, 10, 10, 110, 110, 1010, 1010}), 0.9);
  EXPECT_DOUBLE_EQ(part({10, 10, 10, 10, 110, 210, 310, 410}), 0.25);
  EXPECT_DOUBLE_EQ(part({10, 10, 10, 10, 10, 10, 10, 10}), 1);
}

// Nor does the table tell what the others leave behind.
TEST(Sights, TellWhatManyUnitsLeaveBehind) {
  const auto gain = [](const std::vector<uint64_t>& live) {
    return ofUnits(live).gainOfManyUnits();
  };
  EXPECT_DOUBLE_EQ(gain({10, 20, 30, 40, 50, 60, 70, 80}), 10);
  EXPECT_DOUBLE_EQ(gain({10, 20, 30, 40, 50, 3050, 3060, 3070}), 10) << "one of them loads a table";
  EXPECT_DOUBLE_EQ(gain({10, 2020, 2030, 2040, 2050, 2060, 2070, 2080}), 10) << "one of before";
  EXPECT_DOUBLE_EQ(gain({10, 20, 30, 40, 50, 3050, 60, 70, 80, 90}), 8) << "it was let go of";
  EXPECT_DOUBLE_EQ(gain({10, 10, 10, 10, 10, 3010, 3010, 3010}), 0);
  EXPECT_DOUBLE_EQ(gain({10}), 0) << "nothing is known";
}

// The last of five tests does most of the work.
TEST(Sights, TellWhetherOneUnitLoadedATable) {
  const auto since = [](uint64_t before, const std::vector<uint64_t>& live) {
    std::vector<report::Check> checks;
    for (uint64_t i = 1; i <= 5; i++) {
      checks.push_back(checkAt(100 + 40 * i, 10 + before * i));
      checks.back().units = i;
    }
    for (const uint64_t bytes : live) {
      checks.push_back(checkAt(checks.back().allocatedBytes + 20, 5 * before + bytes));
      checks.back().units = 5;
    }
    return Sights(checks, {}, {}).standsSinceUnit();
  };
  EXPECT_EQ(since(0, {100, 200, 300, 400, 500, 500, 500}), 300u);
  EXPECT_EQ(since(0, {100, 200, 300, 400, 500, 510, 510}), 300u) << "hardly more";
  EXPECT_FALSE(since(0, {100, 200, 300, 400, 500, 600, 700})) << "it goes on";
  EXPECT_FALSE(since(0, {100, 200, 300, 400, 500, 600, 600})) << "for less than a sixth";
  EXPECT_EQ(since(25, {100, 200, 300, 400, 500, 500, 500}), 300u);
  EXPECT_FALSE(since(75, {100, 200, 300, 400, 500, 500, 500})) << "others brought a quarter";
  EXPECT_FALSE(since(0, {}));
}

TEST(Sights, CountUnitsWhereTheyTell) {
  std::vector<report::Check> checks;
  for (uint64_t i = 1; i <= 8; i++) {
    checks.push_back(checkAt(1000 + i, 10 * i));
    checks.back().units = i;
  }
  EXPECT_DOUBLE_EQ(Sights(checks, {}, {0, 16, 0}).work(), 16);
  EXPECT_DOUBLE_EQ(Sights(checks, {}, {}).widestGap(false), 1.0 / 8);
}

}  // namespace
}  // namespace isl

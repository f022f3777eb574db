// Whether what piles up at a holder grows; how findings tell it is in findings_test.cpp.
#include "verdict/FindingGrowth.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "verdict/answers.h"
#include "verdict/held_sites.h"

namespace isl {
namespace {

using test::Inputs;
using test::pathOf;
using test::siteOf;

class Growth : public testing::Test {
 protected:
  Growth() {
    in_.sites = &sites_;
    in_.said.trendOf = [this](const std::vector<size_t>& of) {
      return of.size() == 2 ? all_ : part_;
    };
    finding_.retainedBytes = 400;
    all_.shape = part_.shape = Shape::Growing;
    all_.secondHalf = 3;
    part_.secondHalf = 2;
  }

  FindingGrowth judged() const { return {in_, {finding_, both_, first_, 200}}; }
  Shape shape() const { return judged().trend().shape; }

  std::vector<report::Site> sites_ = {
      siteOf("shop.Visit", 100, pathOf({}, "static", "shop.Visits.all"), "growing"),
      siteOf("byte[]", 100, pathOf({}, "static", "shop.Visits.all"), "constant")};
  const std::vector<size_t> both_ = {0, 1}, first_ = {0};
  report::Finding finding_;
  Inputs in_;
  Trend all_, part_;
};

TEST_F(Growth, IsThatOfAllSites) {
  EXPECT_EQ(shape(), Shape::Growing);
  EXPECT_DOUBLE_EQ(judged().gain(), 2 * 3) << "of all that is held";
}

TEST_F(Growth, IsThatOfSomeBesideWhatComesAndGoes) {
  all_.shape = Shape::Bounded;
  EXPECT_EQ(shape(), Shape::Growing);
  EXPECT_DOUBLE_EQ(judged().gain(), 2 * 2);
  sites_[0].growth = "bounded";
  EXPECT_EQ(shape(), Shape::Bounded);
  EXPECT_DOUBLE_EQ(judged().gain(), 0);
}

TEST_F(Growth, IsThatOfTheNumberWhereAllAreLeftAtLast) {
  all_.shape = part_.shape = Shape::Unclear;
  in_.said.populationOf = [](const std::vector<size_t>& of, double with) {
    EXPECT_EQ(of, std::vector<size_t>{0});
    EXPECT_DOUBLE_EQ(with, 2) << "their bytes count with it";
    Trend number;
    number.shape = Shape::Growing;
    number.secondHalf = 5;
    return number;
  };
  EXPECT_EQ(shape(), Shape::Growing);
  EXPECT_DOUBLE_EQ(judged().trend().secondHalf, 5 * 2) << "the rest comes with it";
}

// A table that stands comes with none of them.
TEST_F(Growth, OfTheNumberHasNothingOfWhatStands) {
  all_.shape = part_.shape = Shape::Unclear;
  in_.said.numberStands = [](size_t site) { return site != 0; };
  double told = 0;
  in_.said.populationOf = [&](const std::vector<size_t>&, double with) {
    told = with;
    return Trend();
  };
  EXPECT_EQ(shape(), Shape::Unclear);
  EXPECT_DOUBLE_EQ(told, 1);
}

// Sessions that expire become more while nobody sweeps, and the number of all of them with them.
TEST_F(Growth, IsNoneOfTheNumberOfWhatComesAndGoes) {
  all_.shape = part_.shape = Shape::Bounded;
  all_.comesAndGoes = part_.comesAndGoes = true;
  in_.said.populationOf = [](const std::vector<size_t>&, double) {
    Trend number;
    number.shape = Shape::Growing;
    number.secondHalf = 5;
    return number;
  };
  EXPECT_EQ(shape(), Shape::Bounded);
}

TEST_F(Growth, IsThatOfWhatStaysThoughTheirNumberStands) {
  in_.said.numberStands = [](size_t) { return true; };
  EXPECT_NE(shape(), Shape::Growing);
  all_.comesAndGoes = part_.comesAndGoes = true;
  EXPECT_EQ(shape(), Shape::Growing);
}

// Rows that a database has loaded, which queries use less and less.
TEST_F(Growth, IsNoneOfWhatStandsInNumber) {
  std::vector<size_t> standing;
  in_.said.numberStands = [&](size_t site) {
    return std::find(standing.begin(), standing.end(), site) != standing.end();
  };
  EXPECT_EQ(shape(), Shape::Growing);
  standing = {0};
  EXPECT_EQ(shape(), Shape::Growing);
  EXPECT_DOUBLE_EQ(judged().gain(), 2 * 2) << "of what does not stand alone";
  standing = {0, 1};
  EXPECT_EQ(shape(), Shape::Bounded);
  all_.shape = Shape::Unclear;
  EXPECT_EQ(shape(), Shape::Bounded) << "though one of its sites grows by what is idle";
  all_.shape = Shape::Growing;
  in_.followsTables = true;
  EXPECT_EQ(shape(), Shape::Growing) << "a table is one object";
}

// A cache that was full after two thirds of the work.
TEST_F(Growth, IsNoneOfWhatIsFull) {
  bool full = false;
  in_.said.areFull = [&](const std::vector<size_t>& of) {
    EXPECT_EQ(of, both_);
    return full;
  };
  EXPECT_EQ(shape(), Shape::Growing);
  full = true;
  EXPECT_EQ(shape(), Shape::Bounded);
  EXPECT_DOUBLE_EQ(judged().gain(), 0);
  in_.followsTables = true;
  EXPECT_EQ(shape(), Shape::Growing) << "a table is one object";
  in_.said.isFull = [this](const report::Finding&, const std::vector<size_t>& of) {
    return of == both_;
  };
  EXPECT_EQ(shape(), Shape::Bounded) << "of what it is full of";
}

TEST_F(Growth, OfATableIsToldWithAllThatItKeeps) {
  EXPECT_DOUBLE_EQ(judged().trend().secondHalf, 3);
  in_.followsTables = true;
  EXPECT_DOUBLE_EQ(judged().trend().secondHalf, 2 * 3);
  EXPECT_DOUBLE_EQ(judged().gain(), 2 * 3) << "once";
}

TEST_F(Growth, IsNoneOfWhatOneTestHasLoaded) {
  bool loaded = true;
  in_.said.loadedByOneTest = [&](const std::vector<size_t>& of) {
    EXPECT_EQ(of, both_);
    return loaded;
  };
  EXPECT_EQ(shape(), Shape::Bounded);
  EXPECT_DOUBLE_EQ(judged().gain(), 0);
  sites_[0].growth = "unclear";
  all_.shape = Shape::Unclear;
  EXPECT_EQ(shape(), Shape::Bounded) << "few checks have come since";
  in_.said.whileTestsRan = [](const report::Finding&, const std::vector<size_t>&) {
    Trend ran;
    ran.shape = Shape::Growing;
    ran.growth = 1000;
    return ran;
  };
  EXPECT_EQ(shape(), Shape::Bounded) << "it grew while that test ran";
  in_.said.whileTestsRan = nullptr;
  all_.shape = Shape::Growing;
  loaded = false;
  EXPECT_EQ(shape(), Shape::Growing);
}

TEST_F(Growth, IsUnclearWhereMoreOfThemCameAgainInTheEnd) {
  bool again = true;
  in_.said.cameAgain = [&](const std::vector<size_t>& of) {
    EXPECT_EQ(of, first_);
    return again;
  };
  EXPECT_EQ(shape(), Shape::Growing);
  sites_[0].growth = "bounded";
  for (const Shape stands : {Shape::Bounded, Shape::Constant}) {
    all_.shape = stands;
    EXPECT_EQ(shape(), Shape::Unclear);
    EXPECT_DOUBLE_EQ(judged().gain(), 0);
    again = false;
    EXPECT_EQ(shape(), stands);
    again = true;
  }
  all_.comesAndGoes = true;
  EXPECT_EQ(shape(), Shape::Constant) << "it is judged by what stays of it";
}

// Sessions expire, and the figures of their table are of a check before the first of them did.
TEST_F(Growth, OfATableIsNoneOfWhatIsBoundedInNumber) {
  Trend sessions;
  in_.followsTables = true;
  in_.said.contentsOf = [&](const report::Finding&) { return sessions; };
  finding_.full = "shop.Session";
  for (const Shape of : {Shape::Growing, Shape::Unclear, Shape::Constant}) {
    sessions.shape = of;
    EXPECT_EQ(shape(), Shape::Growing);
  }
  sessions.shape = Shape::Bounded;
  EXPECT_EQ(shape(), Shape::Unclear);
  in_.heapStands = true;
  EXPECT_EQ(shape(), Shape::Bounded);
  finding_.full = "java.util.HashMap$Node";
  EXPECT_EQ(shape(), Shape::Growing) << "nodes are in other tables, too";
  finding_.full = "shop.Session";
  in_.followsTables = false;
  EXPECT_EQ(shape(), Shape::Growing);
}

// The last rule that changed the shape is told; a trend that speaks for itself needs none.
TEST_F(Growth, SaysWhatToldIt) {
  EXPECT_STREQ(judged().because(), "");
  all_.growth = 30;
  in_.leastGrowth = 61;
  EXPECT_STREQ(judged().because(), "it gains less than `min-site`");
  in_.said.cameAgain = [](const std::vector<size_t>&) { return true; };
  EXPECT_STREQ(judged().because(), "more of them came again in the last sixth of the work");
  in_.said.cameAgain = nullptr;
  in_.leastGrowth = 0;
  in_.said.sinceItStopped = [](const report::Finding&) {
    Trend stood;
    stood.shape = Shape::Bounded;
    stood.samples = 9;
    return stood;
  };
  EXPECT_STREQ(judged().because(), "its line stopped making them");
  in_.said.sinceItStopped = nullptr;
  in_.heapGain.known = true;
  in_.heapGain.all = 100;
  EXPECT_STREQ(judged().because(), "the live heap does not grow as it does");
  in_.heapStands = true;
  EXPECT_STREQ(judged().because(), "the live heap has stopped growing");
  in_.said.whileTestsRan = [](const report::Finding&, const std::vector<size_t>&) {
    Trend ran;
    ran.shape = Shape::Growing;
    return ran;
  };
  EXPECT_STREQ(judged().because(), "as long as its tests ran");
  EXPECT_EQ(shape(), Shape::Growing);
}

TEST_F(Growth, HasToComeToSomething) {
  all_.growth = 30;
  in_.leastGrowth = 60;
  EXPECT_EQ(shape(), Shape::Growing);
  in_.leastGrowth = 61;
  EXPECT_EQ(shape(), Shape::Constant);
}

// A catalogue fills in the first tenth of the work; a counter gets a label for each failed request.
TEST_F(Growth, GoesOnBesideATableThatFilledAtFirst) {
  in_.work = 100;
  in_.heapGain.known = true;
  in_.heapGain.all = 10'000;
  in_.heapGain.highest = 200;
  EXPECT_EQ(shape(), Shape::Unclear) << "the heap did not grow with it";
  in_.heapGain.secondHalf = 3 * 2 * 50 / 2.0;
  EXPECT_EQ(shape(), Shape::Growing) << "it kept half of what came there";
}

TEST_F(Growth, StandsWhereTheHeapDoesByTheCpuTime) {
  in_.heapStandsByCpuTime = true;
  EXPECT_EQ(shape(), Shape::Bounded);
  EXPECT_STREQ(judged().because(), "the live heap stands for the second half of the CPU time");
  EXPECT_DOUBLE_EQ(judged().gain(), 0);
}

TEST_F(Growth, ThatHasEndedGainsNothing) {
  in_.work = 90;
  all_.until = 29;
  in_.heapGain.known = true;
  in_.heapGain.secondHalf = in_.heapGain.highest = in_.heapGain.all = 100;
  EXPECT_EQ(shape(), Shape::Growing) << "the heap goes on";
  in_.said.standsInNumber = [](const std::vector<size_t>&) { return true; };
  EXPECT_EQ(shape(), Shape::Bounded);
  EXPECT_DOUBLE_EQ(judged().gain(), 0);
  in_.followsTables = true;
  EXPECT_EQ(shape(), Shape::Bounded);
  in_.said.contentsOf = [](const report::Finding&) {
    Trend trend;
    trend.shape = Shape::Growing;
    return trend;
  };
  finding_.full = "shop.Event";
  EXPECT_EQ(shape(), Shape::Growing) << "as many lists as before, with ever more in them";
  finding_.full = "java.lang.String";
  EXPECT_EQ(shape(), Shape::Bounded) << "strings are elsewhere, too";
  all_.until = 30;
  EXPECT_EQ(shape(), Shape::Growing) << "not before a third of the work";
}

}  // namespace
}  // namespace isl

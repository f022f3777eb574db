// What is to come of a live heap: growth, its cause, and when the heap is full.
#include "Outlook.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "Merge.h"
#include "ReportFile.h"
#include "report/Wording.h"

namespace isl::tool {
namespace {

using report::Check;
using report::Outlook;
using report::Report;

constexpr double kHeap = 64e6;

// Checks as they fall on records, each with a live heap and as many objects as give 50 bytes to each.
Report job(uint64_t records, const std::function<double(double)>& live) {
  Report out;
  out.pressure.heapBytes = static_cast<uint64_t>(kHeap);
  for (uint64_t n = 0; n <= records; n += 1 + n / 16) {
    Check check;
    check.n = static_cast<uint32_t>(out.checks.size() + 1);
    check.records = n;
    check.liveBytes = static_cast<uint64_t>(live(static_cast<double>(n)));
    check.liveObjects = check.liveBytes / 50;
    out.checks.push_back(check);
  }
  return out;
}

void runsOut(Report& job, uint64_t records, uint64_t groups = 0) {
  report::OutOfMemory end;
  end.records = records;
  end.groups = groups;
  job.pressure.outOfMemory.push_back(end);
}

TEST(Outlook, ForetellsWhenTheHeapIsFull) {
  const Outlook line = outlookOf(job(120'000, [](double n) { return 4e6 + 200 * n; }));
  EXPECT_EQ(line.per, "records");
  EXPECT_EQ(line.growth, "linear");
  EXPECT_EQ(line.cause, "task");
  EXPECT_NEAR(static_cast<double>(line.fullAt), 300'000, 100);
  const Outlook square = outlookOf(job(5'000, [](double n) { return 4e6 + n * n; }));
  EXPECT_EQ(square.growth, "worse");
  EXPECT_NEAR(static_cast<double>(square.fullAt), std::sqrt(60e6), 50);
}

TEST(Outlook, IsSilentWhereTheHeapHasRoom) {
  const std::vector<std::function<double(double)>> healthy = {
      [](double) { return 30e6; },
      [](double n) { return 4e6 + std::min(n, 3000.0) * 5000; },        // a cache that is full
      [](double n) { return 4e6 + std::fmod(n, 5000) * 3000; },         // given back each time
      [](double n) { return 4e6 + std::fmod(n * 7919, 1000) * 1000; },  // comes and goes
      [](double n) { return 30e6 + n; },                                // 0.2 % of the heap
  };
  for (size_t i = 0; i < healthy.size(); ++i) {
    const Report report = job(100'000, healthy[i]);
    const Outlook out = outlookOf(report);
    EXPECT_EQ(out.fullAt, 0u) << i;
    EXPECT_EQ(out.cause, "") << i;
    EXPECT_NE(out.growth, "linear") << i;
  }
}

// Rules are loaded for two thirds of what is allocated; then the work begins, and keeps nothing.
TEST(Outlook, IsSilentWhereAllCameBeforeTheWork) {
  const Outlook out =
      outlookOf(job(100'000, [](double n) { return 1e6 + 300 * std::min(n, 68'000.0); }));
  EXPECT_EQ(out.fullAt, 0u);
  EXPECT_NE(out.growth, "linear");
  const Outlook half =
      outlookOf(job(100'000, [](double n) { return 1e6 + 300 * std::min(n, 97'000.0); }));
  EXPECT_EQ(half.growth, "linear") << "most of the last third has brought some";
}

TEST(Outlook, WhatComesAndGoesNeedsRoomAsWell) {
  const Outlook out = outlookOf(job(100'000, [](double n) {
    return 4e6 + 200 * n + (static_cast<int64_t>(n) % 2 == 0 ? 8e6 : 0);
  }));
  EXPECT_NEAR(static_cast<double>(out.fullAt), 260'000, 39'000) << "300,000 without";
}

TEST(Outlook, NothingIsForetoldOfATextThatDoubles) {
  // Checks fall where it is copied, so that it goes with the records to the byte.
  Report report = job(0, [](double) { return 5e6; });
  for (uint64_t n = 1'000; n <= 16'000; n *= 2) {
    Check check = report.checks.front();
    check.records = n;
    check.liveBytes = 5'000'000 + 1'000 * n;
    check.liveObjects += 5;
    report.checks.push_back(check);
  }
  EXPECT_EQ(outlookOf(report).growth, "linear");
  EXPECT_EQ(outlookOf(report).fullAt, 0u);
  // As much in large objects of which each record keeps one.
  Report pages = job(200, [](double n) { return 5e6 + 100'000 * n; });
  for (Check& check : pages.checks) check.liveObjects = 100'000 + check.records;
  EXPECT_NEAR(static_cast<double>(outlookOf(pages).fullAt), 590, 5);
}

TEST(Outlook, UnitsAndAllocationServeWhereNothingCountsRecords) {
  Report units = job(1000, [](double n) { return 4e6 + 20'000 * n; });
  for (Check& check : units.checks) std::swap(check.units, check.records);
  EXPECT_EQ(outlookOf(units).per, "units");
  Report allocated = units;
  for (Check& check : allocated.checks) {
    check.allocatedBytes = check.units * 1000;
    check.units = check.units > 0 ? 1 : 0;
  }
  EXPECT_EQ(outlookOf(allocated).per, "allocatedBytes") << "one unit is most of the run";
  // A better clock came in between.
  Report anew = units;
  for (size_t i = 0; i < 20; ++i) anew.checks[i].units += 5000;
  EXPECT_EQ(outlookOf(anew).per, "units");
  EXPECT_EQ(outlookOf(anew).growth, "linear");
}

TEST(Outlook, NamesNoCauseWhereNothingTellsTheWork) {
  Report report = job(1000, [](double n) { return 4e6 + 20'000 * n; });
  for (Check& check : report.checks) check.records = 0;
  report.pressure.uselessCollections = 2;
  EXPECT_EQ(outlookOf(report).cause, "");
}

TEST(Outlook, ThatWasThereFromTheStart) {
  Report report = job(50'000, [](double n) { return 50e6 + 100 * n; });
  EXPECT_EQ(outlookOf(report).cause, "start");
}

TEST(Outlook, BeforeTheFirstRecordOfATaskIsTheStart) {
  Report report = job(200, [](double n) { return 5e6 + 250'000 * n; });
  for (Check& check : report.checks) {
    check.allocatedBytes = 10'000'000 + check.records * 400'000;
    check.records = 0;
    check.tasks = 1;
  }
  runsOut(report, 0);
  report.pressure.outOfMemory[0].allocatedBytes = 95'000'000;
  EXPECT_EQ(outlookOf(report).cause, "task") << "no engine counts tasks";
  report.pressure.outOfMemory[0].tasks = 1;
  EXPECT_EQ(outlookOf(report).cause, "start");
  report.pressure.outOfMemory[0].units = 1;
  EXPECT_EQ(outlookOf(report).cause, "task") << "nothing counts the records of such tasks";
}

TEST(Outlook, WhatLivesAtTheFirstRecordWasThereFromTheStart) {
  // A table that a task loads, most of it since the last check before its first record.
  Report report = job(0, [](double) { return 10e6; });
  for (const auto& [records, live] : {std::pair(1, 40e6), std::pair(90'000, 58e6)}) {
    Check check = report.checks.front();
    check.records = records;
    check.liveBytes = static_cast<uint64_t>(live);
    report.checks.push_back(check);
  }
  runsOut(report, 100'000);
  EXPECT_EQ(outlookOf(report).per, "records");
  EXPECT_EQ(outlookOf(report).cause, "start");
}

TEST(Outlook, OfOneRecordThatIsLarge) {
  Report report = job(2'000, [](double n) { return n < 1'000 ? 5e6 : 60e6; });
  for (Check& check : report.checks) check.liveObjects = 100'000;
  runsOut(report, 2'000);
  const Outlook out = outlookOf(report);
  EXPECT_EQ(out.cause, "large-record");
  EXPECT_LT(out.causeFrom, 1'000u);
  EXPECT_GE(out.causeAt, 1'000u);
}

TEST(Outlook, OfOneRecordThatBecomesManyObjects) {
  Report report = job(1'000, [](double) { return 5e6; });
  // Checks by allocation, within the record.
  Check within = report.checks.back();
  within.records = 1'001;
  for (const double live : {8e6, 20e6, 40e6, 60e6}) {
    within.liveBytes = static_cast<uint64_t>(live);
    within.liveObjects = within.liveBytes / 50;
    report.checks.push_back(within);
  }
  runsOut(report, 1'001);
  const Outlook out = outlookOf(report);
  EXPECT_EQ(out.cause, "record");
  EXPECT_EQ(out.causeAt, 1'001u);
}

TEST(Outlook, OfTheRecordAtWhichTheHeapWasFull) {
  Report report = job(1'000, [](double) { return 5e6; });
  runsOut(report, 1'010);
  EXPECT_EQ(outlookOf(report).cause, "record");
  EXPECT_EQ(outlookOf(report).causeAt, 1'010u);
}

TEST(Outlook, OfARecordFarBehindTheLastCheckOfALevelHeap) {
  Report report = job(1'000, [](double) { return 5e6; });
  runsOut(report, 2'000);
  EXPECT_EQ(outlookOf(report).cause, "record");
  EXPECT_EQ(outlookOf(report).causeAt, 2'000u);
  // A check falls into it.
  Check within = report.checks.back();
  within.records = 2'000;
  within.liveBytes = 58'000'000;
  within.liveObjects = within.liveBytes / 50;
  report.checks.push_back(within);
  EXPECT_EQ(outlookOf(report).cause, "record");
  EXPECT_EQ(outlookOf(report).causeAt, 2'000u);
  Report grows = job(1'000, [](double n) { return 5e6 + 10'000 * n; });
  runsOut(grows, 2'000);
  EXPECT_EQ(outlookOf(grows).cause, "task");
}

TEST(Outlook, AnEndThatTheCurveForetellsIsNoRecords) {
  // Before its table doubled the map had not half of the heap.
  Report report = job(100'000, [](double n) { return 30e6 + 150 * n; });
  for (Check& check : report.checks)
    if (check.records <= 1) check.liveBytes = 20'000'000;
  report.pressure.heapBytes = 50'000'000;
  runsOut(report, 128'000);
  EXPECT_EQ(outlookOf(report).cause, "task");
}

TEST(Outlook, AnEndAfterWhichWorkGoesOnIsNone) {
  Report report = job(1'000, [](double) { return 5e6; });
  runsOut(report, 500);
  foretell(report);
  EXPECT_TRUE(report.pressure.outOfMemory.empty());
  EXPECT_EQ(report.outlook[0].cause, "");
}

TEST(Outlook, ThreadsThatWereNotHitEndWhatTheyHaveBegun) {
  Report report = job(1'000, [](double n) { return 5e6 + 50'000 * n; });
  for (Check& check : report.checks) std::swap(check.units, check.records);
  runsOut(report, 0);
  report.pressure.outOfMemory[0].units = 950;
  Report before = report;
  before.pressure.outOfMemory[0].units = 850;
  foretell(report);
  EXPECT_EQ(report.pressure.outOfMemory.size(), 1u);
  foretell(before);
  EXPECT_TRUE(before.pressure.outOfMemory.empty());
}

TEST(Outlook, AnotherTaskDoesNotUndoAnEnd) {
  Report report = job(1'000, [](double) { return 5e6; });
  for (Check& check : report.checks) check.tasks = check.records <= 500 ? 1 : 2;
  runsOut(report, 510);
  report.pressure.outOfMemory[0].tasks = 1;
  for (Check& check : report.checks) check.atMs = check.records;
  report.pressure.outOfMemory[0].atMs = 510;
  foretell(report);
  ASSERT_EQ(report.pressure.outOfMemory.size(), 1u);
  EXPECT_EQ(report.outlook[0].cause, "record");
  EXPECT_LE(report.outlook[0].at, 510u);
}

TEST(Outlook, WhatALaterTaskLoadsBeforeItsFirstRecordWasThereFromTheStart) {
  Report report = job(2'000, [](double n) { return n < 1'000 ? 5e6 + 35'000 * n : 50e6; });
  report::Check fallen = report.checks[0];
  for (size_t i = 0; i < report.checks.size(); ++i) {
    if (report.checks[i].records < 1'000) continue;
    fallen = report.checks[i];
    fallen.liveBytes = 5'000'000;
    report.checks.insert(report.checks.begin() + static_cast<long>(i), fallen);
    break;
  }
  report.pressure.uselessCollections = 1;
  EXPECT_EQ(outlookOf(report).cause, "start");
}

TEST(Outlook, OfGroups) {
  // A hundred records a group, each given back; then one with thousands.
  Report hot = job(20'000, [](double n) {
    return 5e6 + (n < 10'000 ? std::fmod(n, 100) * 1'000 : (n - 10'000) * 5'000);
  });
  for (Check& check : hot.checks)
    check.groups = 1 + std::min<uint64_t>(check.records, 10'000) / 100;
  runsOut(hot, 22'000, 101);
  EXPECT_EQ(outlookOf(hot).cause, "hot-key");
  EXPECT_EQ(outlookOf(hot).causeAt, 101u);

  Report all = job(20'000, [](double n) { return 5e6 + std::fmod(n, 4'000) * 12'000; });
  for (Check& check : all.checks) check.groups = 1 + check.records / 4'000;
  all.pressure.uselessCollections = 1;
  EXPECT_EQ(outlookOf(all).cause, "group");
}

TEST(Outlook, GroupsThatBeganBetweenTwoChecksShareWhatCameThere) {
  // 20,000 records in a task of their own, thirty in a group; the last check is far from the end.
  Report report = job(30'000, [](double n) { return 5e6 + std::max(0.0, n - 20'000) * 3'000; });
  for (Check& check : report.checks) {
    check.tasks = check.records <= 20'000 ? 1 : 2;
    if (check.tasks == 2) check.groups = 1 + (check.records - 20'000) / 30;
  }
  while (report.checks.back().records > 24'000) report.checks.pop_back();
  runsOut(report, 40'000, 667);
  report.pressure.outOfMemory[0].tasks = 2;
  EXPECT_EQ(outlookOf(report).cause, "task") << "neither the last group nor a record far off";
}

TEST(Outlook, IsMadeWhenAReportIsReadAndKeptInMergedOnes) {
  Report one = job(100'000, [](double n) { return 4e6 + 200 * n; });
  one.run.mainClass = "Job";
  one.run.pid = 1;
  Report two = one;
  two.run.pid = 2;
  for (Check& check : two.checks) check.liveBytes = 4'000'000;
  foretell(one);
  foretell(two);
  const Report merged = mergeReports({one, two});
  ASSERT_EQ(merged.outlook.size(), 2u);
  EXPECT_EQ(merged.outlook[0].jvm, 1u);
  EXPECT_EQ(merged.outlook[1].jvm, 2u);
  const std::vector<std::string> texts = report::outlookTexts(merged);
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_EQ(
      texts[0],
      "the heap of 61.0 MiB is full at about record 300,000 (96,172 so far): it grows with the "
      "records, linear (R squared 1.000 of 152 checks); in Job (pid 1)");
}

TEST(Outlook, SaysWhereItWasFull) {
  Report report = job(1'000, [](double) { return 5e6; });
  runsOut(report, 1'010);
  foretell(report);
  EXPECT_EQ(report::outlookTexts(report).front(),
            "the heap of 61.0 MiB was full at record 1,010: it rose sharply at a "
            "record between 951 and 1,010");
}

report::MostHeld table(uint32_t jvm) {
  return {12, 50'000'000, 0.7, "field", "shop.Join", "table", "int[]", jvm};
}

TEST(Outlook, SaysWhoHoldsMostOfAHeapThatIsFull) {
  Report report = job(1'000, [](double) { return 50e6; });
  report.pressure.mostHeld.push_back(table(0));
  foretell(report);
  EXPECT_TRUE(report::outlookWithCause(report).empty()) << "it has room for all that comes";
  report.outlook.clear();
  runsOut(report, 1'010);
  foretell(report);
  EXPECT_EQ(
      report::outlookWithCause(report).back(),
      "who holds most: 70.0 % of 47.7 MiB that lived at check 12: shop.Join.table holds int[]");
}

TEST(Outlook, SaysOfEachJvmWhoHoldsMost) {
  Report one = job(1'000, [](double) { return 50e6; });
  one.run.pid = 1;
  Report two = one;
  two.run.pid = 2;
  runsOut(two, 1'010);
  for (Report* report : {&one, &two}) {
    report->pressure.mostHeld.push_back(table(0));
    foretell(*report);
  }
  const Report merged = mergeReports({one, two});
  ASSERT_EQ(merged.pressure.mostHeld.size(), 2u);
  EXPECT_EQ(merged.pressure.mostHeld[1].jvm, 2u);
  EXPECT_EQ(merged.pressure.mostHeld[1].check, 12 + one.checks.size());
  EXPECT_EQ(report::outlookWithCause(merged).size(), 2u) << "of the second alone";
  const std::string told = report::mostHeldTexts(merged).at(0);
  EXPECT_NE(told.find("holds int[]; in "), std::string::npos) << told;
  EXPECT_NE(told.find("(pid 2)"), std::string::npos) << told;
}

TEST(Outlook, SaysOfTheFirstJvmsAloneWhoHoldsMost) {
  std::vector<Report> full;
  for (uint32_t pid = 1; pid <= 5; ++pid) {
    Report one = job(1'000, [](double) { return 50e6; });
    one.run.pid = pid;
    runsOut(one, 1'010);
    one.pressure.mostHeld.push_back(table(0));
    foretell(one);
    full.push_back(std::move(one));
  }
  const Report merged = mergeReports(std::move(full));
  EXPECT_EQ(merged.pressure.mostHeld.size(), 5u);
  EXPECT_EQ(report::mostHeldTexts(merged).size(), 3u);
}

}  // namespace
}  // namespace isl::tool

// Bytes of a site against the data: within a record, within a group, over the task.
#include "SiteWork.h"

#include <gtest/gtest.h>

#include <functional>

namespace isl::tool {
namespace {

using report::Check;
using report::Report;
using report::SiteWork;

// A job of 20,000 records, 1,000 in a group, 10,000 in a task, with a check at every hundredth; what a record leaves is
// idle two checks later. `bytes` of how many records were read.
Report job(const std::function<double(double)>& bytes) {
  Report out;
  out.specs.emplace_back();
  report::Spec& spec = out.specs.back();
  spec.window = 2;
  spec.sites.emplace_back();
  for (uint32_t n = 1; n <= 200; ++n) {
    Check check;
    check.n = n;
    check.records = uint64_t{n} * 100;
    check.groups = (check.records - 1) / 1'000 + 1;
    check.tasks = (check.records - 1) / 10'000 + 1;
    out.checks.push_back(check);
    if (n <= spec.window) continue;
    const double left = bytes(static_cast<double>(check.records) - 200);
    spec.sites[0].history.push_back({n, 0, static_cast<uint64_t>(left)});
  }
  return out;
}

SiteWork told(Report report) {
  tellSiteWork(report);
  return report.specs[0].sites[0].work;
}

TEST(SiteWork, AStraightLineIsToldByTheRecord) {
  const SiteWork work = told(job([](double records) { return 50 * records; }));
  EXPECT_EQ(work.per, "records");
  EXPECT_EQ(work.growth, "linear");
  EXPECT_NEAR(work.factor, 50, 0.01);
  EXPECT_NEAR(work.exponent, 1, 0.01);
  EXPECT_GT(work.determination, 0.999);
  EXPECT_EQ(work.recordBytes, 0u) << "a check is a hundred records on";
  EXPECT_EQ(work.groupBytes, 50'000u);
  EXPECT_EQ(work.taskBytes, 495'000u) << "of the first task, from its first check on";
}

TEST(SiteWork, WhatAGroupGathersAndGivesBackIsNotOfTheTask) {
  const SiteWork work = told(job([](double records) {
    const auto inGroup = static_cast<int>(records) % 1'000;
    return inGroup * 100.0;
  }));
  EXPECT_EQ(work.growth, "bounded");
  EXPECT_EQ(work.factor, 0);
  EXPECT_EQ(work.groupBytes, 90'000u);
  EXPECT_EQ(work.taskBytes, 90'000u);
}

TEST(SiteWork, WhatChecksSeeInOneRecordIsTheRecords) {
  Report report = job([](double) { return 1'000'000; });
  for (size_t i = 0; i < report.checks.size(); ++i)
    report.checks[i].records = i < 100 ? i * 100 : i < 150 ? 10'000 : i * 100;
  auto& history = report.specs[0].sites[0].history;
  for (size_t i = 0; i < history.size(); ++i)
    history[i].liveBytes = i < 110   ? 1'000'000
                           : i < 150 ? 1'000'000 + 2'000 * (i - 110)
                                     : 1'078'000;
  EXPECT_EQ(told(report).recordBytes, 78'000u);
}

TEST(SiteWork, SaysNothingWithoutHistoryAndLeavesWhatIsToldAlone) {
  Report report = job([](double records) { return records; });
  report.specs[0].sites[0].history.clear();
  EXPECT_EQ(told(report).per, "");
  report = job([](double records) { return records; });
  report.specs[0].sites[0].work.per = "units";
  EXPECT_EQ(told(report).growth, "");
  report = job([](double records) { return records; });
  report.run.jvms.resize(2);
  EXPECT_EQ(told(report).per, "") << "of a merged report each JVM's was told before";
}

}  // namespace
}  // namespace isl::tool

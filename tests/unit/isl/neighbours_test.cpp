// A member of a merged report goes the way of its neighbours, where they went the same way so far.
#include "Neighbours.h"

#include <gtest/gtest.h>

#include <functional>

#include "Merge.h"
#include "Outlook.h"
#include "report/Wording.h"

namespace isl::tool {
namespace {

using report::Report;
using Course = std::function<double(double)>;

// Flat, and from record 20,000 on steep: nothing in the flat part says so.
double knee(double n) { return 10e6 + 100 * n + (n > 20'000 ? 2'000 * (n - 20'000) : 0); }

Report member(uint64_t pid, uint64_t records, uint64_t full, const Course& live) {
  Report out;
  out.run.mainClass = "Executor";
  out.run.pid = pid;
  out.pressure.heapBytes = 64'000'000;
  for (uint64_t n = 500; n <= records; n += 500) {
    report::Check check;
    check.n = static_cast<uint32_t>(out.checks.size() + 1);
    check.records = n;
    check.liveBytes = static_cast<uint64_t>(live(static_cast<double>(n)));
    out.checks.push_back(check);
  }
  if (full > 0) {
    report::OutOfMemory end;
    end.records = full;
    out.pressure.outOfMemory.push_back(end);
  }
  foretell(out);
  return out;
}

TEST(Neighbours, TellWhereTheCurveCannot) {
  const Report late = member(3, 12'000, 0, knee);
  EXPECT_GT(late.outlook[0].fullAt, 400'000u) << "its own line";
  const Report merged =
      mergeReports({member(1, 44'000, 44'500, knee), member(2, 45'000, 45'500, knee), late});
  EXPECT_EQ(merged.outlook[2].fullAt, 45'000u);
  EXPECT_EQ(merged.outlook[2].neighbours, 2u);
  EXPECT_EQ(merged.outlook[0].neighbours, 0u) << "it was full itself";
  EXPECT_NE(
      report::outlookTexts(merged).back().find("is full at about record 45,000 (12,000 so far)"),
      std::string::npos)
      << report::outlookTexts(merged).back();
  EXPECT_NE(report::outlookTexts(merged).back().find(", as 2 members like it were"),
            std::string::npos);
}

TEST(Neighbours, AreThoseThatWentTheSameWay) {
  const auto neighboursOf = [](std::vector<Report> all) {
    return mergeReports(std::move(all)).outlook.back().neighbours;
  };
  const Report a = member(1, 44'000, 44'500, knee), b = member(2, 45'000, 45'500, knee);
  EXPECT_EQ(neighboursOf({a, member(3, 12'000, 0, knee)}), 0u) << "of one there is no mean";
  EXPECT_EQ(neighboursOf({a, b, member(3, 12'000, 0, [](double n) { return 5e6 + 900 * n; })}), 0u)
      << "it grows faster";
  EXPECT_EQ(neighboursOf({a, b, member(4, 60'000, 0, knee), member(3, 12'000, 0, knee)}), 0u)
      << "one went beyond and lives";
  Report driver = member(3, 12'000, 0, knee);
  driver.run.mainClass = "Driver";
  EXPECT_EQ(neighboursOf({a, b, driver}), 0u);
  EXPECT_EQ(neighboursOf({a, b, member(3, 1'000, 0, knee)}), 0u) << "too few checks to compare";
}

}  // namespace
}  // namespace isl::tool

// Fleets made by chance: one odd member of eight is found, and of alike members none is accused.
#include "Profiles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "../report/example.h"

namespace isl::tool {
namespace {

constexpr size_t kFleets = 20, kMembers = 8;
constexpr double kMiB = 1024 * 1024;

// Members of one kind with other amounts of work: heaps from 60 to 100 MiB, six sites whose shares vary by a
// tenth, and a small one that only some reports list.
class Fleet {
 public:
  explicit Fleet(unsigned seed) : random_(seed) {
    for (size_t i = 0; i < kMembers; ++i) members.push_back(member());
  }
  size_t any() { return std::uniform_int_distribution<size_t>(0, kMembers - 1)(random_); }

  std::vector<SiteProfile> members;

 private:
  SiteProfile member() {
    SiteProfile out;
    out.liveBytes = std::uniform_real_distribution<>(60, 100)(random_) * kMiB;
    for (int site = 0; site < 6; ++site) {
      const double share = 0.02 * (site + 1) * std::exp(noise_(random_));
      out.bytes["Work.step" + std::to_string(site) + " -> Part"] = share * out.liveBytes;
    }
    const double small = 0.009 * std::exp(noise_(random_));
    if (small >= 0.01) out.bytes["Work.rare -> Rare"] = small * out.liveBytes;
    return out;
  }
  std::mt19937 random_;
  std::normal_distribution<> noise_{0, 0.1};
};

TEST(Profiles, OneThatLeaksIsFound) {
  for (unsigned seed = 0; seed < kFleets; ++seed) {
    Fleet fleet(seed);
    const size_t odd = fleet.any();
    fleet.members[odd].bytes["Cache.put -> Entry"] = fleet.members[odd].liveBytes;
    fleet.members[odd].liveBytes *= 2;
    const Comparison found = compareProfiles(fleet.members);
    ASSERT_EQ(found.odd.size(), 1u) << seed;
    EXPECT_EQ(found.odd[0].member, odd);
    EXPECT_EQ(found.odd[0].sites[0].key, "Cache.put -> Entry");
    EXPECT_NEAR(found.odd[0].sites[0].share, 0.5, 1e-9);
    EXPECT_TRUE(found.odd[0].holdsMore());
  }
}

TEST(Profiles, OneWithOtherDataIsFound) {
  for (unsigned seed = 100; seed < 100 + kFleets; ++seed) {
    Fleet fleet(seed);
    const size_t odd = fleet.any();
    SiteProfile& member = fleet.members[odd];
    std::swap(member.bytes["Work.step5 -> Part"], member.bytes["Work.other -> Other"]);
    std::swap(member.bytes["Work.step4 -> Part"], member.bytes["Work.next -> Other"]);
    const Comparison found = compareProfiles(fleet.members);
    ASSERT_EQ(found.odd.size(), 1u) << seed;
    EXPECT_EQ(found.odd[0].member, odd);
    EXPECT_GE(found.odd[0].sites.size(), 4u);
  }
}

TEST(Profiles, TwoThatLeakAreFound) {
  Fleet fleet(7);
  for (const size_t odd : {1, 4}) {
    fleet.members[odd].bytes["Cache.put -> Entry"] = fleet.members[odd].liveBytes;
    fleet.members[odd].liveBytes *= 2;
  }
  const Comparison found = compareProfiles(fleet.members);
  ASSERT_EQ(found.odd.size(), 2u);
  EXPECT_EQ(found.odd[0].member, 1u);
  EXPECT_EQ(found.odd[1].member, 4u);
}

TEST(Profiles, NoneOfAlikeMembersIsAccused) {
  for (unsigned seed = 200; seed < 200 + kFleets; ++seed)
    EXPECT_TRUE(compareProfiles(Fleet(seed).members).odd.empty()) << seed;
}

// Many fleets, so that the rate itself is seen: the bound of noiseFactor() holds for shares, too.
TEST(Profiles, AccusesOneAlikeFleetInTwoHundredAtMost) {
  size_t accused = 0;
  for (unsigned seed = 1000; seed < 1400; ++seed)
    accused += compareProfiles(Fleet(seed).members).odd.empty() ? 0 : 1;
  EXPECT_LE(accused, 2u);
}

TEST(Profiles, DifferencesBelowWhatAReportListsAreNone) {
  std::vector<SiteProfile> members(kMembers);
  for (SiteProfile& member : members) member.liveBytes = 100 * kMiB;
  members[2].bytes["A.a -> T"] = 1.9 * kMiB;  // others may have up to 1 MiB of it
  EXPECT_TRUE(compareProfiles(members).odd.empty());
  members[2].bytes["A.a -> T"] = 2.1 * kMiB;
  ASSERT_EQ(compareProfiles(members).odd.size(), 1u);
  for (SiteProfile& member : members) member.liveBytes = kMiB;
  members[2].bytes["A.a -> T"] = 60 * 1024;
  EXPECT_TRUE(compareProfiles(members).odd.empty());
}

TEST(Profiles, DistanceIsAMetricOfShares) {
  EXPECT_DOUBLE_EQ(profileDistance({0.5, 0.5}, {0.5, 0.5}), 0);
  EXPECT_DOUBLE_EQ(profileDistance({1, 0}, {0, 1}), 1);
  // Half of the mass in common: (1 - 3/4 log2 3 + 1/2 + ...) by hand is 0.311278.
  EXPECT_NEAR(profileDistance({1, 0}, {0.5, 0.5}), std::sqrt(0.311278), 1e-6);
}

TEST(Profiles, FewMembersNeedMoreDifference) {
  EXPECT_GT(noiseFactor(4), noiseFactor(8));
  EXPECT_GT(noiseFactor(8), noiseFactor(16));
  EXPECT_DOUBLE_EQ(noiseFactor(40), noiseFactor(50));
}

TEST(Profiles, ComesFromTheTableOfAllSites) {
  report::Report report = report::test::exampleReport();
  report::Spec& spec = report.specs[0];
  SiteProfile listed = profileOf(report, spec);
  EXPECT_EQ(listed.liveBytes, 16932864);
  EXPECT_EQ(listed.bytes.size(), 1u);
  spec.profile.liveBytes = 1000;
  spec.profile.sites = {{"a.B", "lambda$m$1", "T", "", 1, 100},
                        {"a.B", "lambda$m$2", "T", "", 1, 50}};
  const SiteProfile all = profileOf(report, spec);
  EXPECT_EQ(all.liveBytes, 1000);
  ASSERT_EQ(all.bytes.size(), 1u);  // names without the numbers of javac
  EXPECT_EQ(all.bytes.begin()->second, 150);
}

}  // namespace
}  // namespace isl::tool

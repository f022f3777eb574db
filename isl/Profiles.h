// Which member of a fleet is not like the others: the memory of each JVM or release, by site, as shares of
// its live heap. Nothing here reads files or prints.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "report/Report.h"

namespace isl::tool {

// With fewer there is no majority to speak of.
inline constexpr size_t kLeastMembers = 4;

// Suspicious bytes by siteKey. What the live heap holds beyond them is one more part of the profile.
struct SiteProfile {
  std::map<std::string, double> bytes;
  double liveBytes = 0;
};

// From the table of all sites where the report has one, else from the sites it lists.
SiteProfile profileOf(const report::Report& report, const report::Spec& spec);

// A site by which a member differs.
struct OddSite {
  std::string key;
  double bytes = 0, share = 0;  // of the member's live heap
  double usualShare = 0;        // median of the others
};

struct OddMember {
  size_t member = 0;  // its place in the list that was compared
  double distance = 0;
  std::vector<OddSite> sites;  // largest difference first, never empty
  bool holdsMore() const { return sites.front().share > sites.front().usualShare; }
};

struct Comparison {
  std::vector<double> distances;  // of each member: the median of its distances to the others, 0..1
  double limit = 0;               // a member beyond it may differ
  std::vector<OddMember> odd;     // in the order of the members
};

// Square root of the Jensen-Shannon divergence to base 2, a metric from 0 (same shares) to 1 (nothing in
// common). Both lists hold the shares of the same parts and sum up to 1.
double profileDistance(const std::vector<double>& a, const std::vector<double>& b);

// How many times the usual distance between two members the distance of the farthest one may be, before
// fewer than one fleet in two hundred, whose `members` differ by normal noise alone, is beyond it.
double noiseFactor(size_t members);

// At least kLeastMembers profiles.
Comparison compareProfiles(const std::vector<SiteProfile>& members);

}  // namespace isl::tool

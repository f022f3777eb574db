#include "Profiles.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "Finding.h"
#include "llvm/ADT/StringRef.h"

namespace isl::tool {

namespace {

// A report leaves out sites below `min-site`, which is this by default: a difference that small may be one
// of reporting.
constexpr double kLeastBytes = 64 * 1024, kLeastShare = 0.01;

// An observation is an outlier beyond 3.5 standard deviations of the median (Iglewicz and Hoaglin, 1993);
// in normal data a standard deviation is MAD / 0.6745.
constexpr double kDeviations = 3.5 / 0.6745;

constexpr double kFalseAlarms = 1.0 / 200;

double lowerMedian(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<long>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// Distances between all pairs, and what is derived from them.
class Distances {
 public:
  template <typename Between>
  Distances(size_t members, const Between& between) : members_(members), all_(members * members) {
    for (size_t i = 0; i < members; ++i) {
      for (size_t j = 0; j < i; ++j) all_[i * members + j] = all_[j * members + i] = between(i, j);
    }
  }

  double ofMember(size_t i) const {
    std::vector<double> others;
    for (size_t j = 0; j < members_; ++j)
      if (j != i) others.push_back(all_[i * members_ + j]);
    return median(std::move(others));
  }

  // The lower median: of four members three pairs of six are sound where one member is odd.
  double ofUsualPair() const {
    std::vector<double> pairs;
    for (size_t i = 0; i < members_; ++i)
      for (size_t j = 0; j < i; ++j) pairs.push_back(all_[i * members_ + j]);
    return lowerMedian(std::move(pairs));
  }

 private:
  size_t members_;
  std::vector<double> all_;
};

// Normal numbers that are the same on every machine: the standard leaves its distributions open.
class Noise {
 public:
  double next() {
    const double u = uniform(), v = uniform();
    return std::sqrt(-2 * std::log(u)) * std::cos(2 * M_PI * v);
  }

 private:
  double uniform() {  // SplitMix64
    uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (static_cast<double>((z ^ (z >> 31)) >> 11) + 0.5) * 0x1p-53;
  }
  uint64_t state_ = 1;
};

// Shares of the live heap by part; the last part is what no site accounts for.
std::vector<std::vector<double>> sharesOf(const std::vector<SiteProfile>& members,
                                          std::vector<std::string>& keys) {
  std::map<std::string, size_t> places;
  for (const SiteProfile& member : members)
    for (const auto& [key, bytes] : member.bytes) places.try_emplace(key, 0);
  for (auto& [key, place] : places) {
    place = keys.size();
    keys.push_back(key);
  }
  std::vector<std::vector<double>> out;
  for (const SiteProfile& member : members) {
    std::vector<double> parts(keys.size() + 1);
    double sum = 0;
    for (const auto& [key, bytes] : member.bytes) {
      parts[places[key]] = bytes;
      sum += bytes;
    }
    const double all = std::max(member.liveBytes, sum);
    parts.back() = all > 0 ? all - sum : 1;
    for (double& part : parts) part /= all > 0 ? all : 1;
    out.push_back(std::move(parts));
  }
  return out;
}

std::vector<OddSite> oddSites(size_t member, const std::vector<SiteProfile>& members,
                              const std::vector<std::vector<double>>& shares,
                              const std::vector<std::string>& keys) {
  std::vector<OddSite> out;
  for (size_t k = 0; k < keys.size(); ++k) {
    std::vector<double> others;
    for (size_t j = 0; j < members.size(); ++j)
      if (j != member) others.push_back(shares[j][k]);
    const double own = shares[member][k], usual = median(std::move(others));
    // Where a report does not list a site, it may have as much as a site needs to be listed.
    const double low = std::min(own, usual), high = std::max(own, usual);
    const double unseen = low > 0 ? low : kLeastShare;
    const double live = members[member].liveBytes;
    if (high - unseen < kLeastShare || (high - low) * live < kLeastBytes) continue;
    const auto found = members[member].bytes.find(keys[k]);
    out.push_back({keys[k], found == members[member].bytes.end() ? 0 : found->second, own, usual});
  }
  std::sort(out.begin(), out.end(), [](const OddSite& a, const OddSite& b) {
    return std::abs(a.share - a.usualShare) > std::abs(b.share - b.usualShare);
  });
  return out;
}

}  // namespace

SiteProfile profileOf(const report::Report& report, const report::Spec& spec) {
  SiteProfile out;
  out.liveBytes = static_cast<double>(spec.profile.liveBytes);
  for (const report::ProfileSite& row : spec.profile.sites) {
    report::Site site;
    site.className = row.className;
    site.method = row.method;
    site.type = row.type;
    site.via = row.via;
    out.bytes[siteKey(site)] += static_cast<double>(row.liveBytes);
  }
  if (!spec.profile.sites.empty()) return out;
  for (const report::Site& site : spec.sites)
    out.bytes[siteKey(site)] += static_cast<double>(site.liveBytes);
  for (const report::Check& check : report.checks)
    if (check.n == spec.sitesCheck) out.liveBytes = static_cast<double>(check.liveBytes);
  return out;
}

double profileDistance(const std::vector<double>& a, const std::vector<double>& b) {
  double divergence = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const double middle = (a[i] + b[i]) / 2;
    if (a[i] > 0) divergence += a[i] * std::log2(a[i] / middle) / 2;
    if (b[i] > 0) divergence += b[i] * std::log2(b[i] / middle) / 2;
  }
  return std::sqrt(std::clamp(divergence, 0.0, 1.0));
}

// By trial: members as numbers on a line, where noise is most uneven (in a space of more dimensions the
// distances are more alike).
double noiseFactor(size_t members) {
  // The factor falls with the members; a trial with more of them would only take longer.
  const size_t count = std::min(members, size_t{32});
  constexpr size_t kTrials = 4000;
  Noise noise;
  std::vector<double> factors;
  for (size_t trial = 0; trial < kTrials; ++trial) {
    std::vector<double> values(count);
    for (double& value : values) value = noise.next();
    const Distances distances(count,
                              [&](size_t i, size_t j) { return std::abs(values[i] - values[j]); });
    double farthest = 0;
    for (size_t i = 0; i < count; ++i) farthest = std::max(farthest, distances.ofMember(i));
    factors.push_back(farthest / distances.ofUsualPair());
  }
  std::sort(factors.begin(), factors.end());
  return factors[static_cast<size_t>(static_cast<double>(kTrials) * (1 - kFalseAlarms))];
}

Comparison compareProfiles(const std::vector<SiteProfile>& members) {
  Comparison out;
  std::vector<std::string> keys;
  const std::vector<std::vector<double>> shares = sharesOf(members, keys);
  const Distances distances(
      members.size(), [&](size_t i, size_t j) { return profileDistance(shares[i], shares[j]); });
  for (size_t i = 0; i < members.size(); ++i) out.distances.push_back(distances.ofMember(i));
  const double usual = median(out.distances);
  std::vector<double> deviations;
  for (const double distance : out.distances) deviations.push_back(std::abs(distance - usual));
  out.limit = std::max(usual + kDeviations * median(std::move(deviations)),
                       noiseFactor(members.size()) * distances.ofUsualPair());
  for (size_t i = 0; i < members.size(); ++i) {
    if (out.distances[i] <= out.limit) continue;
    std::vector<OddSite> sites = oddSites(i, members, shares, keys);
    if (!sites.empty()) out.odd.push_back({i, out.distances[i], std::move(sites)});
  }
  return out;
}

}  // namespace isl::tool

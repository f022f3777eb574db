#include "verdict/LivingSites.h"

#include <map>
#include <vector>

#include "verdict/FilledOnce.h"

namespace isl {
namespace {

// As bytes; empty where they are not known to be idle.
std::vector<WorkSample> livingAlong(const ReportInputs& in, const SpecRun& run,
                                    const FindingEvidence::SiteList& sites, Axis axis,
                                    uint32_t last) {
  std::map<double, double> bytes;
  uint64_t idle = 0, live = 0;
  for (const size_t i : sites) {
    const SiteStat& site = run.worst()[i];
    if (site.site < kFirstSite || site.objects == 0) return {};
    idle += site.objects;
    live += in.seen.bySite.objectsAt(site.site, run.sitesCheck());
    const double each = static_cast<double>(site.bytes) / static_cast<double>(site.objects);
    for (const WorkSample& sample : in.seen.bySite.samples(site.site, axis, last))
      bytes[sample.work] += each * sample.bytes;
  }
  std::vector<WorkSample> along;
  if (8 * idle < 7 * live) return along;
  for (const auto& [work, all] : bytes) along.push_back({work, all});
  return along;
}

}  // namespace

Trend livingUntil(const ReportInputs& in, const SpecRun& run,
                  const FindingEvidence::SiteList& sites, uint64_t allocatedBytes) {
  uint32_t last = 0;
  for (const report::Check& check : in.seen.checks) {
    last = check.n;
    if (last >= run.sitesCheck() || check.allocatedBytes >= allocatedBytes) break;
  }
  if (cameInOneUnit(livingAlong(in, run, sites, Axis::Units, last))) return {};
  return trendOf(livingAlong(in, run, sites, Axis::Allocation, last),
                 static_cast<double>(in.options->minSiteBytes));
}

}  // namespace isl

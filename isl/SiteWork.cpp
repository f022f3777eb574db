#include "SiteWork.h"

#include <algorithm>
#include <optional>

#include "GrowthFit.h"
#include "WorkMeasure.h"

namespace isl::tool {

using report::Check;
using report::Report;
using report::Site;
using report::Spec;

namespace {

constexpr double kLeastGrowth = 64 * 1024;  // as of a site (`min-site`)

// Where the program was when the objects were left, and what lay there.
struct Point {
  const Check* at;
  double bytes;
};

// What is idle at a check was left a window before. What came after the check that the report tells is another matter.
std::vector<Point> pointsOf(const Report& report, const Spec& spec, const Site& site) {
  std::vector<Point> out;
  size_t i = 0;
  for (const report::SitePoint& point : site.history) {
    if (spec.sitesCheck > 0 && point.check > spec.sitesCheck) break;
    while (i < report.checks.size() && report.checks[i].n < point.check) ++i;
    if (i == report.checks.size() || report.checks[i].n != point.check) continue;
    const size_t left = i - std::min<size_t>(i, spec.window);
    const size_t row = site.history.size() > 1 ? site.history[1].check - site.history[0].check : 1;
    if (out.empty() && left >= row)
      out.push_back({&report.checks[left - row], 0});  // nothing lay there one row before
    out.push_back({&report.checks[left], static_cast<double>(point.liveBytes)});
  }
  return out;
}

// Most that was gained between points with the same count, and up to the first of them from a count that is one less.
// Where a count leaps nothing tells which one gained it.
uint64_t mostWithin(const std::vector<Point>& points, uint64_t Check::*count) {
  double most = 0, base = 0;
  for (size_t i = 0; i < points.size(); ++i) {
    const uint64_t now = points[i].at->*count;
    const bool begins = i == 0 || points[i - 1].at->*count != now;
    if (begins) {
      const bool next = i > 0 && points[i - 1].at->*count + 1 == now;
      base = next ? std::min(points[i - 1].bytes, points[i].bytes) : points[i].bytes;
    }
    base = std::min(base, points[i].bytes);
    most = std::max(most, points[i].bytes - base);
  }
  return static_cast<uint64_t>(most);
}

std::vector<WorkSample> samplesOf(const std::vector<Point>& points, uint64_t Check::*count) {
  std::vector<WorkSample> out;
  for (const Point& point : points) {
    const auto work = static_cast<double>(point.at->*count);
    if (!out.empty() && work < out.back().work) out.clear();  // it began anew
    if (!out.empty() && work == out.back().work) out.pop_back();
    out.push_back({work, point.bytes});
  }
  // What is given back later is no growth.
  for (size_t i = out.size(); i > 1; --i)
    out[i - 2].bytes = std::min(out[i - 2].bytes, out[i - 1].bytes);
  return out;
}

void fit(report::SiteWork& out, const std::vector<WorkSample>& samples) {
  const Trend trend = trendOf(samples, kLeastGrowth);
  if (trend.shape != Shape::Growing) {
    out.growth = nameOf(trend.shape);
    return;
  }
  const std::optional<GrowthFit> curve = fitGrowth(samples);
  if (!curve) return;
  tellCurve(*curve, out);
}

report::SiteWork workOf(const std::vector<Point>& points, const Measure& measure) {
  report::SiteWork out;
  if (points.empty()) return out;
  out.per = measure.name;
  out.growth = nameOf(Shape::Unclear);
  const Check& last = *points.back().at;
  if (last.records > 0 || last.units > 0)
    out.recordBytes = mostWithin(points, last.records > 0 ? &Check::records : &Check::units);
  if (last.groups > 0) out.groupBytes = mostWithin(points, &Check::groups);
  out.taskBytes = mostWithin(points, &Check::tasks);
  fit(out, samplesOf(points, measure.count));
  return out;
}

}  // namespace

void tellSiteWork(Report& report) {
  if (!report.run.jvms.empty() || report.checks.empty()) return;
  const Measure measure = measureOf(report.checks);
  for (Spec& spec : report.specs) {
    for (Site& site : spec.sites)
      if (site.work.per.empty()) site.work = workOf(pointsOf(report, spec, site), measure);
  }
}

}  // namespace isl::tool

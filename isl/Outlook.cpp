#include "Outlook.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "GrowthFit.h"
#include "trend/Axis.h"

namespace isl::tool {

using report::Check;
using report::Outlook;
using report::Report;

namespace {

// As of a site: less is no growth (`min-site`). A heap that gains it is full in a hundred times the work at the latest.
constexpr double kLeastGrowth = 0.01;
// The second half of a power's work gains 2^c - 1 of what the first half does. A trend grows from a half on; twice as much
// is as far from a straight line on the other side.
const double kWorse = std::log2(3.0);
// Most of it: more than all the rest.
constexpr double kMost = 0.5;
// Most of a rise in a quarter of the work is twice what a straight line has there, and more than a square.
constexpr double kWidestStep = 1.0 / 4;
// A curve that comes to the limit so soon after the heap was full has foretold it.
constexpr double kForetold = 0.1;
// Objects that are larger on average are few and large: a site of one counts (`min-site`).
constexpr double kLargeObject = 64 * 1024;

// Where the program was, and what lived.
struct Point {
  double work = 0, live = 0, objects = 0;
  uint64_t groups = 0;
  bool outOfMemory = false;  // no check was there: the heap was full
};

using Count = uint64_t Check::*;

// The checks since a count began anew, as units do when a better clock comes.
std::vector<const Check*> since(const std::vector<Check>& checks, Count count) {
  std::vector<const Check*> out;
  for (const Check& check : checks) {
    if (!out.empty() && check.*count < out.back()->*count) out.clear();
    out.push_back(&check);
  }
  return out;
}

bool tells(const std::vector<const Check*>& checks, Count count) {
  size_t counted = 0, own = 0;
  for (size_t i = 0; i < checks.size(); ++i) {
    if (checks[i]->*count > 0) ++counted;
    if (checks[i]->*count > (i == 0 ? 0 : checks[i - 1]->*count)) ++own;
  }
  return unitsTell(own, counted);
}

// What the work is told in: records where they tell it, for they are the data's own measure.
struct Measure {
  const char* name;
  Count count;
  uint64_t report::OutOfMemory::*atTheEnd;
};

Measure measureOf(const std::vector<Check>& checks) {
  const Measure records{"records", &Check::records, &report::OutOfMemory::records},
      units{"units", &Check::units, &report::OutOfMemory::units},
      allocated{"allocatedBytes", &Check::allocatedBytes, &report::OutOfMemory::allocatedBytes};
  for (const Measure& one : {records, units})
    if (tells(since(checks, one.count), one.count)) return one;
  return allocated;
}

// From the first of the work on; `before`: the live heap when it began.
struct Course {
  std::vector<Point> points;
  double before = 0;
};

Course courseOf(const Report& report, const Measure& measure) {
  Course out;
  const std::vector<report::OutOfMemory>& ends = report.pressure.outOfMemory;
  for (const Check* check : since(report.checks, measure.count)) {
    if (!ends.empty() && check->atMs > ends.front().atMs) break;  // what is left after the end
    const auto work = static_cast<double>(check->*measure.count);
    const auto live = static_cast<double>(check->liveBytes);
    if (out.points.empty() && (work <= 0 || out.before == 0)) out.before = live;
    if (work > 0)
      out.points.push_back(
          {work, live, static_cast<double>(check->liveObjects), check->groups, false});
  }
  return out;
}

// Where what lay there was given back for the last time: what comes after is told from there. Giving back is a fall by
// most of all that was ever gained.
size_t phaseStart(const std::vector<Point>& points, double before) {
  double peak = before;
  for (const Point& point : points) peak = std::max(peak, point.live);
  size_t start = 0;
  double high = before;
  for (size_t i = 0; i < points.size(); ++i) {
    if (high - points[i].live > kMost * (peak - before)) {
      start = i;
      high = points[i].live;
    }
    high = std::max(high, points[i].live);
  }
  // The lowest place after the fall.
  while (start + 1 < points.size() && start > 0 && points[start + 1].live <= points[start].live)
    ++start;
  return start;
}

std::vector<WorkSample> samplesOf(const std::vector<Point>& points, size_t start) {
  std::vector<WorkSample> out;
  const double origin = start == 0 ? 0 : points[start].work;
  for (size_t i = start; i < points.size(); ++i)
    out.push_back({points[i].work - origin, points[i].live});
  // What is given back later is no growth.
  for (size_t i = out.size() - 1; i > 0; --i)
    out[i - 1].bytes = std::min(out[i - 1].bytes, out[i].bytes);
  return out;
}

// What comes and goes on top of what stays, at most, in the second half: the heap is full while it is there.
double comesAndGoes(const std::vector<Point>& points, const std::vector<WorkSample>& samples,
                    size_t start) {
  double most = 0;
  for (size_t i = samples.size() / 2; i < samples.size(); ++i)
    most = std::max(most, points[start + i].live - samples[i].bytes);
  return most;
}

// A phase that is over says how far such a one goes. One that has not gone twice as far may end like it.
bool goesFurther(const std::vector<Point>& points, size_t start, double before) {
  if (start == 0) return true;
  double gained = 0;
  for (size_t i = 0; i < start; ++i) gained = std::max(gained, points[i].live - before);
  return points.back().live - points[start].live > 2 * gained;
}

void fit(Outlook& out, const std::vector<Point>& points, double before) {
  out.growth = "unclear";
  if (points.empty()) return;
  const size_t start = phaseStart(points, before);
  const std::vector<WorkSample> samples = samplesOf(points, start);
  out.samples = static_cast<uint32_t>(samples.size());
  const Trend trend = trendOf(samples, kLeastGrowth * static_cast<double>(out.heapBytes));
  if (trend.shape != Shape::Growing || !goesFurther(points, start, before)) {
    if (trend.shape != Shape::Unclear && trend.shape != Shape::Growing)
      out.growth = nameOf(trend.shape);
    if (trend.shape == Shape::Growing) out.growth = nameOf(Shape::Bounded);
    return;
  }
  const std::optional<GrowthFit> curve = fitGrowth(samples);
  if (!curve) return;
  out.growth = curve->exponent > kWorse ? "worse" : "linear";
  out.offset = curve->offset;
  out.factor = curve->factor;
  out.exponent = curve->exponent;
  out.determination = curve->determination;
  const double room = static_cast<double>(out.heapBytes) - comesAndGoes(points, samples, start);
  const double origin = start == 0 ? 0 : points[start].work;
  const double full = curve->reaches(room) + origin;
  // A curve that is there already is full at the next step.
  if (out.heapBytes > 0 && full < 9e18)
    out.fullAt = std::max(out.at + 1, static_cast<uint64_t>(std::llround(full)));
}

// The first point of what begins, and the last of it.
struct Span {
  size_t from = 0, to = 0;
};

// The largest rise from one amount of work to the next, several checks within one record taken together.
Span sharpestRise(const std::vector<Point>& points) {
  Span out;
  double most = 0;
  size_t before = 0;
  for (size_t i = 0; i < points.size(); ++i) {
    if (i + 1 < points.size() && points[i + 1].work == points[i].work) continue;
    if (i != before && points[i].live - points[before].live > most) {
      most = points[i].live - points[before].live;
      out = {before, i};
    }
    before = i;
  }
  return out;
}

bool causedByGroup(Outlook& out, const std::vector<Point>& points, double before, double peak) {
  if (points.empty() || points.back().groups < 2) return false;
  // What was gained while a group was the latest one, as far as checks fell into it.
  double most = 0, next = 0, base = before;
  uint64_t worst = 0;
  for (size_t i = 0; i < points.size();) {
    double high = points[i].live;
    size_t end = i;
    for (; end < points.size() && points[end].groups == points[i].groups; ++end)
      high = std::max(high, points[end].live);
    const double gained = high - std::min(base, points[i].live);
    if (gained > most) {
      next = most;
      most = gained;
      worst = points[i].groups;
    } else {
      next = std::max(next, gained);
    }
    base = points[end - 1].live;
    i = end;
  }
  if (worst == 0 || most <= kMost * (peak - before)) return false;
  out.cause = next > kMost * most ? "group" : "hot-key";
  out.causeFrom = out.causeAt = worst;
  return true;
}

bool causedByRecord(Outlook& out, const std::vector<Point>& points, double before, double peak) {
  std::vector<Point> all = points;
  if (!all.empty()) all.insert(all.begin(), {0, before, all.front().objects, 0, false});
  const Span rise = sharpestRise(all);
  if (rise.to == 0) return false;
  const Point &from = all[rise.from], &to = all[rise.to];
  const double gained = to.live - from.live;
  if (gained <= kMost * (peak - before) ||
      to.work - from.work > std::max(1.0, kWidestStep * to.work))
    return false;
  const double objects = to.objects - from.objects;
  out.cause =
      !to.outOfMemory && gained > kLargeObject * std::max(1.0, objects) ? "large-record" : "record";
  out.causeFrom = static_cast<uint64_t>(from.work);
  out.causeAt = static_cast<uint64_t>(to.work);
  return true;
}

// By what the heap runs full. Where it does not nothing is to be told.
void explain(Outlook& out, const Report& report, const Measure& measure, Course course) {
  const std::vector<report::OutOfMemory>& ends = report.pressure.outOfMemory;
  if (out.fullAt == 0 && ends.empty() && report.pressure.uselessCollections == 0) return;
  if (!ends.empty()) {
    Point end;
    end.work = static_cast<double>(ends.front().*measure.atTheEnd);
    end.live = static_cast<double>(out.heapBytes);
    end.groups = ends.front().groups;
    end.outOfMemory = true;
    if (end.work > 0) course.points.push_back(end);
  }
  if (course.points.empty()) return;  // nothing tells the work
  double peak = course.before;
  for (const Point& point : course.points) peak = std::max(peak, point.live);
  if (course.before > kMost * peak) {
    out.cause = "start";
    return;
  }
  if (causedByGroup(out, course.points, course.before, peak)) return;
  const bool foretold = out.fullAt > 0 && course.points.back().work >=
                                              (1 - kForetold) * static_cast<double>(out.fullAt);
  if (!foretold && out.per != std::string("allocatedBytes") &&
      causedByRecord(out, course.points, course.before, peak))
    return;
  if (out.fullAt > 0 || !ends.empty()) out.cause = "task";
}

}  // namespace

Outlook outlookOf(const Report& report) {
  Outlook out;
  out.growth = "unclear";
  out.heapBytes = report.pressure.heapBytes;
  if (report.checks.empty()) return out;
  const Measure measure = measureOf(report.checks);
  const Course course = courseOf(report, measure);
  out.per = measure.name;
  out.at = report.checks.back().*measure.count;
  out.liveBytes = report.checks.back().liveBytes;
  fit(out, course.points, course.before);
  explain(out, report, measure, course);
  return out;
}

void foretell(Report& report) {
  // Work went on: a collection was forced twice, or softly held objects made room.
  auto& ends = report.pressure.outOfMemory;
  if (report.run.jvms.empty() && !ends.empty() && !report.checks.empty()) {
    const Measure measure = measureOf(report.checks);
    if (report.checks.back().*measure.count > ends.front().*measure.atTheEnd + 1) ends.clear();
  }
  if (report.outlook.empty() && report.run.jvms.empty())
    report.outlook.push_back(outlookOf(report));
}

}  // namespace isl::tool

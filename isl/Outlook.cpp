#include "Outlook.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "GrowthFit.h"
#include "WorkMeasure.h"

namespace isl::tool {

using report::Check;
using report::Outlook;
using report::Report;

namespace {

// As of a site: less is no growth (`min-site`). A heap that gains it is full in a hundred times the work at the latest.
constexpr double kLeastGrowth = 0.01;
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
  uint64_t groups = 0, tasks = 0;
  bool outOfMemory = false;  // no check was there: the heap was full
};

// From the first of the work on; `before`: the live heap when it began, at `from`.
struct Course {
  std::vector<Point> points;
  double before = 0, from = 0;
};

Course courseOf(const Report& report, const Measure& measure) {
  Course out;
  const std::vector<report::OutOfMemory>& ends = report.pressure.outOfMemory;
  for (const Check* check : since(report.checks, measure.count)) {
    if (!ends.empty() && check->atMs > ends.front().atMs) break;  // what is left after the end
    const auto work = static_cast<double>(check->*measure.count);
    const auto live = static_cast<double>(check->liveBytes);
    // Of the first of the work nothing is there yet when it begins.
    if (out.points.empty() && (work <= 1 || out.before == 0)) out.before = live;
    if (work > 0)
      out.points.push_back({work, live, static_cast<double>(check->liveObjects), check->groups,
                            check->tasks, false});
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

// A text or table of few large objects is copied into one twice as large, and does not fit long before its curve says so:
// most of what it has gained came at once. A third is less than a doubling brings and more than any work in small steps.
bool doubles(const std::vector<Point>& points, const std::vector<WorkSample>& samples,
             size_t start) {
  const double gained = samples.back().bytes - samples.front().bytes;
  const double objects = points.back().objects - points[start].objects;
  double most = 0;
  for (size_t i = 1; i < samples.size(); ++i)
    most = std::max(most, samples[i].bytes - samples[i - 1].bytes);
  return gained > kLargeObject * std::max(1.0, objects) && most > gained / 3;
}

// Did the last third of the work bring half at least of what the curve has there? A program that loads its rules for most of it, and
// gains nothing since, follows a line until then.
bool isFollowed(const GrowthFit& curve, const std::vector<WorkSample>& samples) {
  constexpr double kLast = 1.0 / 3;
  const WorkSample &first = samples.front(), &last = samples.back();
  const double from = last.work - kLast * (last.work - first.work);
  const auto after = std::find_if(samples.begin(), samples.end(),
                                  [from](const WorkSample& one) { return one.work > from; });
  const WorkSample& before = after == samples.begin() ? first : *(after - 1);
  return 2 * (last.bytes - before.bytes) >= curve.at(last.work) - curve.at(before.work);
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
  if (!curve || !isFollowed(*curve, samples)) return;
  tellCurve(*curve, out);
  const double room = static_cast<double>(out.heapBytes) - comesAndGoes(points, samples, start);
  const double origin = start == 0 ? 0 : points[start].work;
  const double full = curve->reaches(room) + origin;
  // A curve that is there already is full at the next step.
  if (out.heapBytes > 0 && full < 9e18 && !doubles(points, samples, start))
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
  // What was gained while a group was the latest one, as far as checks fell into it. Groups that began between two checks
  // share what was gained there.
  double most = 0, next = 0, base = before;
  uint64_t worst = 0, latest = 0;
  for (size_t i = 0; i < points.size();) {
    double high = points[i].live;
    size_t end = i;
    for (; end < points.size() && points[end].groups == points[i].groups; ++end)
      high = std::max(high, points[end].live);
    const auto begun = static_cast<double>(std::max<uint64_t>(1, points[i].groups - latest));
    const double gained = high - points[i].live + std::max(0.0, points[i].live - base) / begun;
    if (gained > most) {
      next = most;
      most = gained;
      worst = points[i].groups;
    } else {
      next = std::max(next, gained);
    }
    base = points[end - 1].live;
    latest = points[i].groups;
    i = end;
  }
  if (worst == 0 || most <= kMost * (peak - before)) return false;
  out.cause = next > kMost * most ? "group" : "hot-key";
  out.causeFrom = out.causeAt = worst;
  return true;
}

// The points of the task that ran out of memory, from where the one before it had come to.
Course lastTask(const std::vector<Point>& points, uint64_t tasks) {
  Course out;
  for (const Point& point : points) {
    if (point.outOfMemory) continue;
    if (point.tasks < tasks)
      out.from = point.work;
    else
      out.points.push_back(point);
  }
  return out;
}

std::vector<Point> before(std::vector<Point> points, double work) {
  while (!points.empty() && points.back().work >= work) points.pop_back();
  return points;
}

// What did not grow with its task up to the last check did not fill the heap with it, however far that check is.
bool isLevel(const std::vector<Point>& points, const Outlook& out) {
  if (points.empty()) return false;
  const Trend trend =
      trendOf(samplesOf(points, 0), kLeastGrowth * static_cast<double>(out.heapBytes));
  return trend.shape == Shape::Constant || trend.shape == Shape::Bounded;
}

bool causedByRecord(Outlook& out, const Course& course, double peak) {
  std::vector<Point> all = course.points;
  if (!all.empty())
    all.insert(all.begin(), {course.from, course.before, all.front().objects, 0, 0, false});
  const Span rise = sharpestRise(all);
  if (rise.to == 0) return false;
  const Point &from = all[rise.from], &to = all[rise.to];
  const double gained = to.live - from.live;
  const double ofTask = to.work - lastTask(all, to.tasks).from;
  const bool sharp = to.work - from.work <= std::max(1.0, kWidestStep * ofTask);
  const bool behind = to.work == all.back().work &&
                      isLevel(before(lastTask(course.points, to.tasks).points, to.work), out);
  if (gained <= kMost * (peak - course.before) || !(sharp || behind)) return false;
  const double objects = to.objects - from.objects;
  out.cause =
      !to.outOfMemory && gained > kLargeObject * std::max(1.0, objects) ? "large-record" : "record";
  out.causeFrom = static_cast<uint64_t>(from.work);
  out.causeAt = static_cast<uint64_t>(to.work);
  return true;
}

double peakOf(const Course& course) {
  double peak = course.before;
  for (const Point& point : course.points) peak = std::max(peak, point.live);
  return peak;
}

// From where all was given back for the last time: a task begins, and before its first record it may load what it needs.
Course lastPhase(const Course& course) {
  const size_t start = phaseStart(course.points, course.before);
  if (start == 0) return course;
  Course out;
  out.from = course.points[start].work;
  size_t i = start;
  for (; i < course.points.size() && course.points[i].work == out.from; ++i)
    out.before = course.points[i].live;
  out.points.assign(course.points.begin() + static_cast<long>(i), course.points.end());
  return out;
}

// By what the heap runs full. Where it does not nothing is to be told.
void explain(Outlook& out, const Report& report, const Measure& measure, Course course) {
  const std::vector<report::OutOfMemory>& ends = report.pressure.outOfMemory;
  if (out.fullAt == 0 && ends.empty() && report.pressure.uselessCollections == 0) return;
  if (!ends.empty()) {
    // A task had begun, and not one record of it.
    if (ends.front().tasks > 0 && ends.front().units == 0 && ends.front().records == 0) {
      out.cause = "start";
      return;
    }
    Point end;
    end.work = static_cast<double>(ends.front().*measure.atTheEnd);
    end.live = static_cast<double>(out.heapBytes);
    end.groups = ends.front().groups;
    end.tasks = ends.front().tasks;
    end.outOfMemory = true;
    if (end.work > 0) course.points.push_back(end);
  }
  if (course.points.empty()) return;  // nothing tells the work
  const Course phase = lastPhase(course);
  const double peak = peakOf(phase);
  if (phase.before > kMost * peak) {
    out.cause = "start";
    return;
  }
  if (causedByGroup(out, course.points, course.before, peakOf(course))) return;
  const bool foretold = out.fullAt > 0 && course.points.back().work >=
                                              (1 - kForetold) * static_cast<double>(out.fullAt);
  if (!foretold && out.per != std::string("allocatedBytes") && causedByRecord(out, phase, peak))
    return;
  if (out.fullAt > 0 || !ends.empty()) out.cause = "task";
}

}  // namespace

// After it there is what was left, or another task.
static const Check& lastBeforeTheEnd(const Report& report) {
  const std::vector<report::OutOfMemory>& ends = report.pressure.outOfMemory;
  size_t last = report.checks.size() - 1;
  while (!ends.empty() && last > 0 && report.checks[last].atMs > ends.front().atMs) --last;
  return report.checks[last];
}

Outlook outlookOf(const Report& report) {
  Outlook out;
  out.growth = "unclear";
  out.heapBytes = report.pressure.heapBytes;
  if (report.checks.empty()) return out;
  const Measure measure = measureOf(report.checks);
  const Course course = courseOf(report, measure);
  const Check& last = lastBeforeTheEnd(report);
  out.per = measure.name;
  out.at = last.*measure.count;
  out.liveBytes = last.liveBytes;
  fit(out, course.points, course.before);
  explain(out, report, measure, course);
  return out;
}

// A collection was forced twice, or softly held objects made room. What a later task does says nothing: engines start one
// where another has failed. Records are of one thread; of other units threads that were not hit end what they have begun,
// but not a tenth more.
static bool wentOn(const Report& report, const report::OutOfMemory& end) {
  const Measure measure = measureOf(report.checks);
  const uint64_t count = end.*measure.atTheEnd;
  const uint64_t begun =
      measure.name == std::string("records") ? 1 : std::max<uint64_t>(1, count / 10);
  return std::any_of(report.checks.begin(), report.checks.end(), [&](const Check& check) {
    return check.tasks == end.tasks && check.*measure.count > count + begun;
  });
}

void foretell(Report& report) {
  auto& ends = report.pressure.outOfMemory;
  if (report.run.jvms.empty() && !ends.empty() && wentOn(report, ends.front())) ends.clear();
  if (report.outlook.empty() && report.run.jvms.empty())
    report.outlook.push_back(outlookOf(report));
}

}  // namespace isl::tool

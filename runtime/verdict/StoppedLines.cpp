#include "verdict/StoppedLines.h"

#include <algorithm>

#include "base/LibraryTypes.h"

namespace isl {

bool ranLately(uint64_t last, uint64_t begun, uint64_t done) {
  constexpr uint64_t kLastParts = 6;  // as Sights::gain() has
  return last == 0 || kLastParts * (done - std::min(last, done)) < done - std::min(begun, done);
}

constexpr double kNextSight = 1.25;  // a fifth of the work has no look at most

// Since the program was ready.
static double halfOfWork(const ReportInputs& in, Axis axis) {
  const WorkPosition ready{0, 0, in.seen.readyBytes};
  return (workAt(ready, axis) + workAt(doneBy(in), axis)) / 2;
}

// Since so much work at the latest, and seen to do so in the last sixth of all, in which what grows has to stay: the program may
// have let go of it before the last check.
static bool standsToTheEnd(const std::vector<WorkSample>& objects, double since, double all) {
  return !objects.empty() && 6 * objects.back().work >= 5 * all &&
         standsSince(objects, 0, kOfObjects) <= since;
}

bool hasStoodByHalf(const ReportInputs& in, uint32_t site, Axis axis, uint32_t last) {
  if (site < kFirstSite || in.seen.checks.empty()) return false;
  const auto standsBy = [&](Axis by) {
    const std::vector<WorkSample> objects = in.seen.bySite.samples(site, by, last);
    const double half = halfOfWork(in, by), all = workAt(doneBy(in), by);
    return hasStoodSince(objects, half) || standsToTheEnd(objects, kNextSight * half, all);
  };
  return standsBy(axis) && (!in.units->areTests() || standsBy(Axis::Units));
}

std::vector<std::string> havingOneEach(const report::Path& path) {
  std::vector<std::string> types;
  for (const report::PathEdge& edge : path.edges) {
    if (edge.field == "[*]" || edge.repeats > 1) break;
    if (!isLibraryType(edge.holderType)) types.push_back(edge.holderType);
  }
  return types;
}

bool replaceOthers(const ReportInputs& in, const report::Site& site, Axis axis, uint32_t last) {
  if (site.paths.empty() || 2 * site.paths.front().share < 1) return false;
  const uint32_t objects = in.seen.bySite.objectsAt(site.id, last);
  const double half = halfOfWork(in, axis);
  const std::vector<std::string> types = havingOneEach(site.paths.front());
  return objects > 0 && std::any_of(types.begin(), types.end(), [&](const std::string& name) {
           const uint32_t type = in.classes->typeNamed(name);
           const Populations& all = in.seen.populations;
           return all.objectsAt(type, last) >= objects &&
                  hasStoodSince(all.samples(type, axis, last), half);
         });
}

std::vector<WorkSample> objectsOfStopped(const ReportInputs& in, const FrameLines::Line& line,
                                         const std::string& type) {
  const uint64_t last = in.stacks->lastRanAt(in.jvmti, in.jni, line);
  const AtWork work(in);
  const auto lately = [&](uint64_t done) { return ranLately(last, work.begun, done); };
  if (lately(work.done) && lately(in.seen.allocatedBytes)) return {};
  return standingSince(work.objects(in.seen.populations, in.classes->typeNamed(type)),
                       static_cast<double>(last), static_cast<double>(work.done));
}

}  // namespace isl

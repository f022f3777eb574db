#include "verdict/HeapFinding.h"

#include <algorithm>
#include <map>
#include <utility>

#include "paths/ToldPaths.h"
#include "trend/Populations.h"
#include "verdict/Findings.h"
#include "verdict/HolderChoice.h"
#include "verdict/MostHeld.h"

namespace isl {
namespace {

constexpr double kMost = 0.5;  // more than all the rest
// No heap keeps more than is allocated, but for what samples miss of that: else the VM has allocated it, as the stacks of virtual
// threads, and allocation is no measure of the work.
constexpr double kMostOfAllocated = 1.25;
constexpr double kSeen = 1.0 / 3;  // of what the heap gained: of less what filled early may be most

// The first edge of a path is the object itself. An array that a field holds belongs to the object of that field.
const report::PathEdge& piling(const report::Path& path) {
  const report::PathEdge& object = path.edges.front();
  const bool array = !object.holderType.empty() && object.holderType.back() == ']';
  const bool owned = array && path.edges.size() > 1 && path.edges[1].field.rfind('[', 0) != 0;
  return owned ? path.edges[1] : object;
}

// Those for which `counts` holds, as shares of what all of these have; `part`: of what all had.
template <typename Counts>
std::vector<report::Path> only(const std::vector<report::Path>& heap, double& part,
                               Counts&& counts) {
  std::vector<report::Path> out;
  part = 0;
  for (const report::Path& path : heap) {
    if (!counts(path)) continue;
    out.push_back(path);
    part += path.share;
  }
  for (report::Path& path : out) path.share /= part;
  return out;
}

// It had as much as in the end in the first half of what was seen.
bool comesBackToWhatItHad(const std::vector<WorkSample>& samples) {
  const WorkSample& end = samples.back();
  const double half = (samples.front().work + end.work) / 2;
  return std::any_of(samples.begin(), samples.end(), [&](const WorkSample& sample) {
    return sample.work <= half && sample.bytes >= end.bytes;
  });
}

struct Pile {
  std::string type;
  uint32_t site = 0;
  double part = 0;  // of all bytes of that type
};

// Of what that holder has the type and site of most.
Pile pileOf(const std::vector<report::Path>& heap, const report::Holder& holder) {
  std::map<std::string, double> types, all;
  std::map<std::pair<std::string, uint32_t>, double> sites;
  for (const report::Path& path : heap) {
    if (path.edges.empty()) continue;
    const report::PathEdge& one = piling(path);
    all[one.holderType] += path.share;
    if (!holderOn(path, holder)) continue;
    types[one.holderType] += path.share;
    sites[{one.holderType, one.holderId}] += path.share;
  }
  const auto less = [](const auto& a, const auto& b) { return a.second < b.second; };
  if (types.empty()) return {};
  const auto& [type, share] = *std::max_element(types.begin(), types.end(), less);
  Pile out{type, 0, share / all[type]};
  double most = 0;
  for (const auto& [at, bytes] : sites) {
    if (at.first != out.type || bytes <= most) continue;
    most = bytes;
    out.site = at.second;
  }
  return out;
}

// How one of them is held.
report::Path wayTo(const std::vector<report::Path>& heap, const report::Holder& holder,
                   const Pile& pile) {
  for (const report::Path& path : heap) {
    if (path.edges.empty() || !holderOn(path, holder)) continue;
    const report::PathEdge& one = piling(path);
    if (one.holderType != pile.type || one.holderId != pile.site) continue;
    report::Path out = path;
    out.share = 1;
    out.edges.erase(out.edges.begin(), out.edges.begin() + (&one - path.edges.data()) + 1);
    return out;
  }
  return {};
}

// Of its objects the part that has come since the program was ready, if all of the type that lived by then are still there,
// and with this holder.
double cameSince(const Pile& pile, const ObjectsOfType& objects) {
  const double now = pile.part * static_cast<double>(objects.then);
  return now > 0 ? std::max(0.0, 1 - static_cast<double>(objects.atReady) / now) : 0;
}

// What has most of some of the heap.
struct Candidate {
  report::Finding finding;
  Pile pile;
  double held = 0, came = 0;  // bytes: under it, and since the start of the work
  double cameLater = 0;       // likewise when most objects of its type lived, after the check
};

// Of so many bytes; so many lived at the start.
std::optional<Candidate> candidateOf(const HeapHeld& heap, const std::vector<report::Path>& ways,
                                     double live, double before) {
  const auto count = [&heap](const std::string& type) { return heap.objectsOf(type).then; };
  const std::optional<report::MostHeld> most = mostHeld(ways, heap.growing, count);
  if (!most || most->className.empty()) return {};
  Candidate out;
  out.finding.kind = "leak";
  out.finding.holder.kind = most->kind;
  out.finding.holder.className = most->className;
  out.finding.holder.field = most->field;
  out.pile = pileOf(ways, out.finding.holder);
  out.finding.type = out.pile.type.empty() ? most->type : out.pile.type;
  const ObjectsOfType objects = heap.objectsOf(out.finding.type);
  out.finding.objects = objects.then;
  const auto dead = static_cast<double>(heap.deadBytes);
  out.held = std::max(0.0, most->share * live - dead);
  out.finding.retainedBytes = static_cast<uint64_t>(out.held);
  out.came = std::max(out.held - before, out.held * cameSince(out.pile, objects));
  if (objects.then >= Populations::kLeastGrowth && objects.later > objects.then) {
    const auto more = static_cast<double>(objects.later - objects.then);
    out.cameLater = out.came + out.held * more / static_cast<double>(objects.then);
  }
  if (!out.pile.type.empty())
    out.finding.paths.push_back(wayTo(ways, out.finding.holder, out.pile));
  return out;
}

}  // namespace

std::optional<report::Finding> heapFinding(const HeapHeld& heap, const Sights& sights,
                                           double leastGrowth, uint32_t& site) {
  const std::vector<WorkSample> samples = sights.samples();
  Trend trend = trendOf(samples, leastGrowth);
  if (trend.shape != Shape::Growing || sights.standsInTheEnd()) return {};
  if (comesBackToWhatItHad(samples)) return {};
  const double work = samples.back().work - samples.front().work;
  if (sights.axis() == Axis::Allocation && trend.growth > kMostOfAllocated * work) return {};
  double part = 0;
  std::vector<report::Path> ways = only(heap.paths, part, [](const report::Path& path) {
    return path.root.kind != "reference" && !leadsFromCleared(path);
  });
  const double before = samples.back().bytes - trend.growth;
  const double strong = part * static_cast<double>(heap.liveBytes);
  const auto dead = static_cast<double>(heap.deadBytes);
  double live = strong, all = trend.growth;
  while (std::optional<Candidate> most = candidateOf(heap, ways, live, before)) {
    const double gained = live - dead - before;
    const bool seen = gained >= kSeen * all || most->cameLater >= kMost * all;
    if (before <= 0 || gained <= 0 || !seen || most->came < kMost * gained) break;
    report::Finding& out = most->finding;
    if (heap.hasStopped && heap.hasStopped(most->pile.site, out.type)) {
      std::vector<report::Path> rest =
          only(ways, part, [&](const report::Path& path) { return !holderOn(path, out.holder); });
      if (rest.size() == ways.size()) break;
      ways = std::move(rest);
      all -= (1 - part) * live;
      live *= part;
      continue;
    }
    out.share = std::min(1.0, most->came / (strong - dead - before));
    for (double* each : {&trend.slope, &trend.firstHalf, &trend.secondHalf}) *each *= out.share;
    out.growth = nameOf(trend.shape);
    out.trend = describeTrend(trend, sights.axis());
    site = most->pile.site;
    return out;
  }
  return {};
}

}  // namespace isl

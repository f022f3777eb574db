#include "verdict/HeapFinding.h"

#include <algorithm>
#include <map>
#include <utility>

#include "verdict/Findings.h"
#include "verdict/HolderChoice.h"
#include "verdict/MostHeld.h"

namespace isl {
namespace {

constexpr double kMost = 0.5;      // more than all the rest
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

}  // namespace

std::optional<report::Finding> heapFinding(const HeapHeld& heap, const Sights& sights,
                                           double leastGrowth, uint32_t& site) {
  const std::vector<WorkSample> samples = sights.samples();
  Trend trend = trendOf(samples, leastGrowth);
  if (trend.shape != Shape::Growing) return {};
  double part = 0;
  std::vector<report::Path> strong = only(
      heap.paths, part, [](const report::Path& path) { return path.root.kind != "reference"; });
  const double before = samples.back().bytes - trend.growth;
  const double most = part * static_cast<double>(heap.liveBytes);
  double live = most, all = trend.growth;
  while (const std::optional<report::MostHeld> holder = mostHeld(strong, heap.growing)) {
    if (holder->className.empty()) break;
    const double held = holder->share * live, gained = live - before;
    report::Finding out;
    out.kind = "leak";
    out.holder.kind = holder->kind;
    out.holder.className = holder->className;
    out.holder.field = holder->field;
    const Pile pile = pileOf(strong, out.holder);
    out.type = pile.type.empty() ? holder->type : pile.type;
    const ObjectsOfType objects = heap.objectsOf(out.type);
    const double came = std::max(held - before, held * cameSince(pile, objects));
    if (before <= 0 || gained <= 0 || gained < kSeen * all || came < kMost * gained) break;
    if (heap.hasStopped && heap.hasStopped(pile.site, out.type)) {
      std::vector<report::Path> rest =
          only(strong, part, [&](const report::Path& path) { return !holderOn(path, out.holder); });
      if (rest.size() == strong.size()) break;
      strong = std::move(rest);
      all -= (1 - part) * live;
      live *= part;
      continue;
    }
    out.objects = objects.then;
    out.retainedBytes = static_cast<uint64_t>(held);
    out.share = std::min(1.0, came / (most - before));
    for (double* each : {&trend.slope, &trend.firstHalf, &trend.secondHalf}) *each *= out.share;
    out.growth = nameOf(trend.shape);
    out.trend = describeTrend(trend, sights.axis());
    site = pile.site;
    if (!pile.type.empty()) out.paths.push_back(wayTo(strong, out.holder, pile));
    return out;
  }
  return {};
}

}  // namespace isl

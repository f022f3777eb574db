#include "verdict/HeapFinding.h"

#include <algorithm>
#include <map>

#include "verdict/Findings.h"
#include "verdict/HolderChoice.h"
#include "verdict/MostHeld.h"

namespace isl {
namespace {

constexpr double kMost = 0.5;  // more than all the rest

// The first edge of a path is the object itself. An array that a field holds belongs to the object of that field.
const report::PathEdge& piling(const report::Path& path) {
  const report::PathEdge& object = path.edges.front();
  const bool array = !object.holderType.empty() && object.holderType.back() == ']';
  const bool owned = array && path.edges.size() > 1 && path.edges[1].field.rfind('[', 0) != 0;
  return owned ? path.edges[1] : object;
}

// Of all of them a share of 1.
std::vector<report::Path> strongOf(const std::vector<report::Path>& heap, double& part) {
  std::vector<report::Path> out;
  part = 0;
  for (const report::Path& path : heap) {
    if (path.root.kind == "reference") continue;
    out.push_back(path);
    part += path.share;
  }
  for (report::Path& path : out) path.share /= part;
  return out;
}

struct Pile {
  std::string type;
  uint32_t site = 0;
};

// Of what that holder has the type and site of most.
Pile pileOf(const std::vector<report::Path>& heap, const report::Holder& holder) {
  std::map<std::string, double> types;
  std::map<std::pair<std::string, uint32_t>, double> sites;
  for (const report::Path& path : heap) {
    if (path.edges.empty() || !holderOn(path, holder)) continue;
    const report::PathEdge& one = piling(path);
    types[one.holderType] += path.share;
    sites[{one.holderType, one.holderId}] += path.share;
  }
  const auto less = [](const auto& a, const auto& b) { return a.second < b.second; };
  if (types.empty()) return {};
  Pile out{std::max_element(types.begin(), types.end(), less)->first};
  double most = 0;
  for (const auto& [at, share] : sites) {
    if (at.first != out.type || share <= most) continue;
    most = share;
    out.site = at.second;
  }
  return out;
}

}  // namespace

std::optional<report::Finding> heapFinding(const HeapHeld& heap, const Sights& sights,
                                           double leastGrowth, uint32_t& site) {
  const std::vector<WorkSample> samples = sights.samples();
  Trend trend = trendOf(samples, leastGrowth);
  if (trend.shape != Shape::Growing) return {};
  double part = 0;
  const std::vector<report::Path> strong = strongOf(heap.paths, part);
  const std::optional<report::MostHeld> most = mostHeld(strong, heap.growing);
  if (!most || most->className.empty()) return {};
  const double live = part * static_cast<double>(heap.liveBytes), held = most->share * live;
  const double before = samples.back().bytes - trend.growth;
  const double gained = std::max(live, samples.back().bytes) - before;
  if (before <= 0 || gained <= 0 || held - before < kMost * gained) return {};
  report::Finding out;
  out.kind = "leak";
  out.holder.kind = most->kind;
  out.holder.className = most->className;
  out.holder.field = most->field;
  const Pile pile = pileOf(strong, out.holder);
  out.type = pile.type.empty() ? most->type : pile.type;
  out.retainedBytes = static_cast<uint64_t>(held);
  out.share = (held - before) / gained;
  for (double* each : {&trend.slope, &trend.firstHalf, &trend.secondHalf}) *each *= out.share;
  out.growth = nameOf(trend.shape);
  out.trend = describeTrend(trend, sights.axis());
  site = pile.site;
  return out;
}

}  // namespace isl

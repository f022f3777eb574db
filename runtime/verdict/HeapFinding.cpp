#include "verdict/HeapFinding.h"

#include <algorithm>
#include <map>

#include "verdict/Findings.h"
#include "verdict/HolderChoice.h"

namespace isl {
namespace {

constexpr double kMost = 0.5;  // more than all the rest

// The first edge of a path is the object itself. An array that a field holds belongs to the object of that field.
const report::PathEdge& piling(const report::Path& path) {
  const report::PathEdge& object = path.edges.front();
  const bool owned = path.edges.size() > 1 && object.holderType.back() == ']' &&
                     path.edges[1].field.front() != '[';
  return owned ? path.edges[1] : object;
}

// The VM gives up what only soft references hold before memory runs out.
struct Soft {
  double all = 0, there = 0;  // shares of the live heap; of this holder
};

Soft softOf(const std::vector<report::Path>& heap, const report::Holder& holder) {
  Soft out;
  for (const report::Path& path : heap) {
    if (path.root.kind != "reference") continue;
    out.all += path.share;
    if (holderOn(path, holder)) out.there += path.share;
  }
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

std::optional<report::Finding> heapFinding(const report::MostHeld& most,
                                           const std::vector<report::Path>& heap,
                                           const Sights& sights, double leastGrowth,
                                           uint32_t& site) {
  const std::vector<WorkSample> samples = sights.samples();
  Trend trend = trendOf(samples, leastGrowth);
  if (trend.shape != Shape::Growing) return {};
  report::Finding out;
  out.kind = "leak";
  out.holder.kind = most.kind;
  out.holder.className = most.className;
  out.holder.field = most.field;
  const Soft soft = softOf(heap, out.holder);
  const double live = static_cast<double>(most.liveBytes);
  const double held = (most.share - soft.there) * live;
  const double before = samples.back().bytes - trend.growth;
  const double gained = std::max((1 - soft.all) * live, samples.back().bytes) - before;
  if (before <= 0 || gained <= 0 || held - before < kMost * gained) return {};
  const Pile pile = pileOf(heap, out.holder);
  out.type = pile.type.empty() ? most.type : pile.type;
  out.retainedBytes = static_cast<uint64_t>(held);
  out.share = (held - before) / gained;
  for (double* each : {&trend.slope, &trend.firstHalf, &trend.secondHalf}) *each *= out.share;
  out.growth = nameOf(trend.shape);
  out.trend = describeTrend(trend, sights.axis());
  site = pile.site;
  return out;
}

}  // namespace isl

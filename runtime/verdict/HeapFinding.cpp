#include "verdict/HeapFinding.h"

#include <algorithm>
#include <map>
#include <utility>

#include "paths/ToldPaths.h"
#include "trend/Populations.h"
#include "verdict/Findings.h"
#include "verdict/HolderChoice.h"
#include "verdict/MostHeld.h"
#include "verdict/OwnBound.h"

namespace isl {
namespace {

constexpr double kMost = 0.5;  // more than all the rest
// No heap keeps more than is allocated, but for what samples miss of that: else the VM has allocated it, as the stacks of virtual
// threads, and allocation is no measure of the work.
constexpr double kMostOfAllocated = 1.25;
// So many of a type's objects have come since the start: of fewer it is not known which.
constexpr double kNew = 0.75;
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
  double held = 0, came = 0;                  // bytes: under it, and since the start of the work
  double had() const { return held - came; }  // at most, before that
  double cameLater = 0;  // likewise when most objects of its type lived, after the check
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

// The ways to what has come since the start: through an object of a type that becomes more and has hardly any older ones. They
// begin at the one nearest to the root. `part`: of all that lives.
std::vector<report::Path> newWays(const HeapHeld& heap, const std::vector<report::Path>& ways,
                                  double& part) {
  std::map<std::string, double> parts;
  const auto newPart = [&](const std::string& type) {
    const auto [known, fresh] = parts.try_emplace(type, 0);
    const bool grows = fresh && heap.growing.count(type) != 0;
    const ObjectsOfType objects = grows ? heap.objectsOf(type) : ObjectsOfType();
    if (objects.then >= Populations::kLeastGrowth && objects.then > objects.atReady) {
      known->second = 1 - static_cast<double>(objects.atReady) / static_cast<double>(objects.then);
    }
    return known->second;
  };
  std::vector<report::Path> out;
  for (const report::Path& way : ways) {
    const auto isNew = [&](const report::PathEdge& edge) {
      return newPart(edge.holderType) >= kNew;
    };
    const auto last = std::find_if(way.edges.rbegin(), way.edges.rend(), isNew);
    if (last == way.edges.rend()) continue;
    out.push_back(way);
    out.back().share *= newPart(last->holderType);
    out.back().edges.erase(out.back().edges.begin(),
                           out.back().edges.begin() + (way.edges.rend() - last - 1));
  }
  part = 0;
  for (const report::Path& way : out) part += way.share;
  for (report::Path& way : out) way.share /= part;
  return out;
}

// The line of what is held makes no more of it, its holder bounds itself, or a table on the way there holds others each time.
bool keepsNoMore(const HeapHeld& heap, const Candidate& most) {
  const report::Finding& found = most.finding;
  if (heap.hasStopped && heap.hasStopped(most.pile.site, found.type)) return true;
  const PiledUp piled{found.holder,  "",         found.objects, found.retainedBytes, heap.heapBytes,
                      heap.workedMs, heap.isOwn, heap.growing};
  if (!ownBound(found.paths, piled).empty()) return true;
  if (!heap.turnsOver || most.finding.paths.empty()) return false;
  const report::Path& way = most.finding.paths.front();
  const std::optional<size_t> at = holderOn(way, most.finding.holder);
  // It is the table itself, of which large arrays tell, and not what is in it.
  if (at && *at == 0 && most.pile.site != 0 && heap.turnsOver(most.pile.site)) return true;
  const auto end = at ? way.edges.begin() + static_cast<std::ptrdiff_t>(*at) + 1 : way.edges.end();
  return std::any_of(way.edges.begin(), end, [&](const report::PathEdge& edge) {
    return edge.holderId != 0 && heap.turnsOver(edge.holderId);
  });
}

// What the live heap has gained, in bytes.
struct Gained {
  double live = 0;    // at the check
  double dead = 0;    // of that what hangs on dead references
  double before = 0;  // at the start of the work
  double all = 0;     // what it gained in all, also after the check
  double apart = 0;   // of `before` the most that those have which were left out
  // By the check, where one of those that are left had so much of it before.
  double byThen(double had) const { return live - dead - std::max(had, before - apart); }
};

// Leaves out a holder that keeps no more, and what came to it: a table that the program filled after it seemed ready. Is there
// anything else?
bool leaveOut(const Candidate& table, std::vector<report::Path>& ways, Gained& has) {
  double part = 0;
  std::vector<report::Path> rest = only(
      ways, part, [&](const report::Path& path) { return !holderOn(path, table.finding.holder); });
  if (rest.empty() || rest.size() == ways.size()) return false;
  ways = std::move(rest);
  has.live *= part;
  has.apart = std::min(has.before, has.apart + table.had());
  has.all -= table.came;
  return true;
}

// The holder of most, where it has most of what came, without those that keep no more.
std::optional<Candidate> mostOfAll(const HeapHeld& heap, std::vector<report::Path>& ways,
                                   Gained& has) {
  while (std::optional<Candidate> most = candidateOf(heap, ways, has.live, has.before)) {
    if (keepsNoMore(heap, *most)) {
      if (leaveOut(*most, ways, has)) continue;
      break;
    }
    const double byThen = has.byThen(most->had());
    const bool seen = byThen >= kSeen * has.all || most->cameLater >= kMost * has.all;
    return byThen > 0 && seen && most->came >= kMost * byThen ? most : std::nullopt;
  }
  return {};
}

// The holder of most of what came. Another may have more of the heap, which lay there before the work.
std::optional<Candidate> mostOfNew(const HeapHeld& heap, const std::vector<report::Path>& ways,
                                   const Gained& has) {
  double part = 0;
  const std::vector<report::Path> fresh = newWays(heap, ways, part);
  const std::optional<Candidate> most = candidateOf(heap, fresh, part * has.live, 0);
  const double byThen = has.byThen(0);
  const bool seen = byThen > 0 && byThen >= kSeen * has.all;
  if (!most || !seen || most->held < kMost * byThen) return {};
  return keepsNoMore(heap, *most) ? std::nullopt : most;
}

}  // namespace

std::optional<report::Finding> heapFinding(const HeapHeld& heap, const Sights& sights,
                                           double leastGrowth, uint32_t& site) {
  const std::vector<WorkSample> samples = sights.samples();
  Trend trend = trendOf(samples, leastGrowth);
  if (trend.shape != Shape::Growing || sights.standsInTheEnd() ||
      sights.standsByCpuTime(heap.heapBytes))
    return {};
  if (comesBackToWhatItHad(samples)) return {};
  const double work = samples.back().work - samples.front().work;
  if (sights.axis() == Axis::Allocation && trend.growth > kMostOfAllocated * work) return {};
  double part = 0;
  std::vector<report::Path> ways = only(heap.paths, part, [](const report::Path& path) {
    return path.root.kind != "reference" && !leadsFromCleared(path);
  });
  const Gained has{part * static_cast<double>(heap.liveBytes), static_cast<double>(heap.deadBytes),
                   samples.back().bytes - trend.growth, trend.growth};
  if (has.before <= 0) return {};
  Gained still = has;
  const size_t all = ways.size();
  std::optional<Candidate> most = mostOfAll(heap, ways, still);
  if (!most || ways.size() < all) {
    std::optional<Candidate> fresh = mostOfNew(heap, ways, still);
    if (fresh && (!most || fresh->came > most->came)) most = std::move(fresh);
  }
  if (!most) return {};
  report::Finding& out = most->finding;
  out.share = std::min(1.0, most->came / has.byThen(0));
  for (double* each : {&trend.slope, &trend.firstHalf, &trend.secondHalf}) *each *= out.share;
  out.growth = nameOf(trend.shape);
  out.trend = describeTrend(trend, sights.axis());
  site = most->pile.site;
  return out;
}

}  // namespace isl

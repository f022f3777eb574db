#include "verdict/FilledOnce.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <string>

#include "verdict/HolderChoice.h"

namespace isl {
namespace {

// Samples beside two for each step. Of a line less than seven eighths come in such steps by one of the two counts below.
constexpr size_t kBesideSteps = 4;

// The `count` highest together.
double sumOfHighest(std::vector<double> heights, size_t count) {
  std::sort(heights.begin(), heights.end(), std::greater<>());
  heights.resize(std::min(count, heights.size()));
  return std::accumulate(heights.begin(), heights.end(), 0.0);
}

}  // namespace

size_t staticFieldsOver(const std::vector<report::Path>& heap, const report::Holder& holder) {
  std::set<std::string> fields;
  double all = 0, other = 0;
  for (const report::Path& path : heap) {
    if (!holderOn(path, holder)) continue;
    all += path.share;
    if (path.root.kind == "static" && !path.truncated)
      fields.insert(path.root.name);
    else
      other += path.share;
  }
  return 8 * other < all ? fields.size() : 0;
}

bool cameInSteps(const std::vector<WorkSample>& objects, size_t steps) {
  if (objects.size() < 2 * steps + kBesideSteps) return false;
  std::vector<double> kept;  // what stays, from the last on
  for (auto sample = objects.rbegin(); sample != objects.rend(); ++sample)
    kept.push_back(kept.empty() ? sample->bytes : std::min(kept.back(), sample->bytes));
  kept.push_back(0);  // there was none before the first
  std::reverse(kept.begin(), kept.end());
  std::vector<double> rises, steep;
  for (size_t i = 1; i < kept.size(); i++) rises.push_back(kept[i] - kept[i - 1]);
  for (size_t i = 0; i < rises.size(); i++) {
    const bool split = rises[i] > 0 && i + 1 < rises.size();
    steep.push_back(split ? rises[i] + rises[i + 1] : rises[i]);
    if (split) i++;
  }
  const double most = kept.back() * 7 / 8;
  return most > 0 && sumOfHighest(steep, steps) >= most &&
         sumOfHighest(rises, steps + steps / 2 + 1) >= most;
}

bool cameTogether(const std::vector<WorkSample>& objects, const std::vector<WorkSample>& others) {
  constexpr size_t kNext = 3;  // what comes with them is there two samples later
  struct Unit {
    double objects = 0, others = 0;
  };
  std::map<double, Unit> units;  // the last sample of each
  for (const WorkSample& sample : objects) units[sample.work].objects = sample.bytes;
  double latest = 0;
  for (auto& [work, unit] : units) {
    for (const WorkSample& sample : others)
      if (sample.work <= work) latest = sample.bytes;
    unit.others = latest;
  }
  double kept = std::numeric_limits<double>::infinity();
  for (auto unit = units.rbegin(); unit != units.rend(); ++unit)
    kept = unit->second.objects = std::min(kept, unit->second.objects);
  Unit before;
  double all = 0, apart = 0;
  size_t since = kNext;
  bool more = false;
  for (const auto& [work, unit] : units) {
    const bool comes = unit.others > before.others;
    const double rise = unit.objects - before.objects;
    all += rise;
    since = comes ? 0 : since + 1;
    if (since >= kNext) apart += rise;
    more = more || (comes && before.others > 0);
    before = unit;
  }
  return more && all > 0 && 8 * apart <= all;
}

bool cameInOneUnit(const std::vector<WorkSample>& byUnits) {
  double before = 0, all = 0, most = 0, ofUnit = 0;
  for (size_t i = 0; i < byUnits.size(); i++) {
    const double came = std::max(0.0, byUnits[i].bytes - before);
    const bool same = i > 0 && byUnits[i].work <= byUnits[i - 1].work;
    ofUnit = same ? ofUnit + came : came;
    most = std::max(most, ofUnit);
    all += came;
    before = byUnits[i].bytes;
  }
  return all > 0 && 2 * most >= all;
}

}  // namespace isl

#include "verdict/FilledOnce.h"

#include <algorithm>
#include <functional>
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

#include "verdict/FilledOnce.h"

#include <algorithm>
#include <functional>
#include <set>
#include <string>

#include "verdict/HolderChoice.h"

namespace isl {

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
  if (objects.size() < 4 * steps) return false;
  std::vector<double> kept;  // what stays, from the last on
  for (auto sample = objects.rbegin(); sample != objects.rend(); ++sample)
    kept.push_back(kept.empty() ? sample->bytes : std::min(kept.back(), sample->bytes));
  kept.push_back(0);  // there was none before the first
  std::reverse(kept.begin(), kept.end());
  std::vector<double> heights;
  for (size_t from = 0, to = 1; to < kept.size(); from = to++) {
    // A check may fall into it.
    if (kept[to] > kept[from] && to + 1 < kept.size()) to++;
    heights.push_back(kept[to] - kept[from]);
  }
  std::sort(heights.begin(), heights.end(), std::greater<>());
  double come = 0;
  for (size_t i = 0; i < std::min(steps, heights.size()); i++) come += heights[i];
  return 8 * come >= 7 * kept.back();
}

}  // namespace isl

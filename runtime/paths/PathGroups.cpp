#include "paths/PathGroups.h"

#include <algorithm>

namespace isl {

bool PathGroups::sameWay(const report::Path& a, const report::Path& b) {
  return a.root.name == b.root.name && a.root.kind == b.root.kind &&
         std::equal(a.edges.begin(), a.edges.end(), b.edges.begin(), b.edges.end(),
                    [](const report::PathEdge& x, const report::PathEdge& y) {
                      return x.holderType == y.holderType && x.field == y.field;
                    });
}

// Of an object, or of what holds one.
template <typename Told>
static void takeGreatest(const Told& from, Told& into) {
  into.retainedBytes = std::max(into.retainedBytes, from.retainedBytes);
  into.bound = std::max(into.bound, from.bound);
  into.keptMs = std::max(into.keptMs, from.keptMs);
}

void PathGroups::add(report::Path path, double weight) {
  whole_ += weight;
  auto same = std::find_if(groups_.begin(), groups_.end(),
                           [&](const report::Path& group) { return sameWay(group, path); });
  if (same == groups_.end()) {
    path.share = weight;
    groups_.push_back(std::move(path));
    return;
  }
  for (size_t i = 0; i < path.edges.size(); i++) {
    same->edges[i].repeats = std::max(same->edges[i].repeats, path.edges[i].repeats);
    takeGreatest(path.edges[i], same->edges[i]);
  }
  takeGreatest(path, *same);
  same->share += weight;
}

std::vector<report::Path> PathGroups::shared() const {
  std::vector<report::Path> out = groups_;
  for (report::Path& group : out) group.share = whole_ > 0 ? group.share / whole_ : 0;
  // A way that was followed to its root says more than a larger share of ways that were not.
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    return a.truncated != b.truncated ? b.truncated : a.share > b.share;
  });
  return out;
}

bool PathGroups::keepRetained(const std::vector<report::Path>& before,
                              std::vector<report::Path>& now, uint64_t bytesBefore,
                              uint64_t bytesNow) {
  bool first = false;
  const bool more = bytesBefore > 0 && bytesNow > bytesBefore;
  const double times = more ? static_cast<double>(bytesNow) / static_cast<double>(bytesBefore) : 1;
  const auto grown = [times](uint64_t retained) {
    return static_cast<uint64_t>(times * static_cast<double>(retained));
  };
  const auto scaled = [&](uint64_t retained) {
    return retained >= bytesNow ? retained : std::min(grown(retained), bytesNow);
  };
  for (size_t p = 0; p < now.size(); p++) {
    for (const report::Path& old : before) {
      if (!sameWay(old, now[p])) continue;
      first = first || p == 0;
      now[p].retainedBytes = grown(old.retainedBytes);  // with what is in it
      for (size_t i = 0; i < old.edges.size(); i++)
        now[p].edges[i].retainedBytes = scaled(old.edges[i].retainedBytes);
    }
  }
  return first;
}

}  // namespace isl

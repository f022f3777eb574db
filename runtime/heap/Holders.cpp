#include "heap/Holders.h"

#include <algorithm>

namespace isl {

void Holders::begin(const WalkState& walk) {
  walk_ = walk;
  holders_.clear();
  holding_ = 0;
}

void Holders::edge(const Burst& burst, const Edge& edge) {
  if (burst.address == 0 || burst.isArray) return;
  if (edge.length >= 0) {
    if (edge.length > 0 && (*walk_.classes)[edge.classId].elementKind == 'L')
      holding_ = burst.address;
  } else if (edge.classId == burst.classId) {
    held_.noteLink(edge.classId);
  } else if (held_.links(edge.classId)) {
    holding_ = burst.address;
  }
}

void Holders::add(const Burst& burst, uint32_t word, uint32_t known) {
  holders_.push_back({burst, word, known});
  holders_.back().burst.tag = nullptr;  // valid in its callback only
}

// Nodes are given in the order in which objects became known. Their distance from a root decides among the others, or
// the walk's own order.
void Holders::sort() {
  const auto rank = [](const Holder& holder) { return holder.known - 1; };  // 0 is last
  std::stable_sort(holders_.begin(), holders_.end(), [&](const Holder& a, const Holder& b) {
    return rank(a) != rank(b) ? rank(a) < rank(b) : a.burst.number < b.burst.number;
  });
}

}  // namespace isl

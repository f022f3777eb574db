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
    const bool table = (*walk_.classes)[edge.classId].elementKind == 'L';
    if (edge.length > 0 && (table || edge.bytes >= kLargeArray)) holding_ = burst.address;
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
  order_.clear();
  order_.reserve(holders_.size());
  for (const bool known : {true, false}) {
    const size_t first = order_.size();
    for (size_t at = 0; at < holders_.size(); at++) {
      const Holder& holder = holders_[at];
      if ((holder.known != 0) != known) continue;
      const uint64_t rank = known ? holder.known : holder.burst.number;
      order_.push_back(rank << 32 | at);
    }
    std::sort(order_.begin() + static_cast<std::ptrdiff_t>(first), order_.end());
  }
}

}  // namespace isl

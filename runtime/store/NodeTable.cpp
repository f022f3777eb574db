#include "store/NodeTable.h"

namespace isl {

uint32_t NodeTable::ensure(jlong* tag, uint32_t check, bool& fresh) {
  fresh = false;
  if ((*tag & kClassTag) != 0) return 0;
  if (uint32_t known = find(*tag)) return known;
  uint32_t id;
  if (!free_.empty()) {
    id = free_.back();
    free_.pop_back();
  } else if (nodes_.size() <= capacity_) {
    id = static_cast<uint32_t>(nodes_.size());
    nodes_.emplace_back();
  } else {
    refused_++;
    return 0;
  }
  fresh = true;
  nodes_[id].lastSeen = check;
  *tag = tagOf(id);
  return id;
}

}  // namespace isl

#include "store/NodeTable.h"

namespace isl {

uint32_t NodeTable::make(uint32_t check, uint32_t most) {
  uint32_t id;
  if (!free_.empty() && free_.back() <= most) {
    id = free_.back();
    free_.pop_back();
  } else if (nodes_.size() <= most) {
    id = static_cast<uint32_t>(nodes_.size());
    nodes_.emplace_back();
  } else {
    refused_++;
    return 0;
  }
  nodes_[id].lastSeen = check;
  return id;
}

uint32_t NodeTable::ensure(jlong* tag, uint32_t check, bool& fresh) {
  fresh = false;
  if ((*tag & kClassTag) != 0) return 0;
  if (uint32_t known = find(*tag)) return known;
  const uint32_t id = make(check, capacity_);
  fresh = id != 0;
  if (fresh) *tag = tagOf(id);
  return id;
}

uint32_t NodeTable::take(uint32_t check) {
  return make(check, std::min(capacity_, WordLayout::maxRecord()));
}

uint32_t NodeTable::takeHashed(uint32_t check, uint32_t hash) {
  // Words name nodes of events, arrays included.
  const uint32_t id = make(check, std::min(capacity_, WordLayout::maxRecord()));
  if (id == 0) return 0;
  nodes_[id].hash = hash;
  byHash_.put(hash, id);
  return id;
}

}  // namespace isl

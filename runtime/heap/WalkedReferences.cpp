#include "heap/WalkedReferences.h"

#include "heap/WalkNodes.h"

namespace isl {

void WalkedReferences::begin(uint32_t check) {
  check_ = check;
  ranges_.assign(ranges_.size(), Range{});
  referred_.clear();
}

void WalkedReferences::noteLink(uint32_t classId) {
  if (classId >= links_.size()) links_.resize(classId + classId / 2 + 64);
  links_[classId] = true;
}

uint32_t WalkedReferences::ensure(jlong* tag) {
  bool fresh = false;
  const uint32_t node = nodes_.ensure(tag, check_, fresh);
  if (node != 0) seeNode(nodes_[node], check_);
  return node;
}

bool WalkedReferences::give(Burst& burst) {
  if (burst.node == 0) burst.node = ensure(burst.tag);
  return burst.node != 0;
}

bool WalkedReferences::isTable(const Edge& edge) const {
  return edge.length > 0 && classes_[edge.classId].kind == ClassKind::ObjectArray;
}

void WalkedReferences::beginBurst(Burst& burst) {
  if (!burst.isArray && links(burst.classId)) give(burst);
}

void WalkedReferences::edge(Burst& burst, const Edge& edge) {
  const bool table = isTable(edge);
  const bool chained = edge.length < 0 && links(edge.classId);
  const bool told = (table || chained) && (*edge.tag & kClassTag) == 0;
  if (burst.isArray) {
    // Whose table it is comes out later where a root led to it first.
    if (give(burst)) note(burst, edge, told ? ensure(edge.tag) : 0, table);
    return;
  }
  if (edge.length < 0 && edge.classId != 0 && edge.classId == burst.classId) {
    noteLink(edge.classId);
    if (give(burst)) note(burst, edge, ensure(edge.tag), false);
  } else if (told) {
    if (!give(burst)) return;
    burst.address = burst.node * kStep;
    note(burst, edge, ensure(edge.tag), table);
  } else if (links(burst.classId) && burst.node != 0) {
    note(burst, edge, 0, false);
  }
}

void WalkedReferences::note(const Burst& burst, const Edge& edge, uint32_t node, bool isTable) {
  if (burst.node >= ranges_.size()) ranges_.resize(burst.node + burst.node / 2 + 64);
  Range& range = ranges_[burst.node];
  if (range.count == 0) range.first = static_cast<uint32_t>(referred_.size());
  if (range.count != 0 && node == 0) {
    Referred& last = referred_.back();
    if (last.node == 0 && last.classId == edge.classId && last.bytes == edge.bytes) {
      last.count++;
      return;
    }
  }
  referred_.push_back({node, edge.classId, edge.bytes, 1, isTable});
  range.count++;
}

void WalkedReferences::of(const uint64_t* objects, size_t count,
                          std::vector<ReferredObject>& into) {
  for (size_t i = 0; i < count; i++) {
    const uint64_t node = objects[i] / kStep;
    if (node >= ranges_.size()) continue;
    const Range range = ranges_[node];
    for (uint32_t at = range.first; at < range.first + range.count; at++) {
      const Referred& referred = referred_[at];
      into.push_back({referred.node * kStep, referred.bytes, referred.classId,
                      static_cast<uint32_t>(i), referred.isTable != 0, referred.count});
    }
  }
}

}  // namespace isl

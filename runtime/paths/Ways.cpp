#include "paths/Ways.h"

namespace isl {

const Step* Ways::find(uint32_t node) const {
  auto found = steps_.find(node);
  return found == steps_.end() ? nullptr : &found->second;
}

Step* Ways::find(uint32_t node) {
  auto found = steps_.find(node);
  return found == steps_.end() ? nullptr : &found->second;
}

void Ways::clear() {
  steps_.clear();
  unreached_.clear();
}

void Ways::keepOnly(const std::unordered_set<uint32_t>& nodes) {
  for (auto step = steps_.begin(); step != steps_.end();) {
    step = nodes.count(step->first) == 0 ? steps_.erase(step) : std::next(step);
  }
}

std::vector<uint32_t> Ways::forgetBelow(uint32_t holder) {
  std::vector<uint32_t> below;
  for (const auto& [held, step] : steps_) {
    if (step.parent == holder && !step.hasRoot) below.push_back(held);
  }
  for (uint32_t held : below) steps_.erase(held);
  return below;
}

void Ways::freed(uint32_t node) {
  steps_.erase(node);
  unreached_.erase(node);
}

bool Ways::circles(uint32_t from, uint32_t node) const {
  for (size_t i = 0; i <= steps_.size() && from != 0; i++) {
    if (from == node) return true;
    const Step* step = find(from);
    if (step == nullptr || step->hasRoot) return false;
    if (step->leadsNowhere()) return true;
    from = step->parent;
  }
  return from != 0;
}

// A way that has met a reference from a stack and no lasting root in the next edges is taken to end there:
// in a program whose data hang on a thread's locals the rest is a maze.
std::vector<uint32_t> Ways::openEnds(const std::vector<uint32_t>& starts) const {
  std::vector<uint32_t> ends;
  std::unordered_set<uint32_t> met;
  for (const uint32_t start : starts) {
    uint32_t node = start, beyondStack = 0;
    while (node != 0 && beyondStack <= kMaxBeyondStack && met.insert(node).second) {
      const Step* step = find(node);
      if (step == nullptr) ends.push_back(node);
      if (step == nullptr || step->hasRoot) break;
      if (beyondStack > 0 || step->hasStackRoot) beyondStack++;
      node = step->parent;
    }
  }
  return ends;
}

Ways::Reach Ways::reachOf(uint32_t start) const {
  bool onStack = false;
  uint32_t node = start;
  for (size_t i = 0; i <= steps_.size(); i++) {
    const Step* step = find(node);
    if (step == nullptr) break;
    if (step->hasRoot) {
      const bool unknown = step->root.kind == JVMTI_HEAP_REFERENCE_OTHER;
      return unknown ? Reach::UnknownRoot : Reach::Root;
    }
    onStack |= step->hasStackRoot;
    node = step->parent;
  }
  return onStack ? Reach::Root : Reach::Open;
}

bool Ways::isLost(uint32_t start) const {
  uint32_t node = start;
  for (size_t i = 0; i <= steps_.size(); i++) {
    const Step* step = find(node);
    if (step == nullptr) return unreached_.count(node) != 0;
    if (step->leadsNowhere()) return true;
    if (step->hasRoot || step->parent == 0) return false;
    node = step->parent;
  }
  return false;
}

Way Ways::wayFrom(uint32_t start, NodeTable& nodes) const {
  Way way;
  std::unordered_set<uint32_t> met;
  const HeapRoot* stackRoot = nullptr;
  size_t edgesToStackRoot = 0;
  for (uint32_t node = start; met.insert(node).second;) {
    const Step* step = find(node);
    if (step == nullptr) break;
    if (step->hasRoot) {
      way.atRoot = true;
      way.root = step->root;
      return way;
    }
    if (step->hasStackRoot && stackRoot == nullptr) {
      stackRoot = &step->stackRoot;
      edgesToStackRoot = way.edges.size();
    }
    if (step->parent == 0) {
      way.links = step->links;
      break;
    }
    const Node& holder = nodes[step->parent];
    way.edges.push_back({nodes[node].classId,
                         step->parentClass,
                         holder.hasWord ? siteOf(holder.word) : kSiteUnknown,
                         step->element,
                         step->index,
                         step->repeats,
                         step->runFields,
                         step->others,
                         {}});
    node = step->parent;
  }
  if (stackRoot != nullptr) {
    way.edges.resize(edgesToStackRoot);
    way.atRoot = true;
    way.root = *stackRoot;
    way.links.clear();
  }
  return way;
}

}  // namespace isl

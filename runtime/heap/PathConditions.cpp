#include "heap/PathConditions.h"

#include "heap/WalkNodes.h"

namespace isl {

void PathConditions::begin() {
  pending_.clear();
  candidates_.clear();
  heads_.clear();
}

bool PathConditions::noteEdge(const Burst& burst, const Edge& e, uint64_t bits, uint32_t& node) {
  const uint64_t referrerBits = labels_.ofClass(burst.classId);
  uint32_t from = burst.node;
  for (uint64_t rest = bits & labels_.sets().withPath; rest != 0; rest &= rest - 1) {
    const auto context = static_cast<uint32_t>(__builtin_ctzll(rest));
    const auto predecessor = static_cast<uint32_t>(spec_->contexts[context].path);
    if ((referrerBits >> predecessor & 1) == 0) continue;
    if (node == 0) node = nodeOfReferee(walk_, e);
    if (node == 0) return false;
    // Whether a referrer with a path of its own is on it may turn out later in the walk.
    const bool head = labels_.isCertain(predecessor);
    if (from == 0 && !head) from = nodeOfBurst(walk_, burst);
    if (from == 0 && !head) continue;
    pending_.push_back({from, node, static_cast<uint8_t>(predecessor), EdgeRole::Path});
  }
  if ((bits & labels_.sets().askingHeads) == 0) return true;
  if (node == 0) node = nodeOfReferee(walk_, e);
  if (node == 0) return false;
  noteHead(burst, e, node);
  return true;
}

// A referrer whose class no context names, or a root, is of no context. Of others an instance's word
// tells it at the end of the burst, an array's owner at the end of the walk.
void PathConditions::noteHead(const Burst& burst, const Edge& e, uint32_t node) {
  if (node >= heads_.size()) heads_.resize(node + node / 2 + 64);
  if (heads_[node]) return;
  if (e.field.isRoot != 0 || labels_.ofClass(burst.classId) == 0) {
    heads_[node] = true;
    candidates_.push_back({0, node, 0, EdgeRole::Head});
    return;
  }
  uint32_t from = 0;
  if ((*walk_.classes)[burst.classId].kind != ClassKind::Instance) {
    from = burst.node != 0 ? burst.node : nodeOfBurst(walk_, burst);
    if (from == 0) return;
  }
  pending_.push_back({from, node, 0, EdgeRole::Head});
}

// An object's word is known now, so it can be decided whether its label holds; an array's owner is
// known for certain only at the end of the walk.
void PathConditions::flushPending(const Burst& burst, uint32_t word, bool hasWord) {
  for (Candidate& c : pending_) {
    const bool later = !hasWord && c.from != 0;
    if (!later && c.role == EdgeRole::Head) {
      if (labels_.any(burst.classId, word, hasWord)) continue;
      c.from = 0;
    } else if (!later) {
      if (!labels_.holds(c.fromContext, burst.classId, word, hasWord)) continue;
      if (labels_.isCertain(c.fromContext)) c.from = 0;  // a head: holds by itself
    }
    candidates_.push_back(c);
  }
  pending_.clear();
}

// Array referrers: a label that does not hold makes the candidate void, a head's that holds makes it
// certain.
void PathConditions::settleReferrers() {
  size_t kept = 0;
  for (Candidate& c : candidates_) {
    if (c.role == EdgeRole::Path && c.from != 0) {
      if (!labels_.holds(c.fromContext, c.from)) continue;
      if (labels_.isCertain(c.fromContext)) c.from = 0;
    } else if (c.role == EdgeRole::Head && c.from != 0) {
      if (labels_.any(c.from)) continue;
    }
    candidates_[kept++] = c;
  }
  candidates_.resize(kept);
}

// The contexts for which a reference puts its referee on the path, as far as it is known by now.
uint64_t PathConditions::reachedBy(const Candidate& c) const {
  const bool path = c.role == EdgeRole::Path;
  if (path && c.from != 0 && (onPath_[c.from] >> c.fromContext & 1) == 0) return 0;
  uint64_t out = 0;
  const uint64_t asked = path ? labels_.sets().withPath : labels_.sets().askingHeads;
  const uint64_t bits = labels_.ofClass(nodes_[c.to].classId) & asked;
  for (uint64_t rest = bits & ~onPath_[c.to]; rest != 0; rest &= rest - 1) {
    const auto context = static_cast<uint32_t>(__builtin_ctzll(rest));
    if (path && spec_->contexts[context].path != c.fromContext) continue;
    if (labels_.holds(context, c.to)) out |= uint64_t{1} << context;
  }
  return out;
}

// The set of objects on the path is the least fixpoint over the candidate references, so it does not
// depend on the order in which the collector's traversal met them (requirement Q-50).
void PathConditions::settle() {
  settleReferrers();
  onPath_.assign(nodes_.size(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Candidate& c : candidates_) {
      const uint64_t gained = reachedBy(c) & ~onPath_[c.to];
      onPath_[c.to] |= gained;
      changed = changed || gained != 0;
    }
  }
}

void PathConditions::collect(uint32_t context, std::vector<uint32_t>& nodes) const {
  for (uint32_t node = 1; node < onPath_.size(); node++) {
    if ((onPath_[node] >> context & 1) != 0) nodes.push_back(node);
  }
}

}  // namespace isl

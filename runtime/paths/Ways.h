// Who holds whom, as far as it is known: the ways from objects towards their roots.
//
// A value without a heap behind it. Objects are named by their nodes. From each at most one step is known, to
// the first strong holder that a walk reported, so that a way is followed from step to step.
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "paths/Way.h"
#include "store/NodeTable.h"

namespace isl {

// What is known of who holds an object. A static field or another lasting root ends the way. A reference
// from a stack may be a passing one (the receiver of the call that is running just now), so it only counts
// when the heap holds no way to a lasting root.
struct Step {
  uint32_t parent = 0;  // node of the first strong referrer in the heap, 0: none
  jlong parentTag = 0;
  uint32_t parentClass = 0;
  bool element = false;
  int32_t index = -1;  // field or element
  uint32_t repeats = 1;
  std::vector<int32_t> runFields;  // of a leap along a run; then index says nothing
  std::vector<FieldRef> others;    // further referrers
  std::vector<FieldRef> links;     // likewise, fields of Reference itself
  bool hasRoot = false, hasStackRoot = false;
  bool unknown = false;  // a holder was left out because its class is not known yet
  bool circles = false;  // a holder was refused because the way would run in a circle
  HeapRoot root, stackRoot;

  bool leadsNowhere() const { return circles && parent == 0 && !hasRoot && !hasStackRoot; }
};

class Ways {
 public:
  // By node. One that was looked for and has neither holder nor root: nothing strong refers to the object.
  using Steps = std::unordered_map<uint32_t, Step>;

  // Null where nothing is known.
  const Step* find(uint32_t node) const;
  Step* find(uint32_t node);
  bool knows(uint32_t node) const { return find(node) != nullptr; }
  // An empty one is made where nothing is known.
  Step& operator[](uint32_t node) { return steps_[node]; }
  const Steps& all() const { return steps_; }

  void forget(uint32_t node) { steps_.erase(node); }
  void clear();
  void keepOnly(const std::unordered_set<uint32_t>& nodes);
  // Forgets the steps that lead to the holder; the nodes whose steps they were.
  std::vector<uint32_t> forgetBelow(uint32_t holder);

  // Nodes to which the walks of the last search did not come.
  void noteUnreached(uint32_t node) { unreached_.insert(node); }
  void clearUnreached() { unreached_.clear(); }
  // The node stands for another object from here on.
  void freed(uint32_t node);

  // Does the way from the object `from` towards its root lead to `node`, or end where all ways lead back?
  bool circles(uint32_t from, uint32_t node) const;
  // Where the ways from these nodes end without a root and may go on.
  std::vector<uint32_t> openEnds(const std::vector<uint32_t>& starts) const;
  // How far a way leads. To a root whose kind the VM does not tell: such as a thread that is just ending, by
  // its thread group.
  enum class Reach { Open, UnknownRoot, Root };
  Reach reachOf(uint32_t start) const;
  // Nothing led to the object any more when it was looked for.
  bool isLost(uint32_t start) const;

  // The way from the object as it is told: to a lasting root, else to a stack that holds it, else as far as it
  // is known. The classes and sites on it are those that the nodes know.
  Way wayFrom(uint32_t start, NodeTable& nodes) const;

 private:
  static constexpr uint32_t kMaxBeyondStack = 4;  // edges

  Steps steps_;
  std::unordered_set<uint32_t> unreached_;
};

}  // namespace isl

// Decides what the walk of a check does: whether it follows references, and whether garbage is collected
// before it.
#pragma once

#include <cstdint>

#include "check/WalkCosts.h"
#include "check/WalkPolicy.h"

namespace isl {

struct WalkPlan {
  bool edges = false;     // follows references
  bool collects = false;  // a full collection comes first
};

// What is known of the heap and the run before a walk.
struct WalkFacts {
  uint32_t check = 0;         // its number
  uint64_t nowMs = 0;         // since the run began
  bool automatic = false;     // the agent chooses when to check
  bool quiet = false;         // no spec has a penalty to speak of
  bool needsEdges = false;    // a spec cannot do without references
  bool knowsArrays = false;   // a walk has followed references before
  uint64_t liveObjects = 0;   // of the last walk
  CollectionNeed collection;  // but for `references` and `unseen`
  WalkNeed need = WalkNeed::Some;
};

// Agent thread.
class WalkPlanner {
 public:
  // `window`: the smallest of the specs; before it nothing can be suspicious.
  WalkPlanner(const WalkCosts& costs, uint32_t window) : costs_(costs), window_(window) {}

  WalkPlan plan(const WalkFacts& facts);

  // After a walk without edges: would the owners of the arrays of what it found for the first time be worth another
  // one? `newBytes`, without arrays, of objects with owners of arrays; `staleBytes`: of all suspicious ones.
  static bool isWorthEdges(uint64_t newBytes, uint64_t staleBytes, uint64_t liveBytes, bool quiet);

  // Check `check` followed references.
  void followed(uint32_t check);
  // Identities that no walk has met since the last collection.
  void unseen(uint32_t nodes) { unseen_ = nodes; }

 private:
  bool edgesAreDue(const WalkFacts& facts) const;

  const WalkCosts& costs_;
  const uint32_t window_;
  uint32_t walksWithoutEdges_ = 0;
  uint32_t edgesAt_ = 0;  // the check of the last walk with edges
  uint32_t unseen_ = 0;   // see CollectionNeed
};

}  // namespace isl

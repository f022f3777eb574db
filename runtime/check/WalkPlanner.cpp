#include "check/WalkPlanner.h"

namespace isl {
namespace {

// Specs without edges still need them to find the owners of arrays, but not at every check: in
// between, the array bytes of a suspicious object are taken from the last time.
constexpr uint32_t kWalksPerEdges = 3, kChecksPerEdges = 20;
constexpr uint32_t kMostChecksPerEdges =
    32;  // where this walk fits into their share of the run, if not all do
constexpr uint32_t kQuietWalksPerEdges = 2;
// New suspects that are such a part of all are worth a second walk because of their arrays.
constexpr uint64_t kArraysWorthPart = 10;
constexpr uint64_t kQuietWorthPart = 20;  // and such a part of the live heap, while all is quiet

}  // namespace

WalkPlan WalkPlanner::plan(const WalkFacts& facts) {
  CollectionNeed need = facts.collection;
  need.unseen = unseen_;
  need.references = true;
  const bool small =
      facts.knowsArrays && facts.liveObjects <= smallHeap(facts.need) && !collectionIsDue(need);
  walksWithoutEdges_++;
  WalkPlan plan;
  plan.edges = edgesAreDue(facts) || small;
  need.references = plan.edges;
  plan.collects = collectionIsDue(need);
  return plan;
}

// The first walk follows references, so that the others know how much is live.
bool WalkPlanner::edgesAreDue(const WalkFacts& facts) const {
  const bool quiet = facts.quiet && facts.automatic;
  const uint32_t walks = quiet ? kQuietWalksPerEdges : kWalksPerEdges;
  const uint32_t since = facts.check - edgesAt_;
  const bool wanted = walksWithoutEdges_ >= walks || since >= kChecksPerEdges;
  // While all is quiet it does not matter how much is live.
  const bool overdue = since >= kMostChecksPerEdges && !quiet;
  const double before = overdue ? 0 : costs_.allMs();
  const bool fits = !facts.automatic ||
                    facts.nowMs >= fitsFromMs(costs_.followingEstimate(facts.liveObjects), before);
  const bool due = facts.check >= window_ && wanted && fits;
  return facts.needsEdges || !facts.knowsArrays || due;
}

bool WalkPlanner::isWorthEdges(uint64_t newBytes, uint64_t staleBytes, uint64_t liveBytes,
                               bool quiet) {
  return kArraysWorthPart * newBytes >= staleBytes &&
         (!quiet || kQuietWorthPart * newBytes >= liveBytes);
}

void WalkPlanner::followed(uint32_t check) {
  walksWithoutEdges_ = 0;
  edgesAt_ = check;
}

}  // namespace isl

// Path conditions as a fixpoint over labelled objects (requirements ): of which contexts an object
// is because of what refers to it.
#pragma once

#include <vector>

#include "heap/ContextLabels.h"

namespace isl {

class PathConditions {
 public:
  PathConditions(const IslSpec* spec, const ContextLabels& labels, const WalkState& walk,
                 NodeTable& nodes)
      : spec_(spec), labels_(labels), walk_(walk), nodes_(nodes) {}

  void begin();

  // During the walk: an edge to an object that may be of the contexts in `bits`. `node`: of the referee,
  // 0 as long as it has none; it gets one if the edge may matter. False: there are no more.
  bool edge(const Burst& burst, const Edge& edge, uint64_t bits, uint32_t& node) {
    const uint64_t asked = labels_.sets().withPath | labels_.sets().askingHeads;
    return (bits & asked) == 0 || noteEdge(burst, edge, bits, node);
  }
  // The end of the burst: the referrer's word is known now, unless it is an array's.
  void object(const Burst& burst, uint32_t word, bool hasWord) {
    if (!pending_.empty()) flushPending(burst, word, hasWord);
  }

  // After the walk.
  void settle();
  // Of these contexts a node is because of its referrers.
  uint64_t of(uint32_t node) const { return onPath_[node]; }
  void collect(uint32_t context, std::vector<uint32_t>& nodes) const;

 private:
  // What a reference may mean for its referee. Path: it may be on the path, as the referrer is of
  // `fromContext`. Head: it may begin a path, if the referrer is of no context.
  enum class EdgeRole : uint8_t { Path, Head };
  struct Candidate {
    uint32_t from = 0;  // node, or 0: what the role asks of the referrer is known to hold
    uint32_t to = 0;
    uint8_t fromContext = 0;
    EdgeRole role = EdgeRole::Path;
  };
  bool noteEdge(const Burst& burst, const Edge& edge, uint64_t bits, uint32_t& node);
  void noteHead(const Burst& burst, const Edge& edge, uint32_t node);
  void flushPending(const Burst& burst, uint32_t word, bool hasWord);
  void settleReferrers();
  uint64_t reachedBy(const Candidate& candidate) const;

  const IslSpec* spec_;
  const ContextLabels& labels_;
  const WalkState& walk_;
  NodeTable& nodes_;
  std::vector<Candidate> pending_;     // of the current burst
  std::vector<Candidate> candidates_;  // of the walk
  std::vector<bool> heads_;       // by node: referred to by an object of no context, for certain
  std::vector<uint64_t> onPath_;  // by node: contexts for which it is on the path
};

}  // namespace isl

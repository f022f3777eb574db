// The objects of one walk that may hold others, in the order in which they are asked what they hold: one that was known
// at an earlier check before one that was not, so that a table does not change hands while both live.
#pragma once

#include <cstdint>
#include <vector>

#include "heap/Engine.h"
#include "heap/HeldThings.h"

namespace isl {

// Engine callbacks only.
class Holders {
 public:
  struct Holder {
    Burst burst;
    uint32_t word = 0;
    uint32_t known = 0;  // node with a record; 0: none
  };

  void begin(const WalkState& walk);
  void edge(const Burst& burst, const Edge& edge);
  // For who looks at references by itself: one class refers to its own; such chains are followed.
  void noteLink(uint32_t classId) { held_.noteLink(classId); }
  bool links(uint32_t classId) const { return held_.links(classId); }
  // The burst's object refers to a table or to a node of a chain.
  void noteHolder(const Burst& burst) { holding_ = burst.address; }
  // The burst ends. False: it has referred to no table and to no node of a chain, so it holds nothing.
  bool mayHold(const Burst& burst) const { return burst.address != 0 && holding_ == burst.address; }
  void add(const Burst& burst, uint32_t word, uint32_t known);

  // f(holder, sum of what it holds, some of it) for each.
  template <typename F>
  void forEach(F&& f) {
    if (holders_.empty() || walk_.references == nullptr || !walk_.references->told()) return;
    sort();
    held_.begin(*walk_.references);
    for (size_t at = 0; at < order_.size(); at++) {
      if (at + 4 * kAhead < order_.size()) __builtin_prefetch(&inOrder(at + 4 * kAhead));
      expect(at + 3 * kAhead, ObjectReferences::Step::Itself);
      expect(at + 2 * kAhead, ObjectReferences::Step::Fields);
      expect(at + kAhead, ObjectReferences::Step::Elements);
      const Holder& holder = inOrder(at);
      const HeldThings::Sum sum = held_.of(holder.burst.address, holder.burst.classId);
      f(holder, sum, held_.sample());
    }
  }

 private:
  static constexpr size_t kAhead = 6;  // holders between a step and the next
  void sort();
  void expect(size_t at, ObjectReferences::Step step) {
    if (at < order_.size()) walk_.references->expect(inOrder(at).burst.address, step);
  }
  const Holder& inOrder(size_t at) const { return holders_[static_cast<uint32_t>(order_[at])]; }

  WalkState walk_;
  HeldThings held_;
  std::vector<Holder> holders_;
  std::vector<uint64_t> order_;  // places of holders_ in the low halves
  uint64_t holding_ = 0;         // address of the burst's object, once it refers to such a thing
};

}  // namespace isl

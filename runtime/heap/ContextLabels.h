// Which contexts of a spec an object is of by itself, by its class and by the sequence at its site: its labels.
// What its referrers add to that is the business of PathConditions.
#pragma once

#include <vector>

#include "heap/Engine.h"

namespace isl {

// The contexts of a spec by kind, one bit each.
struct ContextSets {
  ContextSets(const IslSpec& spec, const std::vector<int>& sequenceOf);

  uint64_t withPath = 0;
  // Contexts without a path: those that an object is of by its label alone, and those that ask for a
  // referrer of no context (ISL_RULE_HEADS_FROM_NONE).
  uint64_t certainHeads = 0, askingHeads = 0;
  // Arrays under a head context without a sequence need no owner to be one, hence no identity; those
  // under other contexts of a path do.
  uint64_t unownedHeads = 0, owned = 0;
  bool arraysOnMain = false;  // arrays are tracked for themselves, not as a part of their owners
  bool pathOnMain = false;    // who refers to an object decides whether it is tracked
};

class ContextLabels {
 public:
  // `sequenceOf[c]`: index of context c's sequence pattern, or -1. `walk` is the current one.
  ContextLabels(const IslSpec* spec, size_t index, std::vector<int> sequenceOf,
                const WalkState& walk, NodeTable& nodes);

  const ContextSets& sets() const { return sets_; }

  // Contexts whose type the class matches.
  uint64_t ofClass(uint32_t classId) const { return (*walk_.classes)[classId].contexts[index_]; }
  bool isMain(uint32_t classId) const {
    return spec_->mainContext < 0 || (ofClass(classId) >> spec_->mainContext & 1) != 0;
  }
  bool isCertain(uint32_t context) const { return (sets_.certainHeads >> context & 1) != 0; }

  // Is an object with the class and the word of the context? `known`: the word is.
  bool holds(uint32_t context, uint32_t classId, uint32_t word, bool known) const;
  bool holds(uint32_t context, uint32_t node) const;
  // Of any context at all, on a path or not?
  bool any(uint32_t classId, uint32_t word, bool known) const;
  bool any(uint32_t node) const;

 private:
  const IslSpec* spec_;
  size_t index_;
  std::vector<int> sequenceOf_;
  const WalkState& walk_;
  NodeTable& nodes_;
  ContextSets sets_;
};

}  // namespace isl

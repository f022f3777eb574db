// Runs the handlers of one spec, for events and at checks, and counts what they do to objects.
#pragma once

#include <utility>
#include <vector>

#include "heap/Engine.h"
#include "heap/HandlerGuard.h"
#include "heap/ObjectRecords.h"
#include "store/FlagCodes.h"

namespace isl {

// Under the lock of the EventEngine.
class SpecHandlers {
 public:
  SpecHandlers(const IslSpec* spec, size_t index, const WalkState& walk, ObjectRecords& records);

  // Have mutator handlers left their effect in the word?
  bool flagsInWord() const { return flagsInWord_; }

  // A handler of mode ISL_MODE_NATIVE.
  void onEvent(const IslHandler& handler, const EventObject& object, const EventArgs& args);
  void countLikeLast(IslEventKind event, uint64_t events);

  // The handlers of a check, in their order; `word` as the walk met it.
  void atCheck(IslObject& object, uint32_t word, bool hasWord, CheckSums& sums);
  void onReached(IslObject& object, const IslField& field, CheckSums& sums);
  // With the flags of this word: has a check nothing to remember of an object without a record, and nothing of one with a
  // record that has no penalty (see IslSpec)? Where flagsInWord().
  bool idle(uint32_t word) const { return flagsInWord_ && has(spec_->idleFlags, word); }
  bool settled(uint32_t word) const { return flagsInWord_ && has(spec_->settledFlags, word); }
  // Counts a check of an idle object as atCheck() would.
  void passBy(uint32_t word, CheckSums& sums) const {
    sums.touchedObjects += epochOf(word) >= walk_.check;
    sums.reachedObjects += spec_->onReachedOnce != nullptr;
  }
  // The flags of the object's word become its instance fields. `touched`: it was used since the last
  // check.
  void takeFlags(IslRecord& record, uint32_t word, bool touched) const;

  // Objects ever amplified, those of them that a use cleared, and their sites.
  struct Effects {
    uint64_t amplified = 0, cleared = 0;
    SiteSet amplifiedSites, clearedSites;
  };
  const Effects& effects() const { return effects_; }
  uint64_t eventCount(IslEventKind event) const { return eventCounts_[event]; }
  const HandlerFaults& faults(IslEventKind event) const { return guard_.faults(event); }
  // Sites of which an object was amplified for the first time since the last call.
  std::vector<uint32_t> takeHotSites() { return std::exchange(hotSites_, {}); }

  // As it is now, and back to that.
  struct Copy {
    Effects effects;
    HandlerGuard::AllFaults faults;
  };
  Copy copy() const { return {effects_, guard_.faults()}; }
  void restore(Copy copy);

 private:
  bool has(uint8_t sets, uint32_t word) const {
    return (sets >> (codes_.flagsOf(flagCodeOf(word)) & 3) & 1) != 0;
  }
  void noteEffects(const IslRecord& record, uint32_t before);

  const IslSpec* spec_;
  size_t index_;
  const WalkState& walk_;
  ObjectRecords& records_;
  const bool flagsInWord_;
  const FlagCodes codes_;
  HandlerGuard guard_;
  Effects effects_;
  uint64_t eventCounts_[ISL_EVENT_COUNT] = {};
  std::vector<uint32_t> hotSites_;
};

}  // namespace isl

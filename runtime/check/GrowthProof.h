// Whether what is suspicious, where growth is the defect, has outlived a collection: what only weak references hold goes with
// one, and the entries of a map with it.
//
// A collection is wanted when something that is suspicious grows, or before there are enough checks of it to see that, and
// then each time there was half as much work again since it was first seen: six while a run becomes ten times as long, and
// what has not outlived one is a third of the work at most, too little to be growth. What becomes more and does not
// count yet may do so at the last check, so for that one is made when the work has doubled. Where no reference has died
// since the last one, another would let nothing go, and the check itself tells as much.
// Agent thread, the world stopped or not.
#pragma once

#include <cstdint>

#include "rawheap/DeadReferences.h"

namespace isl {

class GrowthProof {
 public:
  // Before a check of something suspicious: is one to be made, as far as the last check knows? `work`: done by the last
  // check, on one clock for all of the run; does what it found count, and grow?
  bool wants(double work, bool counts, bool grows);
  // Likewise, of nothing suspicious.
  void wantsNone() { due_ = false; }
  // One was made, whoever wanted it.
  void noteCollection() { made_ = true; }
  // Of the check that is to be finished.
  void noteReferences(const rawheap::DeadReferences& dead);

  // Before what a check has found is judged. Has a collection come before it, or would have taken nothing? And before the
  // check before it?
  struct Collected {
    bool now = false, before = false;
  };
  Collected meet(double work, bool letGo, bool grows);
  struct Found {
    uint64_t bytes = 0;      // that are suspicious
    uint64_t liveBytes = 0;  // of the heap
    double work = 0;
    double rate =
        0;  // bytes that the heap gained for each unit of work, in the last checks; where a collection came before
    bool letGo = false;
  };
  void judge(const Found& found);

  // Of what is suspicious now: it was there when a collection was made; and after it as well.
  bool made() const { return state_ == State::Made; }
  bool outlived() const { return state_ == State::Outlived; }
  // It has grown on from two collections or more, and none has let go of it: the next does not either.
  bool outlivedOften() const { return outlived() && times_ >= kOften; }
  // After a check: the next one is to come soon. What a collection took goes soon after it, and what comes from there is no
  // growth; or it tells whether the set stays.
  bool proving() const { return proving_; }

 private:
  static constexpr uint32_t kFirst = 3;  // checks; growth is never seen in fewer than five
  static constexpr uint32_t kOften = 2;  // one may have come before what it would have taken
  enum class State : uint8_t { None, Made, Outlived };
  bool isSuspected(bool grows) const { return suspectedChecks_ >= kFirst || grows; }
  State after(const Found& found) const;
  bool growsOn(const Found& found) const;

  State state_ = State::None;
  uint32_t times_ = 0;                                 // collections that it has grown on from
  uint32_t suspectedChecks_ = 0;                       // since something was suspicious
  double suspectedFrom_ = 0, nextAt_ = 0, metAt_ = 0;  // work
  bool due_ = false, made_ = false;                    // before the next check
  bool met_ = false, proving_ = false;                 // at the last one
  bool spared_ = false;                                // at this one
  bool noneDied_ = false;                              // no reference, since the last collection
  uint64_t cleared_ = 0,
           fewestCleared_ = 0;  // references, at the last check and since the last collection
  uint64_t clearedBefore_ = 0;  // the fewest before that
  Found last_;                  // at the check of the last collection
};

}  // namespace isl

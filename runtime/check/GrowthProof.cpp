#include "check/GrowthProof.h"

#include <algorithm>
#include <utility>

namespace isl {

bool GrowthProof::wants(double work, bool counts, bool grows) {
  if (counts && suspectedChecks_++ == 0) {
    suspectedFrom_ = work;
    fewestCleared_ = cleared_;
  }
  due_ = counts ? isSuspected(grows) && work >= nextAt_ : work >= 2 * metAt_;
  return due_ && !noneDied_;
}

// What was cleared may be an entry of a map that nobody has looked at since: it goes with a collection that was.
void GrowthProof::noteReferences(const rawheap::DeadReferences& dead) {
  cleared_ = dead.cleared;
  noneDied_ = dead.known && dead.waiting == 0 && dead.cleared <= fewestCleared_;
}

GrowthProof::Collected GrowthProof::meet(double work, bool letGo, bool grows) {
  spared_ = noneDied_ && due_ && !letGo;
  const bool made = std::exchange(made_, false), now = made || spared_;
  if (now) {
    metAt_ = work;
    if (isSuspected(grows)) nextAt_ = suspectedFrom_ + 1.5 * (work - suspectedFrom_);
    clearedBefore_ = std::exchange(fewestCleared_, cleared_);
  }
  fewestCleared_ = std::min(fewestCleared_, cleared_);
  proving_ = made && isSuspected(grows);
  return {now, std::exchange(met_, now)};
}

void GrowthProof::judge(const Found& found) {
  const State before = std::exchange(state_, after(found));
  if (!outlived()) {
    times_ = 0;
  } else if (before != State::Outlived || (met_ && growsOn(found))) {
    times_++;
  }
  if (met_) last_ = found;
  proving_ = proving_ || (spared_ && made());
  if (found.letGo && state_ == State::None) nextAt_ = suspectedChecks_ = 0;
}

// While entries of what a collection has cleared are there the program has not come by; where it never does, the next one tells.
GrowthProof::State GrowthProof::after(const Found& found) const {
  if (met_ && found.bytes == 0) return State::None;
  if (met_ && (found.letGo || state_ == State::None)) return State::Made;
  if (found.letGo) return State::None;
  const bool tells = met_ || cleared_ <= clearedBefore_;
  return made() && tells && growsOn(found) ? State::Outlived : state_;
}

// What a collection has taken from a weak map or a cache goes bit by bit, as the program comes by, and what has been put
// away before may still become suspicious meanwhile. So a set has outlived it when the heap has grown since by half of what
// it did before: growth that goes on comes to that, however soon the check is.
bool GrowthProof::growsOn(const Found& found) const {
  const double wanted = last_.rate / 2 * (found.work - last_.work);
  return found.bytes >= last_.bytes &&
         static_cast<double>(found.liveBytes) >= static_cast<double>(last_.liveBytes) + wanted;
}

}  // namespace isl

#include "paths/KeptPaths.h"

#include <algorithm>
#include <unordered_set>

namespace isl {

KeptPaths::Verified KeptPaths::verify(JNIEnv* jni, WayReader& reader, const Weigh& weigh) {
  Verified result;
  putBack_.clear();
  ways_.clearUnreached();
  std::unordered_set<uint32_t> met;
  for (size_t t = 0; t < samples_.size(); t++) {
    weighAgain(jni, reader, weigh, t);
    result.spent |= samples_.isSpent(t);
    for (const PathSample& sample : samples_.of(t)) {
      for (uint32_t node = sample.node; node != 0 && met.insert(node).second;) {
        Step* step = ways_.find(node);
        if (step == nullptr) break;
        result.edges++;
        if (!reader.holds(jni, node, *step)) {
          ways_.forget(node);
          result.cut++;
          break;
        }
        node = step->hasRoot ? 0 : step->parent;
      }
    }
  }
  // What no path leads through any more would only be in the way of a new one.
  ways_.keepOnly(met);
  result.open = ways_.openEnds(samples_.nodes()).size();
  return result;
}

void KeptPaths::weighAgain(JNIEnv* jni, WayReader& reader, const Weigh& weigh, size_t t) {
  for (PathSample& sample : samples_.of(t)) {
    uint32_t word = 0;
    const bool alive = reader.wordOf(jni, sample, word);
    sample.weight = alive ? weigh(sample.node, word) : 0;
  }
  samples_.dropWeightless(t);
}

Ways::Reach KeptPaths::reachOf(size_t t) const {
  Ways::Reach best = Ways::Reach::Open;
  for (const PathSample& sample : samples_.of(t)) {
    best = std::max(best, ways_.reachOf(sample.node));
  }
  return best;
}

// A search takes several walks, between which the program may drop the objects or end, and it may run out of
// time. Either says nothing against the ways that were verified before it began. They take precedence where
// they share nodes with new ones: they lead to roots.
void KeptPaths::putBack(const KeptPaths& known) {
  putBack_.assign(samples_.size(), false);
  for (size_t t = 0; t < samples_.size(); t++) {
    const size_t at = known.samples_.positionOf(samples_.targets()[t]);
    if (at == known.samples_.size() || known.reachOf(at) <= reachOf(t)) continue;
    samples_.take(t, known.samples_.of(at));
    putBack_[t] = true;
  }
  std::unordered_set<uint32_t> met;
  for (size_t t = 0; t < samples_.size(); t++) {
    if (!putBack_[t]) continue;
    for (const PathSample& sample : samples_.of(t)) {
      if (known.ways_.reachOf(sample.node) == Ways::Reach::Open) continue;
      for (uint32_t node = sample.node; met.insert(node).second;) {
        const Step* step = known.ways_.find(node);
        if (step == nullptr) break;
        ways_[node] = *step;
        node = step->parent;
      }
    }
  }
}

bool KeptPaths::wasPutBack(const PathTarget& target) const {
  const size_t at = samples_.positionOf(target);
  return at < putBack_.size() && putBack_[at];
}

bool KeptPaths::letGo(const PathTarget& target) const {
  const size_t at = samples_.positionOf(target);
  if (at == samples_.size()) return false;
  const std::vector<PathSample>& samples = samples_.of(at);
  return std::all_of(samples.begin(), samples.end(),
                     [this](const PathSample& sample) { return ways_.isLost(sample.node); });
}

void KeptPaths::freed(uint32_t node) {
  ways_.freed(node);
  samples_.freed(node);
}

}  // namespace isl

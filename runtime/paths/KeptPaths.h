// What is known of the paths of some targets from check to check: the objects followed and their ways, by tags
// only, so that nothing stays alive for being on a path.
#pragma once

#include <functional>
#include <vector>

#include "paths/PathSamples.h"
#include "paths/WayReader.h"
#include "paths/Ways.h"

namespace isl {

class KeptPaths {
 public:
  struct Verified {
    size_t edges = 0;  // that were looked at
    size_t cut = 0;    // of these gone
    size_t open = 0;   // paths that do not reach a root and may go on
    // Over half of a target's samples are dead or used again: time to start anew.
    bool spent = false;
  };
  // What an object stands for, 0: it is not suspicious any more.
  using Weigh = std::function<double(uint32_t node, uint32_t word)>;

  PathSamples& samples() { return samples_; }
  const PathSamples& samples() const { return samples_; }
  Ways& ways() { return ways_; }
  const Ways& ways() const { return ways_; }

  // Reads every sample and edge again. Leaves out what is not so any more, and what lies behind it.
  Verified verify(JNIEnv* jni, WayReader& reader, const Weigh& weigh);

  // After a search: the targets of which more was known before it are as they were.
  void putBack(const KeptPaths& known);
  // The last search found nothing better for the target than what was known.
  bool wasPutBack(const PathTarget& target) const;

  // The program has let go of the target's objects, as far as it is known: no sample is left, or nothing
  // led to one any more when it was looked for.
  bool letGo(const PathTarget& target) const;

  // The node is about to be used for another object: this one is dead.
  void freed(uint32_t node);

 private:
  Ways::Reach reachOf(size_t t) const;
  void weighAgain(JNIEnv* jni, WayReader& reader, const Weigh& weigh, size_t t);

  PathSamples samples_;
  Ways ways_;
  std::vector<bool> putBack_;  // per target
};

}  // namespace isl

// Which objects are followed: a few of each (site, class) whose paths are wanted.
#pragma once

#include <jvmti.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace isl {

// Objects whose paths are wanted: suspicious objects of one (site, class) of one spec.
struct PathTarget {
  uint32_t site = 0, classId = 0;  // the class: any of its name, see ClassTable::typeOf
  uint32_t scope = 0;              // of their allocation, 0: any
  uint32_t minAge = 1;             // epochs since the last touch
  uint64_t objects = 0;            // how many there are about, so that samples lie far apart
  uint64_t bytes = 0;              // that they have, and that their arrays have
  std::vector<uint32_t> nodes;     // given objects, or empty: found by word and class
};

struct PathSample {
  uint32_t node = 0;
  jlong tag = 0;
  double weight = 1;
};

// Samples by target. What is known of a target goes with it from one list of targets to the next.
class PathSamples {
 public:
  size_t size() const { return targets_.size(); }
  const std::vector<PathTarget>& targets() const { return targets_; }
  // Index of the target in targets(), or its size.
  size_t positionOf(const PathTarget& target) const;
  std::vector<PathSample>& of(size_t t) { return samples_[t]; }
  const std::vector<PathSample>& of(size_t t) const { return samples_[t]; }
  // The nodes of all samples, in order.
  std::vector<uint32_t> nodes() const;

  // Other targets without samples.
  void reset(const std::vector<PathTarget>& targets);
  // Other targets; those that it follows already keep their samples.
  void change(const std::vector<PathTarget>& targets);
  // Weighs the samples of targets that have been drawn since the last call; not above 0: stays as it is.
  void weighDrawn(const std::function<double(const PathSample&)>& weigh);
  // The samples that `from` has of a target, as if they were drawn now.
  void take(size_t t, const std::vector<PathSample>& from);
  void dropWeightless(size_t t);
  void freed(uint32_t node);

  // Has samples of the target that are suspicious still, or there were none to be found.
  bool follows(const PathTarget& target) const;
  // Over half of them are gone: they say too little of what there is now.
  bool isSpent(size_t t) const { return 2 * samples_[t].size() < drawn_[t]; }

 private:
  std::vector<PathTarget> targets_;
  std::vector<std::vector<PathSample>> samples_;  // per target
  std::vector<size_t> drawn_;                     // likewise: how many there were at first
};

}  // namespace isl

#include "paths/PathSamples.h"

#include <algorithm>

namespace isl {
namespace {

template <typename F>
void dropIf(std::vector<PathSample>& samples, F&& gone) {
  samples.erase(std::remove_if(samples.begin(), samples.end(), gone), samples.end());
}

}  // namespace

size_t PathSamples::positionOf(const PathTarget& target) const {
  size_t at = 0;
  while (at < targets_.size() &&
         (targets_[at].site != target.site || targets_[at].classId != target.classId ||
          targets_[at].scope != target.scope)) {
    at++;
  }
  return at;
}

std::vector<uint32_t> PathSamples::nodes() const {
  std::vector<uint32_t> out;
  for (const auto& samples : samples_) {
    for (const PathSample& sample : samples) out.push_back(sample.node);
  }
  return out;
}

void PathSamples::reset(const std::vector<PathTarget>& targets) {
  targets_ = targets;
  samples_.assign(targets.size(), {});
  drawn_.assign(targets.size(), 0);
}

void PathSamples::change(const std::vector<PathTarget>& targets) {
  PathSamples next;
  next.reset(targets);
  for (size_t t = 0; t < targets.size(); t++) {
    if (!follows(targets[t])) continue;
    const size_t at = positionOf(targets[t]);
    next.samples_[t] = std::move(samples_[at]);
    next.drawn_[t] = drawn_[at];
  }
  *this = std::move(next);
}

void PathSamples::weighDrawn(const std::function<double(const PathSample&)>& weigh) {
  for (size_t t = 0; t < samples_.size(); t++) {
    if (drawn_[t] != 0) continue;
    drawn_[t] = samples_[t].size();
    for (PathSample& sample : samples_[t]) {
      const double weight = weigh(sample);
      if (weight > 0) sample.weight = weight;  // else used since it was drawn, and suspicious then
    }
  }
}

void PathSamples::take(size_t t, const std::vector<PathSample>& from) {
  samples_[t] = from;
  drawn_[t] = from.size();
}

void PathSamples::dropWeightless(size_t t) {
  dropIf(samples_[t], [](const PathSample& sample) { return sample.weight <= 0; });
}

void PathSamples::freed(uint32_t node) {
  for (auto& samples : samples_) {
    dropIf(samples, [node](const PathSample& sample) { return sample.node == node; });
  }
}

bool PathSamples::follows(const PathTarget& target) const {
  const size_t at = positionOf(target);
  return at < targets_.size() && !isSpent(at);
}

}  // namespace isl

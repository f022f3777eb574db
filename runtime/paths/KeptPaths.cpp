// The part of the path tracer that keeps paths from check to check.
#include <algorithm>

#include "paths/PathTracer.h"

namespace isl {
namespace {

// Longer runs are taken to hold as long as their first and their last object live: reading a
// reference takes some 50 ns, and every path may have such a run.
constexpr uint32_t kMaxRunRead = 2000;

}  // namespace

// A way that has met a reference from a stack and no lasting root in the next edges is taken to end there:
// in a program whose data hang on a thread's locals the rest is a maze.
std::vector<uint32_t> PathTracer::openEnds() const {
  std::vector<uint32_t> ends;
  std::unordered_map<uint32_t, bool> met;
  for (const auto& samples : samples_) {
    for (const Sample& sample : samples) {
      uint32_t node = sample.node, beyondStack = 0;
      while (node != 0 && beyondStack <= kMaxBeyondStack && met.emplace(node, true).second) {
        auto step = steps_.find(node);
        if (step == steps_.end()) ends.push_back(node);
        if (step == steps_.end() || step->second.hasRoot) break;
        if (beyondStack > 0 || step->second.hasStackRoot) beyondStack++;
        node = step->second.parent;
      }
    }
  }
  return ends;
}

// Does the way from the object `from` towards its root lead to `node`, or end where all ways lead back?
bool PathTracer::circles(uint32_t from, uint32_t node) const {
  for (size_t i = 0; i <= steps_.size() && from != 0; i++) {
    if (from == node) return true;
    auto step = steps_.find(from);
    if (step == steps_.end() || step->second.hasRoot) return false;
    if (step->second.leadsNowhere()) return true;
    from = step->second.parent;
  }
  return from != 0;
}

// Nothing holds the object, or only what lies below it on its own path: those that lead here need another
// holder.
void PathTracer::stepBack(uint32_t node, std::unordered_map<uint32_t, uint32_t>& next) {
  std::vector<uint32_t> below;
  for (const auto& [child, step] : steps_) {
    if (step.parent == node && !step.hasRoot) below.push_back(child);
  }
  for (uint32_t child : below) {
    steps_.erase(child);
    next.emplace(child, 0);
  }
}

std::vector<jlong> PathTracer::watchedNodes() const {
  std::vector<jlong> tags;
  for (const auto& samples : samples_) {
    for (const Sample& sample : samples) tags.push_back(sample.tag);
  }
  for (const auto& [node, step] : steps_) {
    if (step.parent != 0) tags.push_back(step.parentTag);
    tags.push_back(nodes_.tagOf(node));
  }
  return tags;
}

void PathTracer::watchNodes(JNIEnv* jni) {
  std::vector<jlong> tags = watchedNodes();
  for (const auto& [node, step] : steps_) {
    if (step.hasRoot && step.root.classTag != 0) tags.push_back(step.root.classTag);
  }
  reader_->watch(jni, tags);
}

// As readWords, without a walk.
void PathTracer::readWatched(JNIEnv* jni) {
  for (jlong tag : watchedNodes()) {
    const uint32_t node = nodes_.find(tag);
    uint32_t word = 0;
    if (node == 0 || classes_[nodes_[node].classId].islIndex < 0 ||
        !reader_->wordOf(jni, tag, nodes_[node].classId, word)) {
      continue;
    }
    nodes_[node].word = nodes_.plainWord(word);
    nodes_[node].hasWord = true;
  }
}

bool PathTracer::holds(JNIEnv* jni, uint32_t node, Step& step) {
  const jlong tag = nodes_.tagOf(node);
  if (step.hasRoot) {
    const Root& root = step.root;
    return root.classTag == 0 ||
           reader_->fieldHolds(jni, root.classTag, root.staticClass, root.staticField, true, tag);
  }
  if (step.parent == 0) return true;
  if (step.element) {
    step.index = reader_->elementHolding(jni, step.parentTag, step.index, tag);
    return step.index >= 0;
  }
  if (step.runFields.empty()) {
    return reader_->fieldHolds(jni, step.parentTag, step.parentClass, step.index, false, tag);
  }
  uint32_t word = 0;
  const bool readable = step.runFields.size() == 1 && step.repeats <= kMaxRunRead;
  return readable ? reader_->runHolds(jni, step.parentTag, step.parentClass, step.runFields[0],
                                      step.repeats, tag)
                  : reader_->wordOf(jni, step.parentTag, step.parentClass, word) &&
                        reader_->wordOf(jni, tag, nodes_[node].classId, word);
}

PathTracer::Verified PathTracer::verify(JNIEnv* jni, const Weigh& weigh) {
  Verified result;
  putBack_.clear();
  unreached_.clear();
  std::unordered_map<uint32_t, bool> met;
  for (size_t t = 0; t < samples_.size(); t++) {
    std::vector<Sample>& samples = samples_[t];
    for (Sample& sample : samples) {
      uint32_t word = 0;
      const bool alive = reader_->wordOf(jni, sample.tag, nodes_[sample.node].classId, word);
      sample.weight = alive ? weigh(sample.node, nodes_.plainWord(word)) : 0;
    }
    samples.erase(std::remove_if(samples.begin(), samples.end(),
                                 [](const Sample& s) { return s.weight <= 0; }),
                  samples.end());
    result.spent |= 2 * samples.size() < drawn_[t];
    for (const Sample& sample : samples) {
      for (uint32_t node = sample.node; node != 0 && met.emplace(node, true).second;) {
        auto step = steps_.find(node);
        if (step == steps_.end()) break;
        result.edges++;
        if (!holds(jni, node, step->second)) {
          steps_.erase(step);
          result.cut++;
          break;
        }
        node = step->second.hasRoot ? 0 : step->second.parent;
      }
    }
  }
  // What no path leads through any more would only be in the way of a new one.
  for (auto step = steps_.begin(); step != steps_.end();) {
    step = met.count(step->first) == 0 ? steps_.erase(step) : std::next(step);
  }
  result.open = openEnds().size();
  return result;
}

void PathTracer::resume(JNIEnv* jni, uint32_t check, uint64_t budgetMs) {
  check_ = check;
  walks_ = 0;
  climb(jni, budgetMs, false);
  watchWays(jni);
}

PathTracer::Reach PathTracer::reachOf(uint32_t node, const Steps& steps) {
  bool onStack = false;
  for (size_t i = 0; i <= steps.size(); i++) {
    auto step = steps.find(node);
    if (step == steps.end()) break;
    if (step->second.hasRoot) {
      const bool unknown = step->second.root.kind == JVMTI_HEAP_REFERENCE_OTHER;
      return unknown ? Reach::UnknownRoot : Reach::Root;
    }
    onStack |= step->second.hasStackRoot;
    node = step->second.parent;
  }
  return onStack ? Reach::Root : Reach::Open;
}

PathTracer::Reach PathTracer::bestOf(const std::vector<Sample>& samples, const Steps& steps) {
  Reach best = Reach::Open;
  for (const Sample& sample : samples) best = std::max(best, reachOf(sample.node, steps));
  return best;
}

// A search takes several walks, between which the program may drop the objects or end, and it may run out of
// time. Either says nothing against the ways that were verified before it began. They take precedence where
// they share nodes with new ones: they lead to roots.
void PathTracer::putBack(const Known& known) {
  putBack_.assign(targets_.size(), false);
  std::vector<size_t> wanted;
  for (size_t t = 0; t < targets_.size(); t++) {
    const size_t at = positionOf(targets_[t], known.targets);
    if (at == known.targets.size() ||
        bestOf(known.samples[at], known.steps) <= bestOf(samples_[t], steps_)) {
      continue;
    }
    samples_[t] = known.samples[at];
    drawn_[t] = samples_[t].size();
    putBack_[t] = true;
    wanted.push_back(t);
  }
  std::unordered_set<uint32_t> met;
  for (size_t t : wanted) {
    for (const Sample& sample : samples_[t]) {
      if (reachOf(sample.node, known.steps) == Reach::Open) continue;
      for (uint32_t node = sample.node; met.insert(node).second;) {
        auto step = known.steps.find(node);
        if (step == known.steps.end()) break;
        steps_[node] = step->second;
        node = step->second.parent;
      }
    }
  }
}

bool PathTracer::wasPutBack(const PathTarget& target) const {
  const size_t at = positionOf(target, targets_);
  return at < putBack_.size() && putBack_[at];
}

bool PathTracer::letGo(const PathTarget& target) const {
  const size_t at = positionOf(target, targets_);
  if (at == targets_.size()) return false;
  return std::all_of(samples_[at].begin(), samples_[at].end(), [this](const Sample& sample) {
    uint32_t node = sample.node;
    for (size_t i = 0; i <= steps_.size(); i++) {
      auto step = steps_.find(node);
      if (step == steps_.end()) return unreached_.count(node) != 0;
      if (step->second.leadsNowhere()) return true;
      if (step->second.hasRoot || step->second.parent == 0) return false;
      node = step->second.parent;
    }
    return false;
  });
}

void PathTracer::freed(uint32_t node) {
  steps_.erase(node);
  unreached_.erase(node);
  for (auto& samples : samples_) {
    samples.erase(std::remove_if(samples.begin(), samples.end(),
                                 [node](const Sample& s) { return s.node == node; }),
                  samples.end());
  }
}

}  // namespace isl

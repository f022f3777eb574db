#include "paths/PathChains.h"

#include <algorithm>

#include "heap/RecordEngine.h"
#include "paths/NodeWords.h"
#include "paths/PathGroups.h"

namespace isl {

std::vector<std::vector<report::Path>> PathChains::grow(JNIEnv* jni, uint32_t check,
                                                        const std::vector<PathTarget>& targets,
                                                        const RecordEngine* records) {
  check_ = check;
  keepPenalised(targets, records);
  begin(jni, targets, records);
  walk();
  for (Chain& chain : chains_) {
    const size_t before = chain.links.size();
    cut(chain);
    // What is left of a broken path grows again at the next check: nobody looked for its holders.
    if (chain.grows && chain.links.size() == before) extend(chain);
  }
  readNodeWords(jvmti_, classes_, nodes_);
  std::vector<std::vector<report::Path>> result;
  for (const PathTarget& target : targets) result.push_back(describe(jni, target));
  return result;
}

std::vector<report::Path> PathChains::describe(JNIEnv* jni, const PathTarget& target) {
  PathGroups groups;
  for (const Chain& chain : chains_) {
    if (chain.site != target.site || chain.classId != target.classId) continue;
    groups.add(wording_.describe(jni, wayOf(chain)), 1);
  }
  return groups.shared();
}

Way PathChains::wayOf(const Chain& chain) const {
  Ways ways;
  const uint32_t start = nodes_.find(chain.object);
  uint32_t at = start;
  for (const Link& link : chain.links) {
    ways[at] = link.step;
    at = nodes_.find(link.holder);
  }
  ways[at] = chain.root;
  return ways.wayFrom(start, nodes_);
}

bool PathChains::stillPenalised(Chain& chain, uint32_t minAge, const RecordEngine* records) const {
  const uint32_t node = nodes_.find(chain.object);
  if (node == 0) return false;
  if (records == nullptr) {
    chain.grows = nodes_[node].hasWord && epochOf(nodes_[node].word) + minAge <= check_;
    return chain.grows;
  }
  const double penalty = records->amplified(node, nodes_[node].word);
  chain.grows = penalty > chain.penalty;
  chain.penalty = penalty;
  return penalty > 0;
}

// The dead and those whose penalty is gone make room for others.
void PathChains::keepPenalised(const std::vector<PathTarget>& targets,
                               const RecordEngine* records) {
  if (chains_.empty()) return;
  if (records == nullptr) readNodeWords(jvmti_, classes_, nodes_);
  size_t kept = 0;
  for (Chain& chain : chains_) {
    auto target = std::find_if(targets.begin(), targets.end(), [&](const PathTarget& t) {
      return t.site == chain.site && t.classId == chain.classId;
    });
    if (target == targets.end() || !stillPenalised(chain, target->minAge, records)) continue;
    if (&chains_[kept] != &chain) chains_[kept] = std::move(chain);
    kept++;
  }
  chains_.resize(kept);
}

// Objects that are penalised for the first time, as far as there is room, get a path without edges.
void PathChains::begin(JNIEnv* jni, const std::vector<PathTarget>& targets,
                       const RecordEngine* records) {
  PathSamples samples;
  samples.reset(targets);
  size_t walks = 0;
  sampler_.draw(jni, check_, Sampler::kSamples, samples, walks);
  for (size_t t = 0; t < targets.size(); t++) {
    const auto of = [&](const Chain& c) {
      return c.site == targets[t].site && c.classId == targets[t].classId;
    };
    auto count = static_cast<size_t>(std::count_if(chains_.begin(), chains_.end(), of));
    for (const auto& [node, tag, weight] : samples.of(t)) {
      if (count == Sampler::kSamples) break;
      if (std::any_of(chains_.begin(), chains_.end(),
                      [object = tag](const Chain& c) { return c.object == object; })) {
        continue;
      }
      Chain chain;
      chain.site = targets[t].site;
      chain.classId = targets[t].classId;
      chain.object = tag;
      if (records != nullptr) chain.penalty = records->amplified(node, 0);
      chains_.push_back(std::move(chain));
      count++;
    }
  }
}

void PathChains::walk() {
  ends_.clear();
  edges_.clear();
  for (const Chain& chain : chains_) {
    uint32_t held = nodes_.find(chain.object);
    for (const Link& link : chain.links) {
      const uint32_t holder = nodes_.find(link.holder);
      edges_.emplace(pairOf(holder, held), false);
      held = holder;
    }
    if (chain.grows) ends_[held];
  }
  if (ends_.empty() && edges_.empty()) return;
  jvmtiHeapCallbacks callbacks{};
  callbacks.heap_reference_callback = onEdge;
  jvmti_->FollowReferences(JVMTI_HEAP_FILTER_UNTAGGED, nullptr, nullptr, &callbacks, this);
}

jint PathChains::onEdge(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info, jlong,
                        jlong referrerClassTag, jlong, jlong* tag, jlong* referrerTag, jint,
                        void* self) {
  if (kind == JVMTI_HEAP_REFERENCE_CLASS) return JVMTI_VISIT_OBJECTS;
  auto* chains = static_cast<PathChains*>(self);
  const uint32_t node = chains->nodes_.find(*tag);
  if (node == 0) return JVMTI_VISIT_OBJECTS;
  const uint32_t referrer = referrerTag != nullptr ? chains->nodes_.find(*referrerTag) : 0;
  if (referrer != 0) {
    auto edge = chains->edges_.find(pairOf(referrer, node));
    if (edge != chains->edges_.end()) edge->second = true;
  }
  auto found = chains->ends_.find(node);
  if (found == chains->ends_.end()) return JVMTI_VISIT_OBJECTS;
  End& end = found->second;
  const HeapEdge reference{kind, info, referrerClassTag, referrerTag};
  if (!reference.knowsHolder()) return JVMTI_VISIT_OBJECTS;
  if (reference.isRoot()) {
    chains->builder_.takeRoot(reference, node, end.root);
  } else if (end.holders.size() < kMaxHolders) {
    Step step;
    chains->builder_.takeHolder(reference, node, chains->check_, Ways(), step);
    const bool known = std::any_of(end.holders.begin(), end.holders.end(),
                                   [&](const Step& s) { return s.parent == step.parent; });
    if (step.parent != 0 && !known) end.holders.push_back(std::move(step));
  }
  return JVMTI_VISIT_OBJECTS;
}

void PathChains::cut(Chain& chain) const {
  uint32_t held = nodes_.find(chain.object);
  for (size_t i = 0; i < chain.links.size(); i++) {
    const uint32_t holder = nodes_.find(chain.links[i].holder);
    auto edge = edges_.find(pairOf(holder, held));
    if (holder == 0 || edge == edges_.end() || !edge->second) {
      chain.links.resize(i);
      chain.root = Step{};
      return;
    }
    held = holder;
  }
}

bool PathChains::has(const Chain& chain, uint32_t node) const {
  return nodes_.find(chain.object) == node ||
         std::any_of(chain.links.begin(), chain.links.end(),
                     [&](const Link& link) { return nodes_.find(link.holder) == node; });
}

// The first holder that the traversal met leads towards the root from which it came. A root ends the
// path; one in a thread's stack only where nothing in the heap refers to the end.
void PathChains::extend(Chain& chain) const {
  auto found = ends_.find(nodes_.find(chain.end()));
  if (found == ends_.end()) return;
  chain.root = Step{};
  if (found->second.root.hasRoot) {
    chain.root = found->second.root;
    return;
  }
  for (const Step& step : found->second.holders) {
    if (has(chain, step.parent)) continue;
    chain.links.push_back({nodes_.tagOf(step.parent), step});
    return;
  }
  chain.root = found->second.root;
}

}  // namespace isl

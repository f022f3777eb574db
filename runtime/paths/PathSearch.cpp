#include "paths/PathSearch.h"

#include <algorithm>

#include "base/CostWatch.h"

namespace isl {

void PathSearch::climb(JNIEnv* jni, uint32_t check, const std::vector<uint32_t>& starts,
                       uint64_t budgetMs, bool scouting, Ways& ways, size_t& walks) {
  const CostWatch cost;
  check_ = check;
  ways_ = &ways;
  ways.clearUnreached();
  frontier_.clear();
  for (uint32_t node : ways.openEnds(starts)) frontier_.emplace(node, 0);
  if (scouting) scout(jni, walks);
  for (size_t depth = 0; depth < kMaxDepth && !frontier_.empty(); depth++) {
    if (unknownClass_) classes_.update(jvmti_, jni);
    unknownClass_ = false;
    if (!extend(jni, walks)) break;
    keepOpen(starts);
    if (cost.ms() > static_cast<double>(budgetMs)) break;
    leap(jni, walks);
  }
  frontier_.clear();
}

// Follows the ways through one walk; what is left to the others is who else holds the objects, the roots,
// and the ends that the scout did not get beyond.
void PathSearch::scout(JNIEnv* jni, size_t& walks) {
  std::vector<uint32_t> ends;
  for (const auto& [node, run] : frontier_) ends.push_back(node);
  if (ends.empty()) return;
  walks += PathScout::kWalks;
  for (const ScoutedStep& known : scout_.find(ends, kMaxDepth, check_)) {
    if (ways_->knows(known.node)) continue;
    frontier_.emplace(known.node, known.run);
    // What is not clear is left to the walks that follow.
    if (known.parent == 0 || known.parentClass == 0 || ways_->circles(known.parent, known.node)) {
      continue;
    }
    Step& step = (*ways_)[known.node];
    step.parent = known.parent;
    step.parentTag = nodes_.tagOf(known.parent);
    step.parentClass = known.parentClass;
    step.element = known.element;
    step.index = known.index;
  }
  leap(jni, walks);
}

bool PathSearch::extend(JNIEnv* jni, size_t& walks) {
  std::vector<uint32_t> classes;
  for (const auto& [node, run] : frontier_) classes.push_back(nodes_[node].classId);
  jvmtiHeapCallbacks callbacks{};
  callbacks.heap_reference_callback = onEdge;
  if (classWalk_.follow(jni, JVMTI_HEAP_FILTER_UNTAGGED, std::move(classes), callbacks, this,
                        walks) != JVMTI_ERROR_NONE) {
    return false;
  }
  Frontier next;
  for (const auto& [node, run] : frontier_) moveOn(node, run, next);
  frontier_ = std::move(next);
  return true;
}

// Ends that no way of the starts comes to any more are nobody's business.
void PathSearch::keepOpen(const std::vector<uint32_t>& starts) {
  Frontier open;
  for (uint32_t end : ways_->openEnds(starts)) {
    if (auto wanted = frontier_.find(end); wanted != frontier_.end()) open.insert(*wanted);
  }
  frontier_ = std::move(open);
}

// After a walk: what is wanted next in place of the node.
void PathSearch::moveOn(uint32_t node, uint32_t run, Frontier& next) {
  const Step* step = ways_->find(node);
  if (step != nullptr && step->unknown && step->parent == 0 && !step->hasRoot) {
    next[node] = run;
    ways_->forget(node);
    return;
  }
  // The program goes on between verifying and searching: an object that no reference leads to is dead. Where
  // nothing holds it, or only what lies below it on its own way, those that lead here need another holder.
  if (step == nullptr || step->leadsNowhere()) {
    for (uint32_t held : ways_->forgetBelow(node)) next.emplace(held, 0);
  }
  if (step == nullptr) {
    ways_->noteUnreached(node);
    return;
  }
  if (step->hasRoot || step->parent == 0 || ways_->knows(step->parent)) return;
  const bool same = nodes_[step->parent].classId == nodes_[node].classId && !step->element;
  uint32_t& length = next[step->parent];
  length = std::max(length, same ? run + 1 : 0);
}

// Ends that look like parts of a run are moved to its entry. One leap is tried for each.
void PathSearch::leap(JNIEnv* jni, size_t& walks) {
  std::vector<uint32_t> ends;
  for (const auto& [node, run] : frontier_) {
    if (run == kRunStart) ends.push_back(node);
  }
  if (ends.empty()) return;
  for (auto& [end, run] : runs_.find(jni, ends, check_, walks)) {
    if (ways_->circles(run.entry, end)) continue;
    frontier_.erase(end);
    Step& step = (*ways_)[end];
    step.parent = run.entry;
    step.parentTag = nodes_.tagOf(run.entry);
    step.parentClass = nodes_[end].classId;
    step.repeats = run.length;
    step.runFields = std::move(run.fields);
    if (!ways_->knows(run.entry)) frontier_.emplace(run.entry, kRunStart + 1);
  }
}

jint PathSearch::onEdge(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info, jlong,
                        jlong referrerClassTag, jlong, jlong* tag, jlong* referrerTag, jint,
                        void* self) {
  if (kind == JVMTI_HEAP_REFERENCE_CLASS) return JVMTI_VISIT_OBJECTS;
  auto* search = static_cast<PathSearch*>(self);
  const uint32_t node = search->nodes_.find(*tag);
  if (node == 0 || search->frontier_.find(node) == search->frontier_.end()) {
    return JVMTI_VISIT_OBJECTS;
  }
  const HeapEdge edge{kind, info, referrerClassTag, referrerTag};
  Step& step = (*search->ways_)[node];
  if (!edge.knowsHolder()) {
    step.unknown = search->unknownClass_ = true;
  } else if (edge.isRoot()) {
    search->builder_.takeRoot(edge, node, step);
  } else if (step.parent == 0) {
    search->builder_.takeHolder(edge, node, search->check_, *search->ways_, step);
  } else {
    search->builder_.takeOther(edge, step);
  }
  return JVMTI_VISIT_OBJECTS;
}

}  // namespace isl

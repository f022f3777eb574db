#include "paths/PathTracer.h"

#include <algorithm>

#include "base/CostWatch.h"

namespace isl {
namespace {

uint64_t keyOf(uint32_t site, uint32_t classId) {
  return static_cast<uint64_t>(site) << 32 | classId;
}

}  // namespace

bool PathTracer::isRoot(jvmtiHeapReferenceKind kind) {
  switch (kind) {
    case JVMTI_HEAP_REFERENCE_JNI_GLOBAL:
    case JVMTI_HEAP_REFERENCE_SYSTEM_CLASS:
    case JVMTI_HEAP_REFERENCE_MONITOR:
    case JVMTI_HEAP_REFERENCE_STACK_LOCAL:
    case JVMTI_HEAP_REFERENCE_JNI_LOCAL:
    case JVMTI_HEAP_REFERENCE_THREAD:
    case JVMTI_HEAP_REFERENCE_OTHER:
    case JVMTI_HEAP_REFERENCE_STATIC_FIELD: return true;
    default: return false;
  }
}

PathTracer::PathTracer(jvmtiEnv* jvmti, ClassTable& classes, NodeTable& nodes,
                       const SiteTable& sites, EdgeReader* reader)
    : jvmti_(jvmti), classes_(classes), nodes_(nodes), sites_(sites), reader_(reader),
      classWalk_(jvmti, classes), runs_(jvmti, classes, nodes),
      scout_(jvmti, classes, nodes, kRunStart) {}

PathTracer::Paths PathTracer::trace(JNIEnv* jni, uint32_t check,
                                    const std::vector<PathTarget>& targets, uint64_t budgetMs,
                                    const Weigh& weigh, Search how) {
  check_ = check;
  walks_ = 0;
  wantedSamples_ = how.anew ? kSamples : kFewSamples;
  Known known;
  if (reader_ != nullptr) known = {targets_, samples_, steps_};
  if (how.anew) {
    steps_.clear();
    samples_.assign(targets.size(), {});
    drawn_.assign(targets.size(), 0);
  } else {
    keepSamples(targets);
  }
  targets_ = targets;
  wanted_.clear();
  met_.assign(targets.size(), 0);
  sample(jni, targets);
  climb(jni, budgetMs, how.scout);
  putBack(known);
  watchWays(jni);
  for (size_t t = 0; t < samples_.size(); t++) {
    if (drawn_[t] != 0) continue;
    drawn_[t] = samples_[t].size();
    for (Sample& s : samples_[t]) {
      const double weight = weigh(s.node, nodes_[s.node].word);
      if (weight > 0) s.weight = weight;  // else used since it was drawn, and suspicious then
    }
  }
  return paths(jni);
}

size_t PathTracer::positionOf(const PathTarget& target, const std::vector<PathTarget>& targets) {
  size_t at = 0;
  while (at < targets.size() &&
         (targets[at].site != target.site || targets[at].classId != target.classId ||
          targets[at].scope != target.scope)) {
    at++;
  }
  return at;
}

// Over half of them, or they say too little of what there is now.
bool PathTracer::follows(const PathTarget& target) const {
  const size_t at = positionOf(target, targets_);
  return at < targets_.size() && 2 * samples_[at].size() >= drawn_[at];
}

void PathTracer::keepSamples(const std::vector<PathTarget>& targets) {
  std::vector<std::vector<Sample>> samples(targets.size());
  std::vector<size_t> drawn(targets.size());
  for (size_t t = 0; t < targets.size(); t++) {
    if (!follows(targets[t])) continue;
    const size_t at = positionOf(targets[t], targets_);
    samples[t] = std::move(samples_[at]);
    drawn[t] = drawn_[at];
  }
  samples_ = std::move(samples);
  drawn_ = std::move(drawn);
}

void PathTracer::climb(JNIEnv* jni, uint64_t budgetMs, bool scouting) {
  const CostWatch cost;
  unreached_.clear();
  frontier_.clear();
  for (uint32_t node : openEnds()) frontier_.emplace(node, 0);
  if (scouting) scout(jni);
  for (size_t depth = 0; depth < kMaxDepth && !frontier_.empty(); depth++) {
    if (unknownClass_) classes_.update(jvmti_, jni);
    unknownClass_ = false;
    if (!extend(jni) || cost.ms() > static_cast<double>(budgetMs)) break;
    leap(jni);
  }
  frontier_.clear();
}

void PathTracer::watchWays(JNIEnv* jni) {
  if (reader_ != nullptr) watchNodes(jni);
  readWords(jni);
}

PathTracer::Paths PathTracer::paths(JNIEnv* jni) {
  Paths result(samples_.size());
  for (size_t t = 0; t < samples_.size(); t++) {
    group(jni, samples_[t], result[t]);
    double whole = 0;
    for (const Sample& sample : samples_[t]) whole += sample.weight;
    shareOut(result[t], whole);
  }
  return result;
}

void PathTracer::sample(JNIEnv* jni, const std::vector<PathTarget>& targets) {
  std::vector<uint32_t> classes;
  for (size_t t = 0; t < targets.size(); t++) {
    if (!samples_[t].empty()) continue;
    if (targets[t].nodes.empty()) {
      wanted_[keyOf(targets[t].site, targets[t].classId)].push_back(t);
      for (uint32_t id = 1; id < classes_.size(); id++) {
        if (classes_.typeOf(id) == targets[t].classId) classes.push_back(id);
      }
    } else {
      for (uint32_t node : targets[t].nodes) {
        if (samples_[t].size() < wantedSamples_)
          samples_[t].push_back({node, nodes_.tagOf(node), 1});
      }
    }
  }
  if (wanted_.empty()) return;
  jvmtiHeapCallbacks callbacks{};
  callbacks.primitive_field_callback = onSample;
  classWalk_.follow(jni, JVMTI_HEAP_FILTER_CLASS_UNTAGGED, classes, callbacks, this, walks_);
}

jint PathTracer::onSample(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                          jlong classTag, jlong* tag, jvalue value, jvmtiPrimitiveType,
                          void* self) {
  auto* tracer = static_cast<PathTracer*>(self);
  const uint32_t classId = classIdOfTag(classTag);
  if (kind != JVMTI_HEAP_REFERENCE_FIELD ||
      tracer->classes_[classId].islIndex != info->field.index) {
    return 0;
  }
  const uint32_t word = tracer->nodes_.plainWord(static_cast<uint32_t>(value.i));
  const uint32_t type = tracer->classes_.typeOf(classId);
  auto found = tracer->wanted_.find(keyOf(tracer->plainOf(siteOf(word)), type));
  if (found == tracer->wanted_.end()) return 0;
  for (size_t t : found->second) {
    if (tracer->samples_[t].size() >= tracer->wantedSamples_) continue;
    const PathTarget& target = tracer->targets_[t];
    if (epochOf(word) + target.minAge > tracer->check_) continue;
    if (target.scope != 0 && tracer->scopes_->scopeOf(siteOf(word)) != target.scope) continue;
    // Neighbours in the traversal are held alike: the samples are spread evenly.
    const uint64_t stride = std::max<uint64_t>(target.objects / tracer->wantedSamples_, 1);
    if (tracer->met_[t]++ % stride != stride / 2) continue;
    bool fresh = false;
    const uint32_t node = tracer->nodes_.ensure(tag, tracer->check_, fresh);
    if (node == 0) return 0;
    tracer->nodes_[node].lastSeen = tracer->check_;
    tracer->nodes_[node].classId = classId;
    tracer->samples_[t].push_back({node, *tag, 1});
  }
  return 0;
}

// Follows the paths of the samples through one walk; what is left to the others is who else holds the
// objects, the roots, and the ends that the scout did not get beyond.
void PathTracer::scout(JNIEnv* jni) {
  std::vector<uint32_t> samples;
  for (const auto& [node, run] : frontier_) samples.push_back(node);
  if (samples.empty()) return;
  walks_ += PathScout::kWalks;
  const std::vector<ScoutedStep> found = scout_.find(samples, kMaxDepth, check_);
  for (const ScoutedStep& known : found) {
    if (steps_.find(known.node) != steps_.end()) continue;
    frontier_.emplace(known.node, known.run);
    // What is not clear is left to the walks that follow.
    if (known.parent == 0 || known.parentClass == 0 || circles(known.parent, known.node)) continue;
    Step& step = steps_[known.node];
    step.parent = known.parent;
    step.parentTag = nodes_.tagOf(known.parent);
    step.parentClass = known.parentClass;
    step.element = known.element;
    step.index = known.index;
  }
  leap(jni);
}

bool PathTracer::extend(JNIEnv* jni) {
  std::vector<uint32_t> classes;
  for (const auto& [node, run] : frontier_) classes.push_back(nodes_[node].classId);
  jvmtiHeapCallbacks callbacks{};
  callbacks.heap_reference_callback = onEdge;
  if (classWalk_.follow(jni, JVMTI_HEAP_FILTER_UNTAGGED, std::move(classes), callbacks, this,
                        walks_) != JVMTI_ERROR_NONE) {
    return false;
  }
  std::unordered_map<uint32_t, uint32_t> next;
  for (const auto& [node, run] : frontier_) {
    auto found = steps_.find(node);
    if (found != steps_.end() && found->second.unknown && found->second.parent == 0 &&
        !found->second.hasRoot) {
      next[node] = run;
      steps_.erase(found);
      continue;
    }
    // The program goes on between verifying and searching: an object that no reference leads to is dead.
    if (found == steps_.end() || found->second.leadsNowhere()) stepBack(node, next);
    if (found == steps_.end()) {
      unreached_.insert(node);
      continue;
    }
    const Step& step = found->second;
    if (step.hasRoot || step.parent == 0) continue;
    const uint32_t parent = step.parent;
    if (steps_.find(parent) != steps_.end()) continue;
    const bool same = nodes_[parent].classId == nodes_[node].classId && !step.element;
    uint32_t& length = next[parent];
    length = std::max(length, same ? run + 1 : 0);
  }
  frontier_.clear();
  for (uint32_t end : openEnds()) {
    if (auto wanted = next.find(end); wanted != next.end()) frontier_.insert(*wanted);
  }
  return true;
}

// Ends that look like parts of a run are moved to its entry. One leap is tried for each.
void PathTracer::leap(JNIEnv* jni) {
  std::vector<uint32_t> ends;
  for (const auto& [node, run] : frontier_) {
    if (run == kRunStart) ends.push_back(node);
  }
  if (ends.empty()) return;
  for (auto& [end, run] : runs_.find(jni, ends, check_, walks_)) {
    if (circles(run.entry, end)) continue;
    frontier_.erase(end);
    Step& step = steps_[end];
    step.parent = run.entry;
    step.parentTag = nodes_.tagOf(run.entry);
    step.parentClass = nodes_[end].classId;
    step.repeats = run.length;
    step.runFields = std::move(run.fields);
    if (steps_.find(run.entry) == steps_.end()) frontier_.emplace(run.entry, kRunStart + 1);
  }
}

jint PathTracer::onEdge(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info, jlong,
                        jlong referrerClassTag, jlong, jlong* tag, jlong* referrerTag, jint,
                        void* self) {
  if (kind == JVMTI_HEAP_REFERENCE_CLASS) return JVMTI_VISIT_OBJECTS;
  auto* tracer = static_cast<PathTracer*>(self);
  const uint32_t node = tracer->nodes_.find(*tag);
  if (node == 0 || tracer->frontier_.find(node) == tracer->frontier_.end()) {
    return JVMTI_VISIT_OBJECTS;
  }
  Step& step = tracer->steps_[node];
  if (!tracer->knowsHolder(kind, referrerClassTag, referrerTag)) {
    step.unknown = tracer->unknownClass_ = true;
  } else if (isRoot(kind)) {
    tracer->takeRoot(step, kind, info, referrerTag);
    if (step.hasRoot && step.root.node == 0) step.root.node = node;
    if (step.hasStackRoot && step.stackRoot.node == 0) step.stackRoot.node = node;
  } else if (step.parent == 0) {
    tracer->takeParent(node, step, kind, info, referrerClassTag, referrerTag);
  } else {
    tracer->takeOther(step, kind, info, referrerClassTag);
  }
  return JVMTI_VISIT_OBJECTS;
}

// The program may load classes while its heap is being searched.
bool PathTracer::knowsHolder(jvmtiHeapReferenceKind kind, jlong referrerClassTag,
                             const jlong* referrerTag) {
  if (kind == JVMTI_HEAP_REFERENCE_STATIC_FIELD) return classIdOfTag(*referrerTag) != 0;
  if (kind != JVMTI_HEAP_REFERENCE_FIELD && kind != JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT) return true;
  return classIdOfTag(referrerClassTag) != 0;
}

// Another way to the same object: one of another class or field tells the reader something.
void PathTracer::takeOther(Step& step, jvmtiHeapReferenceKind kind,
                           const jvmtiHeapReferenceInfo* info, jlong referrerClassTag) {
  if (kind != JVMTI_HEAP_REFERENCE_FIELD || step.others.size() >= kMaxOthers) return;
  const std::pair<uint32_t, int32_t> other{classIdOfTag(referrerClassTag), info->field.index};
  if (other.first == step.parentClass && (step.element || other.second == step.index)) return;
  if (other.first == 0 || classes_.isReferenceField(other.first, other.second)) return;
  if (std::find(step.others.begin(), step.others.end(), other) == step.others.end()) {
    step.others.push_back(other);
  }
}

void PathTracer::takeRoot(Step& step, jvmtiHeapReferenceKind kind,
                          const jvmtiHeapReferenceInfo* info, jlong* referrerTag) {
  const bool passing = kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL ||
                       kind == JVMTI_HEAP_REFERENCE_JNI_LOCAL ||
                       kind == JVMTI_HEAP_REFERENCE_MONITOR;
  // A static field says most to a reader and replaces what was found before.
  const bool isStatic = kind == JVMTI_HEAP_REFERENCE_STATIC_FIELD;
  if (passing ? step.hasStackRoot : step.hasRoot && !isStatic) return;
  Root& root = passing ? step.stackRoot : step.root;
  root = Root{};
  root.kind = kind;
  (passing ? step.hasStackRoot : step.hasRoot) = true;
  if (isStatic) {
    root.classTag = *referrerTag;
    root.staticClass = classIdOfTag(*referrerTag);
    root.staticField = info->field.index;
  } else if (kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL) {
    root.method = info->stack_local.method;
    root.threadId = info->stack_local.thread_id;
  } else if (kind == JVMTI_HEAP_REFERENCE_JNI_LOCAL) {
    root.method = info->jni_local.method;
    root.threadId = info->jni_local.thread_id;
  }
}

void PathTracer::takeParent(uint32_t node, Step& step, jvmtiHeapReferenceKind kind,
                            const jvmtiHeapReferenceInfo* info, jlong referrerClassTag,
                            jlong* referrerTag) {
  const bool element = kind == JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT;
  if (referrerTag == nullptr || (!element && kind != JVMTI_HEAP_REFERENCE_FIELD)) return;
  const uint32_t parentClass = classIdOfTag(referrerClassTag);
  // A weak, soft or phantom referent is not what keeps an object alive; the `next`, `queue` and
  // `discovered` links of a Reference do not either.
  if (!element && classes_.isReferenceField(parentClass, info->field.index)) {
    if (step.links.size() < kMaxOthers) step.links.emplace_back(parentClass, info->field.index);
    return;
  }
  bool fresh = false;
  const uint32_t parent = nodes_.ensure(referrerTag, check_, fresh);
  if (parent == 0) return;
  if (circles(parent, node)) {
    step.circles = true;
    return;
  }
  nodes_[parent].lastSeen = check_;
  nodes_[parent].classId = parentClass;
  step.parent = parent;
  step.parentTag = *referrerTag;
  step.parentClass = parentClass;
  step.element = element;
  step.index = element ? info->array.index : info->field.index;
}

// Words of the path nodes name the sites of the holders.
void PathTracer::readWords(JNIEnv* jni) {
  if (reader_ != nullptr) return readWatched(jni);
  walks_++;
  jvmtiHeapCallbacks callbacks{};
  callbacks.primitive_field_callback = onNodeWord;
  jvmti_->IterateThroughHeap(JVMTI_HEAP_FILTER_UNTAGGED, nullptr, &callbacks, this);
}

jint PathTracer::onNodeWord(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                            jlong classTag, jlong* tag, jvalue value, jvmtiPrimitiveType,
                            void* self) {
  auto* tracer = static_cast<PathTracer*>(self);
  if (kind != JVMTI_HEAP_REFERENCE_FIELD ||
      tracer->classes_[classIdOfTag(classTag)].islIndex != info->field.index) {
    return 0;
  }
  if (uint32_t node = tracer->nodes_.find(*tag)) {
    tracer->nodes_[node].word = tracer->nodes_.plainWord(static_cast<uint32_t>(value.i));
    tracer->nodes_[node].hasWord = true;
  }
  return 0;
}

}  // namespace isl

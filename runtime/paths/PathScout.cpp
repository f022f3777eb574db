#include "paths/PathScout.h"

namespace isl {
namespace {

// A tag of the scout: this bit and a number.
constexpr jlong kScoutTag = jlong{1} << 59;

bool isScoutTag(jlong tag) { return (tag & (kClassTag | kNodeTag)) == 0 && (tag & kScoutTag) != 0; }

}  // namespace

std::vector<ScoutedStep> PathScout::find(const std::vector<uint32_t>& from, size_t depth,
                                         uint32_t check) {
  if (tooMany_) return {};
  leaves_.assign(classes_.size(), false);
  for (uint32_t id = 0; id < classes_.size(); id++) {
    const ClassRecord& record = classes_[id];
    leaves_[id] =
        record.kind == ClassKind::PrimitiveArray || record.signature == "Ljava/lang/String;";
  }
  met_.assign(1, Met{});
  jvmtiHeapCallbacks callbacks{};
  callbacks.heap_reference_callback = onEdge;
  const jvmtiError error = jvmti_->FollowReferences(0, nullptr, nullptr, &callbacks, this);
  if (error == JVMTI_ERROR_NONE && !tooMany_) {
    for (uint32_t node : from) climb(node, depth);
  }
  callbacks = {};
  callbacks.heap_iteration_callback = onTagged;
  check_ = check;
  jvmti_->IterateThroughHeap(JVMTI_HEAP_FILTER_UNTAGGED, nullptr, &callbacks, this);
  for (const auto& [node, number] : nodeNumbers_) {
    auto chosen = chosen_.find(number);
    if (chosen != chosen_.end()) keep(chosen->second, node, met_[number].classId);
  }
  std::vector<ScoutedStep> steps = takeSteps();
  met_ = {};
  chosen_.clear();
  nodeNumbers_.clear();
  return steps;
}

std::vector<ScoutedStep> PathScout::takeSteps() const {
  std::vector<ScoutedStep> steps;
  for (const auto& [number, object] : chosen_) {
    if (object.node == 0) continue;
    const Met& met = met_[number];
    auto parent = chosen_.find(met.parent);
    // From the last one of a run on, the RunFinder says where it leads.
    const bool known = parent != chosen_.end() && object.run < runStart_;
    steps.push_back({object.node, object.run, known ? parent->second.node : 0,
                     met_[met.parent].classId, met.element, met.index});
  }
  return steps;
}

bool PathScout::mayHold(uint32_t classId) const {
  return classId >= leaves_.size() || !leaves_[classId];
}

// The number of an object, a new one if it has none; 0 for class mirrors.
uint32_t PathScout::numberOf(jlong* tag, uint32_t classId) {
  if (isScoutTag(*tag)) return static_cast<uint32_t>(*tag);
  if (classIdOfTag(*tag) != 0) return 0;
  const auto number = static_cast<uint32_t>(met_.size());
  if (const uint32_t node = nodes_.find(*tag)) {
    const auto [known, fresh] = nodeNumbers_.emplace(node, number);
    if (!fresh) return known->second;
  } else {
    *tag = kScoutTag | number;
  }
  met_.push_back({0, classId, -1, false});
  return number;
}

jint PathScout::onEdge(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                       jlong classTag, jlong referrerClassTag, jlong, jlong* tag,
                       jlong* referrerTag, jint, void* self) {
  auto* scout = static_cast<PathScout*>(self);
  const bool element = kind == JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT;
  if (referrerTag == nullptr || tag == referrerTag ||
      (!element && kind != JVMTI_HEAP_REFERENCE_FIELD)) {
    return JVMTI_VISIT_OBJECTS;
  }
  const uint32_t classId = classIdOfTag(classTag);
  const uint32_t holderClass = classIdOfTag(referrerClassTag);
  const bool known = scout->nodes_.find(*tag) != 0;
  if (!known && (isScoutTag(*tag) || !scout->mayHold(classId))) return JVMTI_VISIT_OBJECTS;
  if (!element && scout->classes_.isReferenceField(holderClass, info->field.index)) {
    return JVMTI_VISIT_OBJECTS;
  }
  if (scout->met_.size() >= kMaxMet) {
    scout->tooMany_ = true;
    return JVMTI_VISIT_ABORT;
  }
  const uint32_t holder = scout->numberOf(referrerTag, holderClass);
  const uint32_t number = scout->numberOf(tag, classId);
  if (number == 0 || scout->met_[number].parent != 0) return JVMTI_VISIT_OBJECTS;
  Met& met = scout->met_[number];
  met.parent = holder;
  met.element = element;
  met.index = element ? info->array.index : info->field.index;
  return JVMTI_VISIT_OBJECTS;
}

void PathScout::climb(uint32_t node, size_t depth) {
  auto start = nodeNumbers_.find(node);
  if (start == nodeNumbers_.end()) return;
  uint32_t at = start->second;
  uint32_t run = 0;
  chosen_.emplace(at, Chosen{});
  for (size_t i = 0, steps = 0; i < depth && steps < met_.size(); steps++) {
    const Met& below = met_[at];
    at = below.parent;
    if (at == 0) return;
    run = met_[at].classId == below.classId && !below.element ? run + 1 : 0;
    if (run > runStart_) continue;
    if (!chosen_.emplace(at, Chosen{run, 0}).second) return;
    i++;
  }
}

jint PathScout::onTagged(jlong, jlong, jlong* tag, jint, void* self) {
  if (!isScoutTag(*tag)) return 0;
  auto* scout = static_cast<PathScout*>(self);
  const auto number = static_cast<uint32_t>(*tag);
  *tag = 0;
  auto chosen = scout->chosen_.find(number);
  if (chosen == scout->chosen_.end()) return 0;
  bool fresh = false;
  const uint32_t node = scout->nodes_.ensure(tag, scout->check_, fresh);
  if (node != 0) scout->keep(chosen->second, node, scout->met_[number].classId);
  return 0;
}

void PathScout::keep(Chosen& chosen, uint32_t node, uint32_t classId) {
  nodes_[node].lastSeen = check_;
  nodes_[node].classId = classId;
  chosen.node = node;
}

}  // namespace isl

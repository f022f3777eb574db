#include "paths/StepBuilder.h"

#include <algorithm>

#include "paths/PathWording.h"

namespace isl {
namespace {

constexpr size_t kMaxOthers = PathWording::kMaxOthers;  // more are not told

}  // namespace

bool HeapEdge::isRoot() const {
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

bool HeapEdge::knowsHolder() const {
  if (kind == JVMTI_HEAP_REFERENCE_STATIC_FIELD) return classIdOfTag(*referrerTag) != 0;
  if (kind != JVMTI_HEAP_REFERENCE_FIELD && kind != JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT) return true;
  return classIdOfTag(referrerClassTag) != 0;
}

void StepBuilder::takeRoot(const HeapEdge& edge, uint32_t node, Step& step) const {
  const bool passing = edge.kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL ||
                       edge.kind == JVMTI_HEAP_REFERENCE_JNI_LOCAL ||
                       edge.kind == JVMTI_HEAP_REFERENCE_MONITOR;
  // A static field says most to a reader and replaces what was found before.
  const bool isStatic = edge.kind == JVMTI_HEAP_REFERENCE_STATIC_FIELD;
  if (passing ? step.hasStackRoot : step.hasRoot && !isStatic) return;
  (passing ? step.hasStackRoot : step.hasRoot) = true;
  HeapRoot& root = passing ? step.stackRoot : step.root;
  root = HeapRoot{};
  root.kind = edge.kind;
  root.tag = nodes_.tagOf(node);
  if (isStatic) {
    root.classTag = *edge.referrerTag;
    root.staticField = {classIdOfTag(*edge.referrerTag), edge.info->field.index};
  } else if (edge.kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL) {
    root.method = edge.info->stack_local.method;
    root.threadId = edge.info->stack_local.thread_id;
  } else if (edge.kind == JVMTI_HEAP_REFERENCE_JNI_LOCAL) {
    root.method = edge.info->jni_local.method;
    root.threadId = edge.info->jni_local.thread_id;
  }
}

void StepBuilder::takeHolder(const HeapEdge& edge, uint32_t node, uint32_t check, const Ways& ways,
                             Step& step) {
  const bool element = edge.kind == JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT;
  if (edge.referrerTag == nullptr || (!element && edge.kind != JVMTI_HEAP_REFERENCE_FIELD)) return;
  const uint32_t holderClass = classIdOfTag(edge.referrerClassTag);
  // A weak, soft or phantom referent is not what keeps an object alive; the `next`, `queue` and
  // `discovered` links of a Reference do not either.
  if (!element && classes_.isReferenceField(holderClass, edge.info->field.index)) {
    if (step.links.size() < kMaxOthers) step.links.push_back({holderClass, edge.info->field.index});
    return;
  }
  bool fresh = false;
  const uint32_t holder = nodes_.ensure(edge.referrerTag, check, fresh);
  if (holder == 0) return;
  if (ways.circles(holder, node)) {
    step.circles = true;
    return;
  }
  nodes_[holder].lastSeen = check;
  nodes_[holder].classId = holderClass;
  step.parent = holder;
  step.parentTag = *edge.referrerTag;
  step.parentClass = holderClass;
  step.element = element;
  step.index = element ? edge.info->array.index : edge.info->field.index;
}

// One of another class or field tells the reader something.
void StepBuilder::takeOther(const HeapEdge& edge, Step& step) const {
  if (edge.kind != JVMTI_HEAP_REFERENCE_FIELD || step.others.size() >= kMaxOthers) return;
  const FieldRef other{classIdOfTag(edge.referrerClassTag), edge.info->field.index};
  if (other.classId == step.parentClass && (step.element || other.index == step.index)) return;
  if (other.classId == 0 || classes_.isReferenceField(other.classId, other.index)) return;
  if (std::find(step.others.begin(), step.others.end(), other) == step.others.end()) {
    step.others.push_back(other);
  }
}

}  // namespace isl

#include "heap/HeapWalk.h"

namespace isl {

HeapWalk::HeapWalk(ClassTable& classes, NodeTable& nodes, std::vector<Engine*> engines)
    : classes_(classes), nodes_(nodes), engines_(std::move(engines)) {
  for (Engine* engine : engines_) {
    if (engine->wantsEdges()) edgeEngines_.push_back(engine);
  }
}

void HeapWalk::begin(uint32_t check, uint32_t sinceLast, const SiteSequences& sequences,
                     bool edges) {
  state_.sinceLast = sinceLast;
  totals_ = WalkTotals{};
  state_.edges = edges;
  state_.classes = &classes_;
  state_.nodes = &nodes_;
  state_.sequences = &sequences;
  state_.check = check;
  open_ = false;
  for (uint32_t id = 0; id < classes_.size(); id++) {
    classes_[id].visits = classes_[id].edges = classes_[id].edgeBytes = 0;
  }
  for (Engine* engine : engines_) engine->begin(state_);
}

WalkTotals HeapWalk::iterate(jvmtiEnv* jvmti, uint32_t check, uint32_t sinceLast,
                            const SiteSequences& sequences) {
  begin(check, sinceLast, sequences, false);
  jvmtiHeapCallbacks callbacks{};
  callbacks.heap_iteration_callback = onObject;
  callbacks.primitive_field_callback = onWord;
  totals_.error = jvmti->IterateThroughHeap(0, nullptr, &callbacks, this);
  return totals_;
}

jint HeapWalk::onObject(jlong classTag, jlong size, jlong* tag, jint length, void* self) {
  auto* walk = static_cast<HeapWalk*>(self);
  const uint32_t classId = classIdOfTag(classTag);
  if (classId == 0) walk->totals_.untaggedClasses = true;
  if (length < 0) walk->classes_[classId].instanceBytes = static_cast<uint32_t>(size);
  if (*tag != 0) walk->see(*tag);
  walk->totals_.liveBytes += static_cast<uint64_t>(size);
  walk->totals_.liveObjects++;
  return 0;
}

jint HeapWalk::onWord(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                      jlong classTag, jlong* tag, jvalue value, jvmtiPrimitiveType, void* self) {
  auto* walk = static_cast<HeapWalk*>(self);
  const uint32_t classId = classIdOfTag(classTag);
  if (kind != JVMTI_HEAP_REFERENCE_FIELD || classId == 0 ||
      walk->classes_[classId].islIndex != info->field.index) {
    return 0;
  }
  Burst burst;
  burst.classId = classId;
  burst.tag = tag;
  for (Engine* engine : walk->engines_) {
    engine->object(burst, static_cast<uint32_t>(value.i), true);
  }
  return 0;
}

WalkTotals HeapWalk::run(jvmtiEnv* jvmti, uint32_t check, uint32_t sinceLast,
                            const SiteSequences& sequences) {
  begin(check, sinceLast, sequences, true);
  jvmtiHeapCallbacks callbacks{};
  callbacks.heap_reference_callback = onReference;
  callbacks.primitive_field_callback = onPrimitive;
  callbacks.array_primitive_value_callback = onPrimitiveArray;
  totals_.error = jvmti->FollowReferences(0, nullptr, nullptr, &callbacks, this);
  if (open_) endBurst(0, false, nullptr);
  sumLiveBytes();
  return totals_;
}

// Marks a tagged object as alive; 0 when it has no node.
uint32_t HeapWalk::see(jlong tag) {
  const uint32_t id = nodes_.find(tag);
  if (id == 0) return 0;
  Node& node = nodes_[id];
  if (node.lastSeen != state_.check) {
    node.lastSeen = state_.check;
    node.hasWord = false;
    node.arrayBytes = 0;
  }
  return id;
}

void HeapWalk::beginBurst(uint32_t classId, jlong* tag) {
  if (open_) endBurst(0, false, nullptr);
  open_ = true;
  burst_ = Burst{};
  burst_.classId = classId;
  burst_.node = *tag != 0 ? see(*tag) : 0;
  burst_.tag = tag;
  ownedNodes_.clear();
  classes_[classId].visits++;
}

void HeapWalk::endBurst(uint32_t word, bool hasWord, jlong* tag) {
  open_ = false;
  burst_.tag = tag;
  if (hasWord) {
    if (siteOf(word) == kSiteUnknown) {
      totals_.foreignBytes += classes_[burst_.classId].instanceBytes + burst_.arrayBytes;
    }
    for (uint32_t id : ownedNodes_) {
      Node& array = nodes_[id];
      if (array.hasWord) continue;
      array.word = word;
      array.ownerClass = burst_.classId;
      array.hasWord = true;
    }
    if (burst_.node != 0) {
      Node& self = nodes_[burst_.node];
      self.word = word;
      self.hasWord = true;
      self.arrayBytes = burst_.arrayBytes;
    }
  }
  for (Engine* engine : engines_) engine->object(burst_, word, hasWord);
}

// An array belongs to the object whose field refers to it. Inside another array it belongs to that
// array's owner, which is known only if the outer array has a node: it gets one, for the next walk.
void HeapWalk::arrayEdge(uint32_t classId, uint64_t size, jlong* tag, jlong* referrerTag) {
  (void)classId;
  const bool nested = classes_[burst_.classId].kind == ClassKind::ObjectArray;
  if (!nested) {
    burst_.arrayBytes += size;
    if (*tag != 0) {
      if (uint32_t id = nodes_.find(*tag)) ownedNodes_.push_back(id);
    }
    return;
  }
  if (burst_.node == 0) {
    bool fresh = false;
    burst_.node = nodes_.ensure(referrerTag, state_.check, fresh);
    totals_.unownedArrayBytes += size;
    return;
  }
  const Node& outer = nodes_[burst_.node];
  if (!outer.hasWord) {
    totals_.unownedArrayBytes += size;
    return;
  }
  if (uint32_t id = nodes_.find(*tag)) {
    Node& inner = nodes_[id];
    if (!inner.hasWord) {
      inner.word = outer.word;
      inner.ownerClass = outer.ownerClass;
      inner.hasWord = true;
    }
  }
  if (siteOf(outer.word) == kSiteUnknown) totals_.foreignBytes += size;
  for (Engine* engine : engines_) engine->ownedArray(outer.word, outer.ownerClass, size);
}

void HeapWalk::edge(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                    uint32_t classId, jlong size, jlong* tag, jlong* referrerTag, jint length) {
  const bool element = kind == JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT;
  if (open_ && (element || kind == JVMTI_HEAP_REFERENCE_FIELD)) {
    if (length > 0) arrayEdge(classId, static_cast<uint64_t>(size), tag, referrerTag);
    if (edgeEngines_.empty()) return;
    Edge e;
    e.classId = classId;
    e.bytes = static_cast<uint64_t>(size);
    e.length = length;
    e.tag = tag;
    e.field.index = element ? info->array.index : info->field.index;
    e.field.isArrayElement = element;
    for (Engine* engine : edgeEngines_) engine->edge(burst_, e);
    // An engine may just have made a node for an array: its owner is this burst's object.
    if (length >= 0 && !element) {
      if (uint32_t id = nodes_.find(*tag)) ownedNodes_.push_back(id);
    }
  } else if (length > 0) {
    totals_.unownedArrayBytes += static_cast<uint64_t>(size);  // held by a root or a static field
  }
}

jint HeapWalk::onReference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                           jlong classTag, jlong referrerClassTag, jlong size, jlong* tag,
                           jlong* referrerTag, jint length, void* self) {
  auto* walk = static_cast<HeapWalk*>(self);
  if (kind == JVMTI_HEAP_REFERENCE_CLASS) {
    walk->beginBurst(classIdOfTag(referrerClassTag), referrerTag);
    return JVMTI_VISIT_OBJECTS;
  }
  const uint32_t classId = classIdOfTag(classTag);
  if (classId == 0) walk->totals_.untaggedClasses = true;
  ClassRecord& record = walk->classes_[classId];
  if (length < 0) {
    record.instanceBytes = static_cast<uint32_t>(size);
  } else {
    record.edges++;
    record.edgeBytes += static_cast<uint64_t>(size);
  }
  if (*tag != 0) {
    if (uint32_t id = walk->see(*tag)) {
      walk->nodes_[id].length = length;
      walk->nodes_[id].bytes = static_cast<uint64_t>(size);
    }
  }
  walk->edge(kind, info, classId, size, tag, referrerTag, length);
  return JVMTI_VISIT_OBJECTS;
}

jint HeapWalk::onPrimitive(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                           jlong classTag, jlong* tag, jvalue value, jvmtiPrimitiveType,
                           void* self) {
  auto* walk = static_cast<HeapWalk*>(self);
  if (kind != JVMTI_HEAP_REFERENCE_FIELD || !walk->open_) return 0;
  const uint32_t classId = classIdOfTag(classTag);
  if (classId == 0 || classId != walk->burst_.classId) return 0;
  if (walk->classes_[classId].islIndex != info->field.index) return 0;
  walk->endBurst(static_cast<uint32_t>(value.i), true, tag);
  return 0;
}

jint HeapWalk::onPrimitiveArray(jlong classTag, jlong size, jlong* tag, jint length,
                                jvmtiPrimitiveType, const void* elements, void* self) {
  auto* walk = static_cast<HeapWalk*>(self);
  const uint32_t classId = classIdOfTag(classTag);
  walk->totals_.liveBytes += static_cast<uint64_t>(size);
  for (Engine* engine : walk->edgeEngines_) {
    engine->primitiveArray(classId, *tag != 0 ? walk->nodes_.find(*tag) : 0, length, elements);
  }
  return 0;
}

// Objects of a class share one size. Object arrays report theirs on incoming edges, of which a
// shared array has several: the mean size times the number of arrays visited.
void HeapWalk::sumLiveBytes() {
  for (uint32_t id = 0; id < classes_.size(); id++) {
    const ClassRecord& record = classes_[id];
    totals_.liveObjects += record.visits;
    totals_.liveBytes += record.mirrorBytes;
    totals_.foreignBytes += record.mirrorBytes;
    if (record.kind == ClassKind::Instance) {
      totals_.liveBytes += record.visits * record.instanceBytes;
    } else if (record.kind == ClassKind::ObjectArray && record.edges > 0) {
      totals_.liveBytes += record.visits * (record.edgeBytes / record.edges);
    }
  }
}

}  // namespace isl

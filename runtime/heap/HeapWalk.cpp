#include "heap/HeapWalk.h"

#include <algorithm>

#include "heap/RecordEngine.h"
#include "heap/WalkNodes.h"
#include "rawheap/Roots.h"

namespace isl {

HeapWalk::HeapWalk(ClassTable& classes, NodeTable& nodes, std::vector<Engine*> engines)
    : classes_(classes), nodes_(nodes), engines_(std::move(engines)), references_(classes) {
  for (Engine* engine : engines_) {
    if (engine->wantsEdges()) edgeEngines_.push_back(engine);
    everyCheck_ |= engine->wantsEveryCheck();
    mayMiss_ &= engine->mayMissChecks();
    asksHeld_ |= engine->records() != nullptr && engine->records()->asksHeld();
  }
  if (asksHeld_) state_.references = &references_;
}

void HeapWalk::begin(uint32_t check, uint32_t sinceLast, const SiteSequences& sequences) {
  state_.sinceLast = sinceLast;
  shared_.begin(totals_.liveBytes);
  totals_ = WalkTotals{};
  state_.classes = &classes_;
  state_.nodes = &nodes_;
  state_.sequences = &sequences;
  state_.check = check;
  if (asksHeld_) references_.begin();
  open_ = false;
  nested_.clear();
  freshOuters_.clear();
  for (uint32_t id = 0; id < classes_.size(); id++) {
    classes_[id].visits = classes_[id].edges = classes_[id].edgeBytes = 0;
  }
  for (Engine* engine : engines_) engine->begin(state_);
}

WalkTotals HeapWalk::run(jvmtiEnv* jvmti, uint32_t check, uint32_t sinceLast,
                         const SiteSequences& sequences) {
  begin(check, sinceLast, sequences);
  jvmtiHeapCallbacks callbacks{};
  callbacks.heap_reference_callback = onReference;
  callbacks.primitive_field_callback = onPrimitive;
  callbacks.array_primitive_value_callback = onPrimitiveArray;
  totals_.error = jvmti->FollowReferences(0, nullptr, nullptr, &callbacks, this);
  if (open_) endBurst(0, false, nullptr);
  if (asksHeld_ && !references_.told()) untold_++;
  settleOwners();
  settleShared();
  if (!edgeEngines_.empty()) readLateWords(jvmti);
  sumLiveBytes();
  return totals_;
}

// Marks a tagged object as alive; 0 when it has no node.
uint32_t HeapWalk::see(jlong tag) {
  const uint32_t id = nodes_.find(tag);
  if (id == 0) return 0;
  seeNode(nodes_[id], state_.check);
  return id;
}

void HeapWalk::beginBurst(uint32_t classId, const jlong* mirrorTag, jlong* tag) {
  if (open_) endBurst(0, false, nullptr);
  open_ = true;
  burst_ = Burst{};
  burst_.classId = classId;
  burst_.node = *tag != 0 ? see(*tag) : 0;
  burst_.tag = tag;
  ownedNodes_.clear();
  sharedOfBurst_.clear();
  ClassRecord& record = classes_[classId];
  record.visits++;
  burst_.isArray =
      record.kind == ClassKind::ObjectArray || record.kind == ClassKind::PrimitiveArray;
  if (asksHeld_) burst_.address = WalkedReferences::referrer(mirrorTag, tag);
  weakReferent_ = record.weakReferent;
}

void HeapWalk::endBurst(uint32_t word, bool hasWord, jlong* tag) {
  open_ = false;
  burst_.tag = tag;
  if (hasWord && asksHeld_) references_.confirm(burst_, tag);
  if (hasWord) {
    if (state_.watch != nullptr) watch(word);
    if (siteOf(word) == kSiteUnknown) {
      totals_.foreignBytes += classes_[burst_.classId].instanceBytes + burst_.arrayBytes;
    }
    for (uint32_t id : ownedNodes_) addOwner(nodes_[id], word, burst_.classId);
    if (burst_.node != 0) {
      Node& self = nodes_[burst_.node];
      self.word = word;
      self.hasWord = true;
      self.arrayBytes = burst_.arrayBytes;
    }
  }
  for (Engine* engine : engines_) engine->object(burst_, word, hasWord);
  if (!sharedOfBurst_.empty()) claimShared(word, hasWord);
}

// Owners of arrays in arrays, once all edges are known: from the outer array to the inner one.
void HeapWalk::settleOwners() {
  for (uint32_t id : freshOuters_) nodes_[id].hasWord = false;
  for (bool changed = !nested_.empty(); changed;) {
    changed = false;
    for (const auto& [outer, inner] : nested_) {
      const Node& from = nodes_[outer];
      if (!from.hasWord) continue;
      Node& to = nodes_[inner];
      const Node before = to;
      addOwner(to, from.word, from.ownerClass);
      changed = changed || !before.hasWord || before.word != to.word ||
                before.ownerClass != to.ownerClass;
    }
  }
}

// Passes over the heap itself told objects by their words until they gave up. The object keeps its node, and that its site.
void HeapWalk::adopt(uint32_t word, jlong* tag) {
  const uint32_t id = *tag == 0 ? nodes_.ofWord(word) : 0;
  if (id == 0) return;
  *tag = nodes_.tagOf(id);
  seeNode(nodes_[id], state_.check);
  burst_.node = id;
}

// An object that got its node after its own burst had passed has no word yet.
void HeapWalk::readLateWords(jvmtiEnv* jvmti) {
  bool late = false;
  for (uint32_t id = 1; id < nodes_.size() && !late; id++) {
    const Node& node = nodes_[id];
    late = node.lastSeen == state_.check && !node.hasWord &&
           classes_[node.classId].kind == ClassKind::Instance;
  }
  if (!late) return;
  jvmtiHeapCallbacks callbacks{};
  callbacks.primitive_field_callback = onLateWord;
  const jvmtiError error =
      jvmti->IterateThroughHeap(JVMTI_HEAP_FILTER_UNTAGGED, nullptr, &callbacks, this);
  if (totals_.error == JVMTI_ERROR_NONE) totals_.error = error;
}

jint HeapWalk::onLateWord(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                          jlong classTag, jlong* tag, jvalue value, jvmtiPrimitiveType,
                          void* self) {
  auto* walk = static_cast<HeapWalk*>(self);
  const uint32_t id = walk->nodes_.find(*tag);
  if (id == 0 || kind != JVMTI_HEAP_REFERENCE_FIELD) return 0;
  Node& node = walk->nodes_[id];
  if (node.lastSeen != walk->state_.check || node.hasWord) return 0;
  if (walk->classes_[classIdOfTag(classTag)].islIndex != info->field.index) return 0;
  node.word = static_cast<uint32_t>(value.i);
  node.hasWord = true;
  return 0;
}

// An array belongs to the object whose field refers to it. Inside another array it belongs to that
// array's owner, which is known only if the outer array has a node: it gets one, for the next walk.
void HeapWalk::arrayEdge(uint32_t classId, uint64_t size, jlong* tag, jlong* referrerTag,
                         jint length) {
  const bool nested = classes_[burst_.classId].kind == ClassKind::ObjectArray;
  if (!nested) {
    if (!followShared(classId, size, tag, length)) burst_.arrayBytes += size;
    if (*tag != 0) {
      if (uint32_t id = nodes_.find(*tag)) ownedNodes_.push_back(id);
    }
    return;
  }
  if (burst_.node == 0) {
    bool fresh = false;
    burst_.node = nodes_.ensure(referrerTag, state_.check, fresh);
    if (fresh) freshOuters_.push_back(burst_.node);
    totals_.unownedArrayBytes += size;
    return;
  }
  const Node& outer = nodes_[burst_.node];
  if (!outer.hasWord) {
    totals_.unownedArrayBytes += size;
    return;
  }
  if (siteOf(outer.word) == kSiteUnknown) totals_.foreignBytes += size;
  for (Engine* engine : engines_) engine->ownedArray(outer.word, outer.ownerClass, size);
}

// False when the array is too small to be followed, or the table is full.
bool HeapWalk::followShared(uint32_t classId, uint64_t size, jlong* tag, jint length) {
  if (!shared_.follows(size)) return false;
  bool fresh = false;
  const uint32_t id = nodes_.ensure(tag, state_.check, fresh);
  if (id == 0) return false;
  Node& array = nodes_[id];
  array.classId = classId;
  array.length = length;
  array.bytes = size;
  // Two fields of one object may hold it: that is one owner.
  if (std::find(sharedOfBurst_.begin(), sharedOfBurst_.end(), id) == sharedOfBurst_.end()) {
    sharedOfBurst_.push_back(id);
  }
  return true;
}

void HeapWalk::claimShared(uint32_t word, bool hasWord) {
  for (uint32_t id : sharedOfBurst_) {
    if (!hasWord) {  // not an instance: nobody to tell when it was used
      totals_.unownedArrayBytes += nodes_[id].bytes;
      continue;
    }
    const uint32_t owner = burst_.tag != nullptr ? nodes_.find(*burst_.tag) : burst_.node;
    shared_.claim(id, {word, burst_.classId, owner, nodes_[id].bytes});
  }
}

void HeapWalk::settleShared() {
  shared_.settle([this](const SharedArrays::Claim& owner) {
    if (siteOf(owner.word) == kSiteUnknown) totals_.foreignBytes += owner.bytes;
    if (owner.node != 0) nodes_[owner.node].arrayBytes += owner.bytes;
    for (Engine* engine : engines_) engine->ownedArray(owner.word, owner.classId, owner.bytes);
  });
}

void HeapWalk::edge(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                    uint32_t classId, jlong size, jlong* tag, jlong* referrerTag, jint length) {
  const bool element = kind == JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT;
  if (open_ && (element || kind == JVMTI_HEAP_REFERENCE_FIELD)) {
    heapEdge(element, element ? info->array.index : info->field.index, classId, size, tag,
             referrerTag, length);
    return;
  }
  if (length > 0) totals_.unownedArrayBytes += static_cast<uint64_t>(size);
  // Roots, static fields and what else the VM itself refers to: edges of a virtual root object.
  if (edgeEngines_.empty()) return;
  Edge e;
  e.classId = classId;
  e.bytes = static_cast<uint64_t>(size);
  e.length = length;
  e.tag = tag;
  e.field.index = -1;
  e.field.isRoot = 1;
  for (Engine* engine : edgeEngines_) engine->edge(Burst{}, e);
}

void HeapWalk::heapEdge(bool element, int32_t index, uint32_t classId, jlong size, jlong* tag,
                        jlong* referrerTag, jint length) {
  if (length > 0) arrayEdge(classId, static_cast<uint64_t>(size), tag, referrerTag, length);
  // The collector does not follow a weak, soft or phantom referent, nor the links of a Reference.
  if (edgeEngines_.empty() || (!element && classes_.isReferenceField(burst_.classId, index)))
    return;
  Edge e;
  e.classId = classId;
  e.bytes = static_cast<uint64_t>(size);
  e.length = length;
  e.tag = tag;
  e.field.index = index;
  e.field.isArrayElement = element;
  burst_.tag = referrerTag;
  if (asksHeld_) {
    e.address = rawheap::reportedObject(tag, size);
    references_.edge(burst_, e);
  }
  for (Engine* engine : edgeEngines_) {
    engine->edge(burst_, e);
    // An engine may just have made a node for the referrer or for an array.
    if (burst_.node == 0) burst_.node = nodes_.find(*referrerTag);
  }
  if (length < 0) return;
  const uint32_t array = nodes_.find(*tag);
  if (array == 0) return;
  if (!element)
    ownedNodes_.push_back(array);
  else if (burst_.node != 0)
    nested_.emplace_back(burst_.node, array);
}

jint HeapWalk::onReference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                           jlong classTag, jlong referrerClassTag, jlong size, jlong* tag,
                           jlong* referrerTag, jint length, void* self) {
  auto* walk = static_cast<HeapWalk*>(self);
  if (kind == JVMTI_HEAP_REFERENCE_CLASS) {
    walk->beginBurst(classIdOfTag(referrerClassTag), tag, referrerTag);
    return JVMTI_VISIT_OBJECTS;
  }
  if (kind == JVMTI_HEAP_REFERENCE_FIELD && walk->open_ &&
      info->field.index == walk->weakReferent_) {
    return 0;  // as a collection would: not the way to an object
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
  const auto word = static_cast<uint32_t>(value.i);
  walk->adopt(word, tag);
  walk->endBurst(walk->nodes_.plainWord(word), true, tag);
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
  uint64_t arrayBytes = totals_.liveBytes;  // primitive ones so far
  totals_.liveBytes = 0;
  totals_.byType.resize(classes_.size());
  for (uint32_t id = 0; id < classes_.size(); id++) {
    const ClassRecord& record = classes_[id];
    if (record.kind == ClassKind::Instance)
      totals_.byType[classes_.typeOf(id)] += static_cast<uint32_t>(record.visits);
    totals_.liveObjects += record.visits;
    totals_.liveBytes += record.mirrorBytes;
    totals_.foreignBytes += record.mirrorBytes;
    if (record.kind == ClassKind::Instance) {
      totals_.liveBytes += record.visits * record.instanceBytes;
    } else if (record.kind == ClassKind::ObjectArray && record.edges > 0) {
      arrayBytes += record.visits * (record.edgeBytes / record.edges);
    }
  }
  totals_.liveBytes += arrayBytes;
}

}  // namespace isl

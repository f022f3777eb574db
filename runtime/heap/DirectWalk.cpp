#include "heap/DirectWalk.h"

#include <algorithm>

#include "base/CostWatch.h"
#include "heap/LiveReferences.h"
#include "heap/RecordEngine.h"
#include "heap/WalkNodes.h"

namespace isl {

DirectWalk::DirectWalk(DirectAccess& access, ClassTable& classes, NodeTable& nodes,
                       std::vector<Engine*> engines)
    : access_(access), classes_(classes), nodes_(nodes), engines_(std::move(engines)),
      pass_(nodes) {
  for (Engine* engine : engines_) {
    if (engine->wantsEdges()) edgeEngines_.push_back(engine);
    (engine->records() != nullptr ? recordEngines_ : wordEngines_).push_back(engine);
  }
  for (Engine* engine : recordEngines_) {
    if (Holders* holders = engine->records()->onlyHolders(); holders != nullptr)
      holders_.push_back(holders);
  }
  describes_ = holders_.size() < recordEngines_.size();
  if (describes_) holders_.clear();
}

struct DirectWalk::Visitor {
  static constexpr bool kEveryOwner = true, kTellsAgain = true;
  static constexpr bool kTellsPassing = true, kTellsRoots = true;
  DirectWalk& walk;

  void begin() {
    PassCost::meetVmThread();
    walk.begin();
  }
  void object(const rawheap::MarkedObject& object) {
    if (object.isArray)
      walk.array(object, false);
    else
      walk.instance(object);
    walk.noteReference(object.klass, bytesOfFull(object), object.owner);
  }
  void arrayAgain(const rawheap::MarkedObject& array) {
    walk.array(array, true);
    walk.noteReference(array.klass, bytesOfFull(array), array.owner);
  }
  void again(uint32_t klass, const rawheap::Owner& owner) { walk.noteReference(klass, 0, owner); }
  static uint64_t bytesOfFull(const rawheap::MarkedObject& object) {
    return object.length != 0 ? object.bytes : 0;
  }
  void root(const rawheap::ObjectReader& reader, uint64_t address) { walk.root(reader, address); }
  void passing(const rawheap::Mark& mark) {
    walk.totals_.liveObjects = mark.objects();
    walk.totals_.liveBytes = mark.bytes();
    walk.totals_.softBytes = mark.yieldingBytes();
    walk.totals_.dead = mark.dead();
    walk.mostCleared_ = std::max(walk.mostCleared_, mark.dead().cleared);
    walk.endLive(mark.bits());
  }
};

bool DirectWalk::run(JNIEnv* jni, uint32_t check, uint32_t sinceLast,
                     const SiteSequences& sequences, const After& after, rawheap::Reason& reason) {
  liveBefore_ = totals_.liveBytes;
  pass_.setHeader(access_.heap().header());
  state_.pass = &pass_;
  state_.numbers = &numbers_;
  state_.classes = &classes_;
  state_.nodes = &nodes_;
  state_.sequences = &sequences;
  state_.check = check;
  state_.sinceLast = sinceLast;
  rawheap::PassOptions options;
  options.mark.wordOffset = WordLayout::absent() ? 0 : WordLayout::offset();
  options.mark.softLast = true;
  options.mark.marksPassing = marksPassing_;
  options.mark.orderBytes = rawheap::MarkOptions::kOrderBytes;
  options.mark.expectedObjects = totals_.liveObjects;
  options.bindings = access_.bindings().data();
  options.bindingCount = static_cast<uint32_t>(access_.bindings().size());
  Visitor visitor{*this};
  LiveReferences<DirectWalk> references(*this, access_.heap().layout(), access_.heap().klasses());
  state_.references = &references;
  const auto finish = [&](auto& stopped, auto& why) { return after(totals_, stopped, why); };
  if (living_ != nullptr) living_->begin();
  const bool passed = access_.heap().pass(jni, options, visitor, finish, reason);
  if (living_ != nullptr) living_->settle(jni);
  return passed;
}

void DirectWalk::endLive(const rawheap::MarkBits& live) {
  passing_ = true;
  live_ = &live;
  const rawheap::Klasses& klasses = access_.heap().klasses();
  const auto lives = [&](const void* handle) { return live.isSet(klasses.objectOf(handle)); };
  if (living_ != nullptr) living_->look(lives);
  settle();
  for (Engine* engine : engines_) engine->end();
}

// No reference at all led to them in two passes that followed all: what holds a lock in one may be there in the next.
// Those that only weak references hold can outnumber the live by far, and are looked for when a quarter of the
// identities may be free.
void DirectWalk::forgetUnmet() {
  if (marksPassing_) {
    nodes_.sweep(std::min(passedAt_, state_.check - 1), [this](uint32_t node) {
      for (Engine* engine : engines_) engine->freed(node);
    });
    passedAt_ = state_.check;
  }
  marksPassing_ = 4 * uint64_t{nodes_.unseen(state_.check)} > nodes_.inUse();
}

void DirectWalk::begin() {
  totals_ = WalkTotals{};
  passing_ = false;
  sample_.begin();
  met_.assign(met_.size(), Met{});
  counts_.begin();
  held_.assign(held_.size(), false);
  numbers_.assign(numbers_.size(), 0);
  shared_.begin(liveBefore_);
  for (Engine* engine : engines_) engine->begin(state_);
}

DirectWalk::Met& DirectWalk::meet(uint32_t klass) {
  if (klass >= met_.size()) met_.resize(klass + klass / 2 + 1024);
  Met& met = met_[klass];
  if (met.classId != kUnmet) return met;
  const rawheap::KlassInfo& info = access_.heap().klasses()[klass];
  met.classId = info.id;
  met.kind = info.kind;
  met.links = !holders_.empty() && holders_.front()->links(info.id);
  return met;
}

uint32_t DirectWalk::classOf(uint32_t klass, uint64_t bytes, bool isArray) {
  const Met& met = meet(klass);
  if (counts_.has(klass)) return met.classId;
  if (met.classId == 0) totals_.untaggedClasses = true;
  if (!isArray && met.classId != 0)
    classes_[met.classId].instanceBytes = static_cast<uint32_t>(bytes);
  return met.classId;
}

void DirectWalk::note(uint32_t node, uint32_t number) {
  if (node >= numbers_.size()) numbers_.resize(node + node / 2 + 64);
  numbers_[node] = number;
}

// What passes is not live, and no check counts it.
void DirectWalk::see(uint32_t node) {
  if (node == 0) return;
  if (passing_)
    nodes_[node].lastSeen = std::max(nodes_[node].lastSeen, state_.check - 1);
  else
    seeNode(nodes_[node], state_.check);
}

void DirectWalk::instance(const rawheap::MarkedObject& object) {
  Burst burst;
  burst.address = object.address;
  burst.number = object.number;
  burst.node = pass_.find(object.address, false);
  see(burst.node);
  if (passing_) return;
  burst.classId = classOf(object.klass, object.bytes, false);
  sample_.add(object.number, object.bytes);
  const uint32_t word = nodes_.plainWord(static_cast<uint32_t>(object.word));
  counts_.add(object.klass, siteOf(word));
  if (siteOf(word) == kSiteUnknown) totals_.foreignBytes += object.bytes;
  if (state_.watch != nullptr && state_.watch->watches(siteOf(word))) {
    state_.watch->lived(siteOf(word), epochOf(word));
  }
  if (describes_) tellEdges(object, burst);
  if (describes_ && burst.node == 0) burst.node = pass_.find(object.address, false);
  if (burst.node != 0) {
    Node& node = nodes_[burst.node];
    node.word = word;
    node.hasWord = true;
    node.classId = burst.classId;
    node.bytes = object.bytes;
    node.arrayBytes = burst.arrayBytes;
  }
  if (describes_) {
    for (Engine* engine : recordEngines_) engine->object(burst, word, true);
  }
  burst.arrayBytes = 0;  // the others are told of each array when it is met
  for (Engine* engine : wordEngines_) engine->object(burst, word, true);
  if (!holders_.empty() && met_[object.klass].kind == rawheap::ObjectKind::Reference)
    noteReferences(object);
  if (!describes_) return;
  // An engine may just have made a node for it.
  if (burst.node == 0) burst.node = pass_.find(object.address, false);
  if (burst.node != 0) note(burst.node, object.number);
}

void DirectWalk::array(const rawheap::MarkedObject& array, bool again) {
  if (!again && !passing_) sample_.add(array.number, array.bytes);
  if (describes_ && !again) {
    describeArray(array);
  } else if (!again && !passing_) {
    classOf(array.klass, 0, true);
  }
  if (!passing_ && array.length != 0) ownArray(array, again);
}

// An array's node, its contents and what it refers to.
void DirectWalk::describeArray(const rawheap::MarkedObject& array) {
  Burst burst;
  burst.address = array.address;
  burst.number = array.number;
  burst.isArray = true;
  burst.node = pass_.find(array.address, true);
  see(burst.node);
  if (passing_) return;
  burst.classId = classOf(array.klass, 0, true);
  if (burst.node != 0) {
    Node& node = nodes_[burst.node];
    node.length = static_cast<int32_t>(array.length);
    node.bytes = array.bytes;
    node.classId = burst.classId;
    note(burst.node, array.number);
  }
  const rawheap::KlassInfo& info = access_.heap().klasses()[array.klass];
  if (edgeEngines_.empty()) return;
  if (info.kind == rawheap::ObjectKind::PrimitiveArray) {
    const void* const elements = reinterpret_cast<const void*>(array.address + info.bytes);
    for (Engine* engine : edgeEngines_) {
      engine->primitiveArray(burst.classId, burst.node, static_cast<int32_t>(array.length),
                             elements);
    }
  } else {
    tellEdges(array, burst);
  }
  for (Engine* engine : engines_) engine->object(burst, 0, false);
  if (burst.node == 0) burst.node = pass_.find(array.address, true);
  if (burst.node != 0) note(burst.node, array.number);
}

// Of several owners an array with a node has the lowest known site and the latest touch.
void DirectWalk::ownArray(const rawheap::MarkedObject& array, bool again) {
  const bool owned = array.owner.address != 0 && access_.heap().klasses()[array.owner.klass].kind !=
                                                     rawheap::ObjectKind::Mirror;
  if (!owned) {
    if (!again) totals_.unownedArrayBytes += array.bytes;
    return;
  }
  SharedArrays::Claim owner;
  owner.word = nodes_.plainWord(static_cast<uint32_t>(array.owner.word));
  owner.classId = met_[array.owner.klass].classId;
  owner.bytes = array.bytes;
  if (describes_) {
    owner.node = pass_.find(array.owner.address, false);
    const uint32_t node = pass_.find(array.address, true);
    if (node != 0) addOwner(nodes_[node], owner.word, owner.classId);
  }
  if (shared_.follows(array.bytes))
    shared_.claim(array.address, owner);
  else if (!again)
    charge(owner);
}

void DirectWalk::charge(const SharedArrays::Claim& owner) {
  if (siteOf(owner.word) == kSiteUnknown) totals_.foreignBytes += owner.bytes;
  for (Engine* engine : engines_) engine->ownedArray(owner.word, owner.classId, owner.bytes);
}

void DirectWalk::settle() {
  counts_.tell(access_.heap().klasses(), classes_, state_.scopes, totals_);
  shared_.settle([this](const SharedArrays::Claim& owner) {
    charge(owner);
    if (owner.node != 0) nodes_[owner.node].arrayBytes += owner.bytes;
  });
}

Edge DirectWalk::edgeTo(const rawheap::ObjectReader& reader, uint64_t target) {
  Edge edge;
  const uint32_t klass = reader.klasses().indexOfObject(target);
  if (klass == rawheap::Klasses::kNone) return edge;
  const rawheap::KlassInfo& info = reader.klasses()[klass];
  const bool isArray = info.kind >= rawheap::ObjectKind::ObjectArray;
  edge.address = target;
  edge.bytes = reader.bytesOf(target, info);
  edge.classId = classOf(klass, edge.bytes, isArray);
  if (isArray) edge.length = static_cast<int32_t>(reader.lengthOf(target));
  edge.field.index = -1;
  edge.field.offset = -1;
  return edge;
}

// Roots, static fields and what else the VM itself refers to: edges of a virtual root object.
void DirectWalk::root(const rawheap::ObjectReader& reader, uint64_t address) {
  if (!describes_ || edgeEngines_.empty() || passing_) return;
  Edge edge = edgeTo(reader, address);
  edge.field.isRoot = 1;
  for (Engine* engine : edgeEngines_) engine->edge(Burst{}, edge);
}

// Of the references of an object those count that lead to a table, to a large array or within a class. The mark tells of
// each as it meets what is referred to, whose class it has to look up anyway. `arrayBytes`: 0 when it has no elements.
void DirectWalk::noteReference(uint32_t klass, uint64_t arrayBytes, const rawheap::Owner& owner) {
  if (owner.number == 0 || holders_.empty() || passing_) return;
  Met& of = met_[owner.klass];
  // Of a class the static fields are no holder's; of a Reference see below.
  if (of.kind == rawheap::ObjectKind::Mirror || of.kind == rawheap::ObjectKind::Reference) return;
  if (klass == owner.klass) {
    if (of.links) return;
    of.links = true;
    for (Holders* holders : holders_) holders->noteLink(of.classId);
    return;
  }
  const Met& to = meet(klass);
  const bool table = arrayBytes != 0 && to.kind == rawheap::ObjectKind::ObjectArray;
  if (to.links || table || arrayBytes >= kLargeArray) noteHolder(owner);
}

// The links of a Reference are not told of apart by the mark. Those of cleaners and finalizers are the JDK's: a list leads from
// each to all others, and would be of whatever has one.
void DirectWalk::noteReferences(const rawheap::MarkedObject& object) {
  rawheap::DirectHeap& heap = access_.heap();
  const rawheap::KlassInfo& info = heap.klasses()[object.klass];
  if (info.cleaner || info.strength == rawheap::Strength::Final) return;
  const rawheap::ObjectReader reader(heap.layout(), heap.klasses(), rawheap::Followed::Links);
  bool holds = false;
  strongEdges(reader, object.address, info, [&](uint64_t target, rawheap::Edge, uint32_t) {
    const uint32_t klass = heap.klasses().indexOfObject(target);
    if (klass == rawheap::Klasses::kNone) return;
    const Met& to = meet(klass);
    if (to.kind == rawheap::ObjectKind::ObjectArray) {
      holds = holds || reader.lengthOf(target) > 0;
    } else if (klass == object.klass) {
      met_[klass].links = true;
      for (Holders* holders : holders_) holders->noteLink(to.classId);
    } else {
      holds = holds || to.links;
    }
  });
  if (holds) noteHolder({object.address, object.klass, object.word, object.number});
}

// Once for each that refers to what may be held.
void DirectWalk::noteHolder(const rawheap::Owner& owner) {
  if (owner.number >= held_.size()) held_.resize(owner.number + owner.number / 2 + 1024);
  if (held_[owner.number]) return;
  held_[owner.number] = true;
  Burst burst;
  burst.address = owner.address;
  burst.number = owner.number;
  burst.classId = met_[owner.klass].classId;
  burst.node = pass_.find(owner.address, false);
  const uint32_t word = nodes_.plainWord(static_cast<uint32_t>(owner.word));
  for (Holders* holders : holders_) holders->noteHolder(burst);
  for (Engine* engine : recordEngines_) engine->object(burst, word, true);
  if (burst.node == 0) burst.node = pass_.find(owner.address, false);
  if (burst.node != 0) note(burst.node, owner.number);
}

// And what its arrays come to, but for those that others may own.
void DirectWalk::tellEdges(const rawheap::MarkedObject& object, Burst& burst) {
  rawheap::DirectHeap& heap = access_.heap();
  const rawheap::ObjectReader reader(heap.layout(), heap.klasses(), rawheap::Followed::Links);
  const rawheap::KlassInfo info = heap.klasses()[object.klass];
  strongEdges(reader, object.address, info,
              [&](uint64_t target, rawheap::Edge kind, uint32_t place) {
                if (info.kind == rawheap::ObjectKind::Mirror) return root(reader, target);
                Edge edge = edgeTo(reader, target);
                if (edge.length > 0 && !burst.isArray && !shared_.follows(edge.bytes))
                  burst.arrayBytes += edge.bytes;
                edge.field.isArrayElement = kind == rawheap::Edge::Element;
                if (edge.field.isArrayElement != 0)
                  edge.field.index = static_cast<int32_t>(place);
                else
                  edge.field.offset = static_cast<int32_t>(place);
                for (Engine* engine : edgeEngines_) {
                  engine->edge(burst, edge);
                  if (burst.node == 0) burst.node = pass_.find(burst.address, burst.isArray);
                }
              });
}

}  // namespace isl

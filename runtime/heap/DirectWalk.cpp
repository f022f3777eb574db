#include "heap/DirectWalk.h"

#include <algorithm>

namespace isl {
namespace {

// Memory for the order of discovery: with it paths need no second mark. 4 bytes an object.
constexpr uint64_t kOrderBytes = uint64_t{64} << 20;

}  // namespace

struct DirectWalk::Visitor {
  static constexpr bool kEveryOwner = true, kTellsPassing = true;
  DirectWalk& walk;

  void begin() { walk.begin(); }
  void object(const rawheap::MarkedObject& object) {
    if (object.isArray)
      walk.array(object, false);
    else
      walk.instance(object);
  }
  void arrayAgain(const rawheap::MarkedObject& array) { walk.array(array, true); }
  void passing(uint64_t objects, uint64_t bytes) {
    walk.passing_ = true;
    walk.totals_.liveObjects = objects;
    walk.totals_.liveBytes = bytes;
  }
};

bool DirectWalk::run(JNIEnv* jni, uint32_t check, uint32_t sinceLast,
                     const SiteSequences& sequences, const After& after, rawheap::Reason& reason) {
  liveBefore_ = totals_.liveBytes;
  state_.classes = &classes_;
  state_.nodes = &nodes_;
  state_.sequences = &sequences;
  state_.check = check;
  state_.sinceLast = sinceLast;
  state_.edges = true;
  rawheap::PassOptions options;
  options.mark.wordOffset = kWordOffset;
  options.mark.followSoft = false;
  options.mark.softLast = true;
  options.mark.orderBytes = kOrderBytes;
  options.bindings = access_.bindings().data();
  options.bindingCount = static_cast<uint32_t>(access_.bindings().size());
  Visitor visitor{*this};
  const auto finish = [&](rawheap::Stopped& stopped, rawheap::Reason& why) {
    settle();
    for (Engine* engine : engines_) engine->end();
    return after(totals_, stopped, why);
  };
  return access_.heap().pass(jni, options, visitor, finish, reason);
}

void DirectWalk::begin() {
  totals_ = WalkTotals{};
  passing_ = false;
  classIds_.assign(classIds_.size(), kUnmet);
  shared_.begin(liveBefore_);
  for (Engine* engine : engines_) engine->begin(state_);
}

uint32_t DirectWalk::classOf(uint32_t klass, uint64_t bytes, bool isArray) {
  if (klass >= classIds_.size()) classIds_.resize(klass + klass / 2 + 1024, kUnmet);
  uint32_t& known = classIds_[klass];
  if (known != kUnmet) return known;
  known = access_.heap().klasses()[klass].id;
  if (known == 0) totals_.untaggedClasses = true;
  if (!isArray && known != 0) classes_[known].instanceBytes = static_cast<uint32_t>(bytes);
  return known;
}

void DirectWalk::instance(const rawheap::MarkedObject& object) {
  const auto own = static_cast<uint32_t>(object.word);
  Burst burst;
  burst.address = object.address;
  burst.number = object.number;
  burst.node = nodes_.ofWord(own);
  if (burst.node != 0) nodes_[burst.node].lastSeen = state_.check;
  if (passing_) return;
  burst.classId = classOf(object.klass, object.bytes, false);
  const uint32_t word = nodes_.plainWord(own);
  if (siteOf(word) == kSiteUnknown) totals_.foreignBytes += object.bytes;
  if (state_.watch != nullptr && state_.watch->watches(siteOf(word))) {
    state_.watch->lived(siteOf(word), epochOf(word));
  }
  for (Engine* engine : engines_) engine->object(burst, word, true);
}

void DirectWalk::array(const rawheap::MarkedObject& array, bool again) {
  if (passing_) return;
  const bool owned = array.owner.address != 0 &&
                     access_.heap().klasses()[array.owner.klass].kind != rawheap::ObjectKind::Mirror;
  if (!again) classOf(array.klass, 0, true);
  if (array.length == 0) return;
  if (!owned) {
    if (!again) totals_.unownedArrayBytes += array.bytes;
    return;
  }
  const uint32_t word = nodes_.plainWord(static_cast<uint32_t>(array.owner.word));
  const uint32_t owner = classIds_[array.owner.klass];
  if (shared_.follows(array.bytes))
    shared_.claim(array.address, {word, owner, 0, array.bytes});
  else if (!again)
    charge(word, owner, array.bytes);
}

void DirectWalk::charge(uint32_t word, uint32_t classId, uint64_t bytes) {
  if (siteOf(word) == kSiteUnknown) totals_.foreignBytes += bytes;
  for (Engine* engine : engines_) engine->ownedArray(word, classId, bytes);
}

void DirectWalk::settle() {
  shared_.settle([this](const SharedArrays::Claim& owner) {
    charge(owner.word, owner.classId, owner.bytes);
  });
}

}  // namespace isl

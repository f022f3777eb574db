#include "rawheap/RootScan.h"

#include <algorithm>
#include <cstring>

#include "rawheap/DeadEntries.h"

namespace isl::rawheap {

bool RootScan::prepare(JNIEnv* jni, Reason& reason) {
  stacks_.deep(jni);
  if (sentinel_ != nullptr && wantedRoom_ <= room_) return true;
  release(jni);
  const jint room = std::min(std::max(wantedRoom_, kLeastRoom), kMostRoom);
  if (jni->PushLocalFrame(8) != 0) {
    jni->ExceptionClear();
    return reason.give("no memory for sentinels");
  }
  const jclass object = jni->FindClass("java/lang/Object");
  const bool made = object != nullptr && makeSentinels(jni, object, room, reason);
  if (jni->ExceptionCheck() != JNI_FALSE) jni->ExceptionClear();
  jni->PopLocalFrame(nullptr);
  if (!made) return reason.give("sentinels could not be made");
  room_ = room;
  return true;
}

// From the last to the first, each holding the next in its first element.
bool RootScan::makeSentinels(JNIEnv* jni, jclass object, jint room, Reason& reason) {
  jobjectArray next = nullptr;
  for (jint level = kLevels; level-- > 0;) {
    const jobjectArray array = jni->NewObjectArray(room + 1, object, nullptr);
    if (array == nullptr) return false;
    jni->SetObjectArrayElement(array, 0, next);
    if (next != nullptr) jni->DeleteLocalRef(next);
    const jvmtiError error = jvmti_->SetTag(array, kFirstTag + level);
    if (error != JVMTI_ERROR_NONE) return reason.give("SetTag failed with error %d", error);
    next = array;
  }
  sentinel_ = jni->NewGlobalRef(next);
  return sentinel_ != nullptr;
}

void RootScan::release(JNIEnv* jni) {
  if (sentinel_ != nullptr) jni->DeleteGlobalRef(sentinel_);
  sentinel_ = nullptr;
  room_ = 0;
}

bool RootScan::run(Mark& mark, const ObjectReader& reader, HeapSpaces& spaces, Client& client,
                   Reason& reason) {
  if (sentinel_ == nullptr) return reason.give("sentinels were not made");
  if (!roots_.reserve(kMostRoots)) return reason.give("no address space for roots");
  mark_ = &mark;
  reader_ = &reader;
  spaces_ = &spaces;
  client_ = &client;
  reason_ = &reason;
  admitted_ = {};
  offered_ = current_ = filled_ = 0;
  own_ = 0;
  softs_ = others_ = links_ = threadArrays_ = cleaners_ = 0;
  virtualThreads_ = 0;
  looked_ = finished_ = false;
  GuardedReads guard;
  guard_ = &guard;
  jvmtiHeapCallbacks callbacks = {};
  callbacks.heap_reference_callback = onReference;
  WithoutEscapeBarrier barrier(stacks_.wasDeep());
  barrier_ = &barrier;
  const jvmtiError error = jvmti_->FollowReferences(0, nullptr, nullptr, &callbacks, this);
  roots_.release();
  if (error != JVMTI_ERROR_NONE) return reason.give("FollowReferences failed with error %d", error);
  if (reason.given()) return false;
  return finished_ || reason.give("JVMTI reported no sentinel");
}

jint RootScan::onReference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info, jlong,
                           jlong, jlong size, jlong* tag, jlong* referrerTag, jint, void* self) {
  auto& scan = *static_cast<RootScan*>(self);
  scan.barrier_->end();
  if (scan.reason_->given() || scan.finished_) return JVMTI_VISIT_ABORT;
  if (!scan.looked_ && !scan.look()) return JVMTI_VISIT_ABORT;
  if (isRoot(kind)) return scan.root(kind, info, size, tag);
  if (referrerTag == nullptr || !scan.isSentinel(*referrerTag)) return 0;
  if (kind == JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT) return JVMTI_VISIT_OBJECTS;
  if (kind != JVMTI_HEAP_REFERENCE_CLASS) return 0;
  return scan.atSentinel(static_cast<jint>(*referrerTag - kFirstTag));
}

bool RootScan::look() {
  looked_ = true;
  return guard_->run(*reason_, [&] { return spaces_->look(*reason_); });
}

jint RootScan::root(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info, jlong size,
                    const jlong* tag) {
  if (tag != nullptr && isSentinel(*tag)) {
    if (*tag == kFirstTag) current_ = reportedObject(tag, size);
    return *tag == kFirstTag ? JVMTI_VISIT_OBJECTS : 0;
  }
  if (!catchRoot(roots_, kind, info, size, tag, *reason_)) {
    clearSentinel();
    return JVMTI_VISIT_ABORT;
  }
  if (!isLastRoot(kind)) return 0;
  shortRuns_++;
  guard_->run(*reason_, [&] { return markOn(0); });
  // With virtual threads still to be asked for, which these VMs do not have, the walk goes on.
  return finished_ || reason_->given() ? JVMTI_VISIT_ABORT : 0;
}

// The VM's own roots are of the kind OTHER and come behind JNI's global references, of which the sentinel is one.
bool RootScan::isLastRoot(jvmtiHeapReferenceKind kind) {
  if (!endsAmongRoots_ || current_ == 0 || kind != JVMTI_HEAP_REFERENCE_OTHER) return false;
  return ++own_ == knownOwn_ && shortRuns_ < mostShortRuns_;
}

jint RootScan::atSentinel(jint level) {
  if (level == 0) {
    mostShortRuns_ =
        own_ == knownOwn_ ? std::min(2 * mostShortRuns_, kMostShortRuns) : kFewestShortRuns;
    knownOwn_ = own_;
    shortRuns_ = 0;
  }
  const bool going = guard_->run(*reason_, [&] { return markOn(level); });
  if (going && !finished_) return 0;
  clearSentinel();
  return JVMTI_VISIT_ABORT;
}

// False: a reason.
bool RootScan::markOn(jint level) {
  if (level == 0) {
    if (!spaces_->contains(current_)) return reason_->give("the sentinel is not in the heap");
    if (!client_->begin(*reason_)) return false;
  } else {
    clearSentinel();
    current_ = element(current_, 0);
  }
  // What a lasting root reaches has its way from there, however near a stack is.
  noteGroups(roots_, admitted_.next, *reader_, *spaces_);
  const RootOrder order = putLastingFirst(roots_, admitted_.next);
  putOutermostFirst(roots_, order.passing);
  if (!admit(order.threads) || !admit(order.passing)) return false;
  while (admitted_.next < roots_.size()) {
    if (!admit(endOfFrames(roots_, admitted_.next))) return false;
  }
  for (;;) {
    if (mark_->strangeChunks() != 0)
      return reason_->give("%llu parked stacks belong to no virtual thread",
                           static_cast<unsigned long long>(mark_->strangeChunks()));
    virtualThreads_ = mark_->virtualThreads().size();
    // One that passes is not asked: the live ones were told, and nothing starts over from there on.
    if (offered_ < virtualThreads_ && !mark_->passing()) return offerThreads(level);
    const size_t before = roots_.size();
    if (!markThreads() || !markBehindCleaners() || !markReferents()) return false;
    if (roots_.size() == before) break;
  }
  finished_ = client_->finish(roots_, *reason_);
  return finished_;
}

bool RootScan::admit(size_t to) {
  const auto each = [this](const Root& root, bool again) { client_->root(root.address, again); };
  return admitRoots(roots_, admitted_, to, *mark_, *reader_, *spaces_, *reason_, each) &&
         client_->drain(*reason_);
}

// Those that do not run, which are held by an array alone.
bool RootScan::markThreads() {
  for (; threadArrays_ < mark_->threadArrays().size(); ++threadArrays_) {
    const uint64_t array = mark_->threadArrays()[threadArrays_];
    const KlassInfo& info = reader_->klasses()[reader_->klasses().indexOfObject(array)];
    bool room = true;
    reader_->references(array, info, false, [&](uint64_t thread, Edge, uint32_t) {
      if (!spaces_->contains(thread) || mark_->bits().isSet(thread)) return;
      const uint32_t klass = reader_->klasses().indexOfObject(thread);
      if (klass == Klasses::kNone) return;
      Root root;
      root.address = thread;
      root.words = static_cast<uint32_t>(reader_->bytesOf(thread, reader_->klasses()[klass]) / 8);
      room = roots_.push(root) && room;
    });
    if (!room) return reason_->give("more than %zu roots", roots_.size());
    if (admitted_.next < roots_.size() && !admit(roots_.size())) return false;
  }
  return true;
}

// Those that are met meanwhile included.
bool RootScan::markBehindCleaners() {
  bool all = true;
  for (; all && cleaners_ < mark_->cleaners().size(); ++cleaners_) {
    const uint64_t cleaner = mark_->cleaners()[cleaners_];
    const KlassInfo info = reader_->klasses()[reader_->klasses().indexOfObject(cleaner)];
    reader_->references(cleaner, info, false, [&](uint64_t, Edge, uint32_t field) {
      all = all && markBehind(cleaner, field);
    });
  }
  return all;
}

// What nothing else leads to: first behind the lists of collectors, which chain references of all kinds, then behind soft
// references, and when no more of that is left behind the others. Nothing new among the roots: that was all.
bool RootScan::markReferents() {
  if (!mark_->softLast()) return true;
  const size_t before = roots_.size();
  if (!markLinks()) return false;
  if (roots_.size() != before) return true;
  if (!mark_->passing()) {
    if (mark_->beginSoft()) DeadEntries::findSoft(*mark_, *reader_, soft_);
    if (!markReferentsOf(true, softs_)) return false;
    if (roots_.size() != before) return true;
    // Of what nothing strong or soft leads to nothing is marked yet.
    mark_->setPassing(DeadEntries(*mark_, *reader_, queues_, soft_).find());
    client_->passing();
  }
  return !mark_->marksPassing() || markReferentsOf(false, others_);
}

// References that are met meanwhile included.
bool RootScan::markReferentsOf(bool soft, size_t& from) {
  for (; from < mark_->references().size(); ++from) {
    mark_->prefetchReference(from);
    const uint64_t reference = mark_->references()[from];
    const uint32_t klass = reader_->klasses().indexOfObject(reference);
    if (soft && reader_->klasses()[klass].strength != Strength::Soft) continue;
    if (!markBehind(reference, reader_->klasses()[klass].referent)) return false;
  }
  return true;
}

bool RootScan::markLinks() {
  for (; links_ < mark_->references().size(); ++links_) {
    mark_->prefetchReference(links_);
    const uint64_t reference = mark_->references()[links_];
    const uint32_t klass = reader_->klasses().indexOfObject(reference);
    if (!markBehind(reference, reader_->klasses()[klass].discovered)) return false;
  }
  return true;
}

bool RootScan::markBehind(uint64_t reference, uint32_t field) {
  bool met = false;
  if (!admitBehind(reference, field, roots_, *mark_, *reader_, met, *reason_)) return false;
  if (met && !client_->drain(*reason_)) return false;
  admitted_ = {roots_.size(), roots_.size()};
  return true;
}

bool RootScan::offerThreads(jint level) {
  if (level + 1 == kLevels) {
    wantedRoom_ = static_cast<jint>(
        std::min<uint64_t>(virtualThreads_ + virtualThreads_ / 2, uint64_t{kMostRoom}));
    return reason_->give("%llu virtual threads, and sentinels for %d of them",
                         static_cast<unsigned long long>(virtualThreads_), room_ * (kLevels - 1));
  }
  const uint32_t wanted = static_cast<uint32_t>(
      std::min<uint64_t>(virtualThreads_ - offered_, static_cast<uint64_t>(room_)));
  for (uint32_t i = 0; i < wanted; ++i) {
    setElement(current_, i + 1, mark_->virtualThreads()[offered_ + i]);
    filled_ = i + 1;
  }
  offered_ += wanted;
  return true;
}

void RootScan::clearSentinel() {
  for (; filled_ != 0; --filled_) setElement(current_, filled_, 0);
}

uint64_t RootScan::element(uint64_t array, uint32_t index) const {
  const VmLayout& layout = reader_->layout();
  return reader_->loadOop(array + layout.firstElement() +
                          static_cast<uint64_t>(index) * layout.oopBytes);
}

void RootScan::setElement(uint64_t array, uint32_t index, uint64_t value) const {
  const VmLayout& layout = reader_->layout();
  void* const slot = reinterpret_cast<void*>(array + layout.firstElement() +
                                             static_cast<uint64_t>(index) * layout.oopBytes);
  if (reader_->colours() != nullptr) value = reader_->colours()->encode(value);
  if (layout.oopBytes == 4) {
    const uint32_t narrow = layout.encodeOop(value);
    memcpy(slot, &narrow, sizeof narrow);
  } else {
    memcpy(slot, &value, sizeof value);
  }
}

}  // namespace isl::rawheap

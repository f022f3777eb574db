#include "rawheap/SelfCheck.h"

#include <algorithm>
#include <cstring>

#include "base/JvmtiBuffer.h"

namespace isl::rawheap {
namespace {

// All interfaces above a class, each once.
void addInterfaces(jvmtiEnv* jvmti, JNIEnv* jni, jclass of, std::vector<jclass>& all) {
  jint count = 0;
  JvmtiBuffer<jclass> interfaces(jvmti);
  if (jvmti->GetImplementedInterfaces(of, &count, interfaces.out()) != JVMTI_ERROR_NONE) return;
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    const auto known = [&](jclass other) { return jni->IsSameObject(other, interfaces[i]); };
    if (std::any_of(all.begin(), all.end(), known)) continue;
    all.push_back(interfaces[i]);
    addInterfaces(jvmti, jni, interfaces[i], all);
  }
}

jint fieldCount(jvmtiEnv* jvmti, jclass of) {
  jint count = 0;
  JvmtiBuffer<jfieldID> fields(jvmti);
  return jvmti->GetClassFields(of, &count, fields.out()) == JVMTI_ERROR_NONE ? count : 0;
}

// Place of `referent` among the fields of java.lang.ref.Reference; -1: not found.
jint referentPlace(jvmtiEnv* jvmti, jclass reference) {
  jint count = 0;
  JvmtiBuffer<jfieldID> fields(jvmti);
  if (jvmti->GetClassFields(reference, &count, fields.out()) != JVMTI_ERROR_NONE) return -1;
  for (jint i = 0; i < count; ++i) {
    JvmtiText name(jvmti);
    const jfieldID field = fields[static_cast<size_t>(i)];
    if (jvmti->GetFieldName(reference, field, name.out(), nullptr, nullptr) == JVMTI_ERROR_NONE &&
        strcmp(name.get(), "referent") == 0)
      return i;
  }
  return -1;
}

}  // namespace

bool SelfCheck::run(JNIEnv* jni, const SelfCheckOptions& options, SelfCheckResult& result,
                    Reason& reason) {
  if (jni->PushLocalFrame(64) != 0) {
    jni->ExceptionClear();
    return reason.give("no memory for local references");
  }
  reason_ = &reason;
  jint count = 0;
  JvmtiBuffer<jclass> classes(jvmti_);
  const jvmtiError error = jvmti_->GetLoadedClasses(&count, classes.out());
  bool same = false;
  if (error != JVMTI_ERROR_NONE) {
    reason.give("GetLoadedClasses failed with error %d", error);
  } else {
    same = compare(jni, options, classes.get(), count, result);
    for (jint i = 0; i < count; ++i) jvmti_->SetTag(classes[static_cast<size_t>(i)], 0);
  }
  jni->PopLocalFrame(nullptr);
  release();
  return same;
}

bool SelfCheck::compare(JNIEnv* jni, const SelfCheckOptions& options, const jclass* classes,
                        jint count, SelfCheckResult& result) {
  ObjectReader reader(heap_.layout(), heap_.klasses(), Followed::SoftAndLinks);
  GuardedReads guard;
  reader_ = &reader;
  guard_ = &guard;
  admitted_ = 0;
  seen_ = missed_ = 0;
  started_ = begun_ = false;
  if (!counts_.reserve(static_cast<size_t>(count) + 1) || !roots_.reserve(size_t{1} << 22))
    return reason_->give("no address space for a comparison");
  if (!tagClasses(classes, count)) return false;
  findReferents(jni, classes, count);
  jvmtiHeapCallbacks callbacks = {};
  callbacks.heap_reference_callback = onReference;
  const WithoutEscapeBarrier barrier(heap_.scan().stacksAreDeep());
  const jvmtiError error = jvmti_->FollowReferences(0, nullptr, nullptr, &callbacks, this);
  if (error != JVMTI_ERROR_NONE)
    return reason_->give("FollowReferences failed with error %d", error);
  const bool same = judge(options, result);
  nameDiffering(result, classes);
  return same;
}

// A class's tag is its number in `counts_`, and what is bound to it in the mark.
bool SelfCheck::tagClasses(const jclass* classes, jint count) {
  bindings_.clear();
  counts_.push({0, 0, 0, 0, -1});
  for (jint i = 0; i < count; ++i) {
    counts_.push({0, 0, 0, 0, -1});
    bindings_.push_back({classes[i], static_cast<uint32_t>(i) + 1});
    const jvmtiError error = jvmti_->SetTag(classes[i], i + 1);
    if (error != JVMTI_ERROR_NONE) return reason_->give("SetTag failed with error %d", error);
  }
  return true;
}

void SelfCheck::release() {
  mark_.end();
  seenBits_.release();
  counts_.release();
  roots_.release();
}

// JVMTI counts the fields of all superinterfaces first, then those of each class from java.lang.Object down.
void SelfCheck::findReferents(JNIEnv* jni, const jclass* classes, jint count) {
  const jclass object = jni->FindClass("java/lang/Object");
  const jclass reference = jni->FindClass("java/lang/ref/Reference");
  const jclass soft = jni->FindClass("java/lang/ref/SoftReference");
  if (object == nullptr || reference == nullptr || soft == nullptr) return;
  const jint place = fieldCount(jvmti_, object) + referentPlace(jvmti_, reference);
  for (jint i = 0; i < count; ++i) {
    if (jni->IsAssignableFrom(classes[i], reference) == JNI_FALSE ||
        jni->IsAssignableFrom(classes[i], soft) != JNI_FALSE)
      continue;
    std::vector<jclass> interfaces;
    jint index = place;
    for (jclass c = classes[i]; c != nullptr; c = jni->GetSuperclass(c))
      addInterfaces(jvmti_, jni, c, interfaces);
    for (const jclass interface : interfaces) index += fieldCount(jvmti_, interface);
    counts_[static_cast<size_t>(i) + 1].referentIndex = index;
  }
}

jint SelfCheck::onReference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                            jlong classTag, jlong referrerClassTag, jlong size, jlong* tag,
                            jlong* referrerTag, jint, void* self) {
  auto& check = *static_cast<SelfCheck*>(self);
  if (check.reason_->given()) return JVMTI_VISIT_ABORT;
  const RootScan& scan = check.heap_.scan();
  if (tag != nullptr && scan.isSentinel(*tag)) return 0;
  if (referrerTag != nullptr && scan.isSentinel(*referrerTag)) return 0;
  return check.reference(kind, info, classTag, referrerClassTag, size, tag);
}

jint SelfCheck::reference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                          jlong classTag, jlong referrerClassTag, jlong size, jlong* tag) {
  if (kind == JVMTI_HEAP_REFERENCE_FIELD && referrerClassTag > 0 &&
      counts_[static_cast<size_t>(referrerClassTag)].referentIndex == info->field.index)
    return 0;
  bool visit = true;
  const bool good = guard_->run(*reason_, [&] {
    if (!started_ && !start()) return false;
    if (isRoot(kind)) {
      if (!catchRoot(roots_, kind, info, size, tag, *reason_)) return false;
      // The stack of a parked virtual thread, in the middle of the walk.
      if (begun_ && !markRoots()) return false;
    } else if (!begun_ && !markRoots()) {
      return false;
    }
    return see(classTag, size, tag, visit);
  });
  if (!good) return JVMTI_VISIT_ABORT;
  return visit ? JVMTI_VISIT_OBJECTS : 0;
}

bool SelfCheck::start() {
  if (!heap_.spaces().look(*reason_)) return false;
  PassOptions options;
  options.bindings = bindings_.data();
  options.bindingCount = static_cast<uint32_t>(bindings_.size());
  if (!heap_.begin(options, mark_, *reason_)) return false;
  if (!seenBits_.reserve(mark_.bits().places(), heap_.layout().leastShift))
    return reason_->give("no address space for a comparison");
  started_ = true;
  return true;
}

bool SelfCheck::markRoots() {
  begun_ = true;
  if (!admitRoots(roots_, admitted_, mark_, *reader_, heap_.spaces(), *reason_)) return false;
  admitted_ = roots_.size();
  Visitor visitor{*this};
  return mark_.drain(*reader_, visitor, *reason_);
}

void SelfCheck::Visitor::object(const MarkedObject& object) {
  ClassCounts& counts = check.counts_[check.heap_.klasses()[object.klass].id];
  ++counts.marked;
  counts.markedBytes += object.bytes;
}

// False: a reason.
bool SelfCheck::see(jlong classTag, jlong size, const jlong* tag, bool& visit) {
  const uint64_t address = reportedObject(tag, size);
  if (!seenBits_.covers(address)) return reason_->give("JVMTI reports an object outside the heap");
  const uint32_t klass = reader_->klasses().indexOfObject(address);
  if (klass == Klasses::kNone) return reason_->give("JVMTI reports what has no class");
  const KlassInfo& of = reader_->klasses()[klass];
  visit = !of.virtualThread || reader_->hasParkedStack(address, of);
  if (!seenBits_.set(address)) return true;
  ++seen_;
  // What comes before is a root, which was marked then.
  if (begun_ && !mark_.bits().isSet(address)) ++missed_;
  ClassCounts& counts = counts_[classTag > 0 ? static_cast<size_t>(classTag) : 0];
  ++counts.seen;
  counts.seenBytes += static_cast<uint64_t>(size);
  return true;
}

bool SelfCheck::judge(const SelfCheckOptions& options, SelfCheckResult& result) {
  if (reason_->given()) return false;
  if (!begun_) return reason_->give("JVMTI reported no reference");
  result.marked = mark_.objects();
  result.roots = roots_.size();
  result.seen = seen_;
  result.missed = missed_;
  if (mark_.strangeChunks() != 0) return reason_->give("parked stacks belong to no virtual thread");
  if (result.missed != 0)
    return reason_->give("the mark missed %llu of %llu objects",
                         static_cast<unsigned long long>(result.missed),
                         static_cast<unsigned long long>(result.seen));
  const uint64_t most =
      static_cast<uint64_t>(static_cast<double>(result.seen) * options.extraShare) +
      options.extraPerClass * bindings_.size() + options.extra;
  if (result.marked > result.seen + most)
    return reason_->give("the mark has %llu objects more than the %llu that JVMTI sees",
                         static_cast<unsigned long long>(result.marked - result.seen),
                         static_cast<unsigned long long>(result.seen));
  return judgeClasses();
}

// Of no class fewer objects or bytes, and as many bytes where there are as many objects.
bool SelfCheck::judgeClasses() {
  for (size_t i = 1; i < counts_.size(); ++i) {
    const ClassCounts& c = counts_[i];
    const bool good = c.marked > c.seen ? c.markedBytes > c.seenBytes
                                        : c.marked == c.seen && c.markedBytes == c.seenBytes;
    if (!good)
      return reason_->give(
          "class %zu: %llu objects of %llu bytes, JVMTI sees %llu of %llu", i,
          static_cast<unsigned long long>(c.marked), static_cast<unsigned long long>(c.markedBytes),
          static_cast<unsigned long long>(c.seen), static_cast<unsigned long long>(c.seenBytes));
  }
  return true;
}

void SelfCheck::nameDiffering(SelfCheckResult& result, const jclass* classes) {
  for (size_t i = 0; i < counts_.size(); ++i) {
    const ClassCounts& c = counts_[i];
    if (c.marked == c.seen && c.markedBytes == c.seenBytes) continue;
    SelfCheckClass differing;
    differing.seen = c.seen;
    differing.seenBytes = c.seenBytes;
    differing.marked = c.marked;
    differing.markedBytes = c.markedBytes;
    JvmtiText signature(jvmti_);
    if (i == 0) {
      snprintf(differing.name, sizeof differing.name, "classes loaded meanwhile");
    } else if (jvmti_->GetClassSignature(classes[i - 1], signature.out(), nullptr) ==
               JVMTI_ERROR_NONE) {
      snprintf(differing.name, sizeof differing.name, "%s", signature.get());
    }
    result.differing.push_back(differing);
  }
}

}  // namespace isl::rawheap

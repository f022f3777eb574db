#include "rawheap/Roots.h"

#include <algorithm>

namespace isl::rawheap {

uint64_t reportedObject(const jlong* tag, jlong size) {
  if (tag == nullptr || tag[-1] != size) return 0;
  return static_cast<uint64_t>(tag[-2]);
}

namespace {

uint16_t depthOf(jint depth) {
  return static_cast<uint16_t>(std::clamp<jint>(depth, 0, UINT16_MAX));
}

}  // namespace

bool catchRoot(Roots& roots, jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
               jlong size, const jlong* tag, Reason& reason) {
  Root root;
  root.address = reportedObject(tag, size);
  if (root.address == 0) return reason.give("this JVM does not pass roots as HotSpot 17 to 25 do");
  root.words = static_cast<uint32_t>(static_cast<uint64_t>(size) / 8);
  root.kind = static_cast<uint8_t>(kind);
  if (kind == JVMTI_HEAP_REFERENCE_THREAD) root.group = RootGroup::Threads;
  bool pushed = false;
  if (kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL) {
    const auto& local = info->stack_local;
    root.depth = depthOf(local.depth);
    pushed = roots.push(root, {0, local.thread_id, local.method});
  } else if (kind == JVMTI_HEAP_REFERENCE_JNI_LOCAL) {
    const auto& local = info->jni_local;
    root.depth = depthOf(local.depth);
    pushed = roots.push(root, {0, local.thread_id, local.method});
  } else {
    pushed = roots.push(root);
  }
  return pushed || reason.give("more than %zu roots", roots.size());
}

namespace {

// Those of which `is` holds come first, from `from` on. Index of the first other.
template <typename Is>
size_t putFirst(Roots& roots, size_t from, Is&& is) {
  size_t next = from;
  for (size_t i = from; i < roots.size(); ++i) {
    if (!is(roots[i])) continue;
    const Root root = roots[i];
    roots[i] = roots[next];
    roots[next++] = root;
  }
  return next;
}

// 0: the outermost; pending references have the last of all.
constexpr uint32_t kPlaces = kFrames + 1;
uint32_t placeOf(const Root& root) {
  if (root.group == RootGroup::Pending) return kPlaces - 1;
  return kFrames - 1 - std::min<uint32_t>(root.depth, kFrames - 1);
}

}  // namespace

void noteGroups(Roots& roots, size_t from, const ObjectReader& reader, const HeapSpaces& spaces) {
  for (size_t i = from; i < roots.size(); ++i) {
    Root& root = roots[i];
    const bool byVm =
        root.kind == JVMTI_HEAP_REFERENCE_OTHER || root.kind == JVMTI_HEAP_REFERENCE_JNI_GLOBAL;
    if (!byVm || !spaces.contains(root.address)) continue;
    const uint32_t klass = reader.klasses().indexOfObject(root.address);
    if (klass == Klasses::kNone) continue;
    if (reader.klasses().isOfThreads(klass))
      root.group = RootGroup::Threads;
    else if (root.kind == JVMTI_HEAP_REFERENCE_OTHER &&
             reader.klasses()[klass].kind == ObjectKind::Reference)
      root.group = RootGroup::Pending;
  }
}

RootOrder putLastingFirst(Roots& roots, size_t from) {
  RootOrder order;
  const auto isThread = [](const Root& root) { return root.group == RootGroup::Threads; };
  order.threads =
      putFirst(roots, from, [&](const Root& root) { return isLasting(root) && !isThread(root); });
  order.passing = putFirst(roots, order.threads, isThread);
  return order;
}

void putOutermostFirst(Roots& roots, size_t from) {
  size_t next[kPlaces] = {}, end[kPlaces];
  for (size_t i = from; i < roots.size(); ++i) ++next[placeOf(roots[i])];
  size_t sum = from;
  for (uint32_t place = 0; place < kPlaces; ++place) {
    const size_t count = next[place];
    next[place] = sum;
    end[place] = sum += count;
  }
  for (uint32_t place = 0; place < kPlaces; ++place) {
    while (next[place] < end[place]) {
      const Root root = roots[next[place]];
      const uint32_t home = placeOf(root);
      if (home == place) {
        ++next[place];
        continue;
      }
      const size_t to = next[home]++;
      roots[next[place]] = roots[to];
      roots[to] = root;
    }
  }
}

size_t endOfFrames(const Roots& roots, size_t from) {
  size_t end = from;
  while (end < roots.size() && placeOf(roots[end]) == placeOf(roots[from])) ++end;
  return end;
}

bool admitBehind(uint64_t reference, uint32_t field, Roots& roots, Mark& mark,
                 const ObjectReader& reader, bool& met, Reason& reason) {
  met = false;
  const uint32_t klass = reader.klasses().indexOfObject(reference);
  const uint64_t target = reader.loadOop(reference + field);
  if (target == 0 || !mark.bits().covers(target) || mark.bits().isSet(target)) return true;
  Root root;
  root.address = target;
  if (!mark.beginRoots(reason, {reference, klass, mark.wordOf(reference)})) return false;
  root.number = mark.addRoot(target);
  met = true;
  return roots.push(root, {reference, 0, nullptr}) ||
         reason.give("more than %zu roots", roots.size());
}

}  // namespace isl::rawheap

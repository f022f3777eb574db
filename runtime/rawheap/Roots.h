// Roots of a pass: where each is, what holds it as JVMTI tells, and its number in the mark.
//
// Programs with libraries in C may have millions of them, so one takes 24 bytes, and what only stacks and
// references tell stands apart.
#pragma once

#include <jvmti.h>

#include <cstdint>

#include "rawheap/Mark.h"
#include "rawheap/Reason.h"

namespace isl::rawheap {

// In which order roots come, so that each object has its way from what holds it longest.
enum class RootGroup : uint8_t {
  Other,
  Threads,  // a thread, or one of the VM's own thread groups
  Pending   // the VM's list of references that are to be enqueued
};

struct Root {
  uint64_t address = 0;
  uint32_t words = 0;   // of 8 bytes, as JVMTI says
  uint32_t number = 0;  // in the mark; roots are in the order of their numbers
  uint32_t holder = 0;  // see Roots::holderOf()
  uint16_t depth = 0;   // of the frame; the same for all that lie deeper
  uint8_t kind = JVMTI_HEAP_REFERENCE_OTHER;  // a jvmtiHeapReferenceKind
  RootGroup group = RootGroup::Other;
};
static_assert(sizeof(Root) == 24);

struct RootHolder {
  uint64_t reference = 0;  // the Reference that alone leads to it; 0: a root that JVMTI reported
  // Of JVMTI_HEAP_REFERENCE_JNI_LOCAL and _STACK_LOCAL, else 0.
  jlong threadId = 0;
  jmethodID method = nullptr;
};

class Roots {
 public:
  bool reserve(size_t bound) { return roots_.reserve(bound) && holders_.reserve(bound); }
  void release() {
    roots_.release();
    holders_.release();
  }
  // False: the bound is reached.
  bool push(const Root& root) { return roots_.push(root); }
  // Those of one frame follow each other, and share it.
  bool push(Root root, const RootHolder& holder) {
    const bool shared =
        !holders_.empty() && memcmp(&holders_[holders_.size() - 1], &holder, sizeof holder) == 0;
    if (!shared && !holders_.push(holder)) return false;
    root.holder = static_cast<uint32_t>(holders_.size());
    return push(root);
  }
  RootHolder holderOf(const Root& root) const {
    return root.holder == 0 ? RootHolder{} : holders_[root.holder - 1];
  }
  Root& operator[](size_t i) { return roots_[i]; }
  const Root& operator[](size_t i) const { return roots_[i]; }
  size_t size() const { return roots_.size(); }
  void truncate(size_t size) { roots_.truncate(size); }
  size_t touchedBytes() const { return roots_.touchedBytes() + holders_.touchedBytes(); }

 private:
  MappedArray<Root> roots_;
  MappedArray<RootHolder> holders_;
};

// The root with this number; null: it is none.
inline const Root* findRoot(const Roots& roots, uint32_t number) {
  size_t from = 0, to = roots.size();
  while (from < to) {
    const size_t middle = (from + to) / 2;
    if (roots[middle].number < number)
      from = middle + 1;
    else
      to = middle;
  }
  return from < roots.size() && roots[from].number == number ? &roots[from] : nullptr;
}

// Is the reference one of a root (a thread's stack, a JNI handle, ...)?
inline bool isRoot(jvmtiHeapReferenceKind kind) { return kind >= JVMTI_HEAP_REFERENCE_JNI_GLOBAL; }

// The object that a callback of FollowReferences reports. HotSpot passes as `tag` the address of a member of an
// object of its own, in which the object's address and size precede the tag (17 to 25). The size is checked; 0: it
// differs, so this JVM does it in another way.
uint64_t reportedObject(const jlong* tag, jlong size);

// Keeps what a callback tells of a root. Reads the callback's own memory only. False: a reason.
bool catchRoot(Roots& roots, jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
               jlong size, const jlong* tag, Reason& reason);

// Does it hold its object for long? What a stack, a JNI local or a monitor holds may be passing: the receiver of the
// call that is running just now. So is a reference that waits for its queue.
inline bool isLasting(const Root& root) {
  return root.group != RootGroup::Pending && root.kind != JVMTI_HEAP_REFERENCE_STACK_LOCAL &&
         root.kind != JVMTI_HEAP_REFERENCE_JNI_LOCAL && root.kind != JVMTI_HEAP_REFERENCE_MONITOR;
}

// Finds the threads and their groups among the roots from `from` on that the VM holds itself, such as its compiler's: from
// each of them all threads are reached; and its list of pending references. Reads the heap.
void noteGroups(Roots& roots, size_t from, const ObjectReader& reader, const HeapSpaces& spaces);

// Moves the lasting roots from `from` on before the others, and of them the threads behind what else there is: a pool
// is kept by the field that holds it rather than by its threads. Indices of the first thread, and of the first other.
struct RootOrder {
  size_t threads = 0, passing = 0;
};
RootOrder putLastingFirst(Roots& roots, size_t from);

// The others by their frames: of several that hold an object the outermost lets it go last. Sorts the roots from `from`
// on, the deepest frames first, monitors and what has no frame last. In place, in two passes; the kFrames deepest and
// all deeper ones are alike.
constexpr uint32_t kFrames = 128;
void putOutermostFirst(Roots& roots, size_t from);
// Where the roots end that lie as deep as the one at `from`.
size_t endOfFrames(const Roots& roots, size_t from);

// The list as it is admitted: [0, kept) are roots of the mark, from `next` on it is to come. What lies between was marked already
// and is no root. Nothing is pushed before all have come, and nothing lies between then: of the stacks of many virtual threads there
// is a million, in a hundred batches.
struct RootBatches {
  size_t kept = 0, next = 0;
};

// Makes the roots from `next` up to `to` a batch of the mark, after testing that each is an object of the size that JVMTI gave.
// Reads the heap (GuardedReads).
// `each(root, again)`: called for all of them; again: it is marked already.
template <typename Each>
bool admitRoots(Roots& roots, RootBatches& batches, size_t to, Mark& mark,
                const ObjectReader& reader, const HeapSpaces& spaces, Reason& reason, Each&& each);
// All of them.
inline bool admitRoots(Roots& roots, size_t from, Mark& mark, const ObjectReader& reader,
                       const HeapSpaces& spaces, Reason& reason) {
  RootBatches batches{from, from};
  return admitRoots(roots, batches, roots.size(), mark, reader, spaces, reason,
                    [](const Root&, bool) {});
}

// Makes what a Reference refers to by a field that was not followed (its offset) a batch of its own, the Reference the
// owner of arrays, unless it is null or marked already. `met`: something was added, and the mark has to be drained. Reads
// the heap.
bool admitBehind(uint64_t reference, uint32_t field, Roots& roots, Mark& mark,
                 const ObjectReader& reader, bool& met, Reason& reason);

template <typename Each>
bool admitRoots(Roots& roots, RootBatches& batches, size_t to, Mark& mark,
                const ObjectReader& reader, const HeapSpaces& spaces, Reason& reason, Each&& each) {
  if (!mark.beginRoots(reason)) return false;
  for (; batches.next < to; ++batches.next) {
    Root root = roots[batches.next];
    const bool inHeap = (root.address & 7) == 0 && spaces.contains(root.address);
    const uint32_t klass = inHeap ? reader.klasses().indexOfObject(root.address) : Klasses::kNone;
    if (klass == Klasses::kNone ||
        reader.bytesOf(root.address, reader.klasses()[klass]) != uint64_t{root.words} * 8)
      return reason.give("a root of kind %d is no object of %llu bytes", root.kind,
                         static_cast<unsigned long long>(root.words) * 8);
    root.number = mark.addRoot(root.address);
    each(static_cast<const Root&>(root), root.number == 0);
    if (root.number != 0) roots[batches.kept++] = root;
  }
  if (batches.next < roots.size()) return true;
  roots.truncate(batches.kept);
  batches.next = batches.kept;
  return true;
}

}  // namespace isl::rawheap

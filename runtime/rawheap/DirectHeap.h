// The Java heap read directly: what the rest of the runtime uses of this folder.
//
//   DirectHeap heap(jvmti);                   // an environment of its own, with can_tag_objects
//   heap.open(jni, reason)                    // once, after VMInit, on a Java thread
//   heap.pass(jni, options, visitor, after, reason)   // each check, on a Java thread; one at a time in a process
//
// `visitor.begin()`, then `visitor.object(const MarkedObject&)` for each object and `after(Stopped&, Reason&)` run on
// the VM thread, the world stopped: no malloc, no lock, no JNI, no JVMTI in them. begin() forgets what came before:
// a pass that meets more virtual threads than it has room for starts over. `after` sees the whole mark and may ask
// for paths.
// Under MarkOptions::softLast a visitor with `static constexpr bool kTellsPassing = true` has
// `passing(const Mark&)`: what was marked by then is live, and nothing strong or soft leads to what is told from then on.
// begin() does not come again.
// A pass costs a JVMTI call for the roots and 9-30 ns of CPU an object; memory see Mark, given back at its end but for 1 MB of
// each container.
// False with a reason: nothing was changed in the heap, and the JVMTI walk has to serve; what the visitor was told
// until then does not count.
#pragma once

#include <jvmti.h>

#include "rawheap/HeaderHash.h"
#include "rawheap/Paths.h"
#include "rawheap/Retained.h"
#include "rawheap/RootScan.h"

namespace isl::rawheap {

struct PassOptions {
  MarkOptions mark;
  const ClassBinding* bindings = nullptr;
  uint32_t bindingCount = 0;
};

// What `after` sees.
struct Stopped {
  Mark& mark;
  ObjectReader& reader;
  const Roots& roots;
  Paths& paths;
  Retained& retained;
};

// Does the visitor want to know from when on objects are told that only weak references and the like lead to?
template <typename Visitor, typename = void>
struct TellsPassing : std::false_type {};
template <typename Visitor>
struct TellsPassing<Visitor, std::enable_if_t<Visitor::kTellsPassing>> : std::true_type {};

// Is the visitor told of every root that JVMTI reports, of those also whose object is marked already?
template <typename Visitor, typename = void>
struct TellsRoots : std::false_type {};
template <typename Visitor>
struct TellsRoots<Visitor, std::enable_if_t<Visitor::kTellsRoots>> : std::true_type {};

class DirectHeap {
 public:
  explicit DirectHeap(jvmtiEnv* jvmti) : scan_(jvmti) {}

  // False: this JVM, its collector or its options cannot be read, and why.
  bool open(JNIEnv* jni, Reason& reason);
  // With tables of a VM that is made up.
  bool open(const VmTables& tables, JNIEnv* jni, Reason& reason);
  void close(JNIEnv* jni) { scan_.release(jni); }

  template <typename Visitor, typename After>
  bool pass(JNIEnv* jni, const PassOptions& options, Visitor& visitor, After&& after,
            Reason& reason);

  // Before the first root of a pass: what is known of classes is forgotten, and the caller's numbers are given. For
  // who marks by himself, as SelfCheck does.
  bool begin(const PassOptions& options, Mark& mark, Reason& reason);

  // In VMDeath: no collection goes on any more.
  void endCollections() { spaces_.endCollections(); }
  // Waits while objects are moving, for some seconds at most: as far as can be told while the program runs. Before a pass,
  // with no lock held.
  void awaitRest();
  // After a pass or a comparison that failed: did it because objects were moving? Then it waits for a moment, so many times
  // at most.
  bool waitsForRest(uint32_t& waits) const;

  Collector collector() const { return spaces_.collector(); }
  const VmLayout& layout() const { return layout_; }
  const HeaderHash& header() const { return header_; }
  HeapSpaces& spaces() { return spaces_; }
  Klasses& klasses() { return klasses_; }
  RootScan& scan() { return scan_; }

 private:
  bool findChunkSize(JNIEnv* jni, Reason& reason);
  VmLayout layout_;
  HeaderHash header_;
  HeapSpaces spaces_;
  Klasses klasses_{layout_, spaces_};
  RootScan scan_;
  Mark mark_{MarkOptions{}};
};

template <typename Visitor, typename After>
bool DirectHeap::pass(JNIEnv* jni, const PassOptions& options, Visitor& visitor, After&& after,
                      Reason& reason) {
  Mark& mark = mark_;
  mark.setOptions(options.mark);
  ObjectReader reader(layout_, klasses_, options.mark.followed());

  // Nobody owns it by its base, whose destructor is protected.
  // NOLINTNEXTLINE(cppcoreguidelines-virtual-class-destructor)
  class Runner final : public RootScan::Client {
   public:
    DirectHeap& heap;
    const PassOptions& options;
    Mark& mark;
    ObjectReader& reader;
    Visitor& visitor;
    After& after;
    MappedArray<uint64_t> others;  // roots that something else holds as well
    uint64_t liveBytes = 0;
    Runner(DirectHeap& h, const PassOptions& o, Mark& m, ObjectReader& r, Visitor& v, After& a)
        : heap(h), options(o), mark(m), reader(r), visitor(v), after(a) {}
    bool begin(Reason& why) override {
      visitor.begin();
      if (!others.reserve(RootScan::kMostRoots)) return why.give("no address space for roots");
      return heap.begin(options, mark, why);
    }
    bool drain(Reason& why) override { return mark.drain(reader, visitor, why); }
    void root(uint64_t address, bool again) override {
      if (again) others.push(address);  // there is room for each that can be caught
      if constexpr (TellsRoots<Visitor>::value) visitor.root(reader, address);
    }
    void passing() override {
      liveBytes = mark.bytes();
      if constexpr (TellsPassing<Visitor>::value) visitor.passing(mark);
    }
    bool finish(const Roots& admitted, Reason& why) override {
      Paths paths(mark, reader, admitted, heap.spaces_);
      if (!mark.passing()) liveBytes = mark.bytes();
      Retained retained(heap.layout_, heap.klasses_, heap.spaces_, admitted, others, liveBytes);
      Stopped stopped{mark, reader, admitted, paths, retained};
      return after(stopped, why);
    }
  } runner(*this, options, mark, reader, visitor, after);

  for (uint32_t waits = 0;;) {
    if (!scan_.prepare(jni, reason)) return false;
    const bool done = scan_.run(mark, reader, spaces_, runner, reason);
    if (done)
      mark.rest();
    else
      mark.end();
    if (done || !(scan_.wantsRoom() || waitsForRest(waits))) return done;
    reason.clear();
  }
}

}  // namespace isl::rawheap

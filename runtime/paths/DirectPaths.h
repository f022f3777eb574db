// Reference paths in the pass of a check itself: complete, the shortest way to a root for each sample, in the very heap
// that the check has seen.
//
// Lasting roots come first: an object that only a stack, a JNI local or a monitor holds has that one, others do not.
#pragma once

#include <jvmti.h>

#include <functional>
#include <string>
#include <vector>

#include "base/Result.h"
#include "heap/Engine.h"
#include "heap/HeapSample.h"
#include "heap/PassNodes.h"
#include "paths/Bounds.h"
#include "paths/FieldNames.h"
#include "paths/ManyLoaders.h"
#include "paths/PathWording.h"
#include "paths/ThreadReader.h"
#include "rawheap/DirectHeap.h"
#include "rawheap/StaticFields.h"
#include "report/Report.h"
#include "store/ClassTable.h"
#include "store/NodeTable.h"
#include "store/SiteTable.h"

namespace isl {

class DirectPaths {
 public:
  struct Parts {
    jvmtiEnv* jvmti = nullptr;  // whose tags tell classes
    ClassTable* classes = nullptr;
    const NodeTable* nodes = nullptr;
    const SiteTable* sites = nullptr;
    const SiteScopes* scopes = nullptr;  // null: none
    const PassNodes* pass = nullptr;     // null: objects have no nodes
  };
  explicit DirectPaths(const Parts& parts);

  // Agent thread, before the first pass.
  void open(JNIEnv* jni) {
    threads_.open(jni);
    fields_.open(jni);
  }
  // Agent thread, before a pass: classes that came since the last.
  void learnClasses(JNIEnv* jni) { bounds_.learn(jni); }

  // In a pass, what it marked still there: copies the ways to the objects with these numbers, by target. False: a
  // reason; then there are none.
  // Of some targets what their holders retain is measured, which costs another mark each.
  using Targets = std::vector<EvenSample>;
  static constexpr const char* kContent = "<content>";
  bool collect(rawheap::Stopped& stopped, const Targets& targets, rawheap::Reason& reason) {
    return collect(stopped, targets, HeapSample{}, reason, {});
  }
  // `heap`: ways to these as well.
  bool collect(rawheap::Stopped& stopped, const Targets& targets, const HeapSample& heap,
               rawheap::Reason& reason, const std::vector<size_t>& measured);

  // Agent thread, after the pass, while the nodes are as it left them. What an object of the target stands for;
  // 0: nothing. `node` 0: it has none.
  using Weigh = std::function<double(size_t target, uint32_t node, uint32_t word)>;
  void weigh(const Weigh& weigh);
  // Agent thread, at any time after weigh(). Names of fields may load classes, under locks of the program: who holds
  // one must not wait for this.
  using Paths = std::vector<std::vector<report::Path>>;  // by target
  Paths tell(JNIEnv* jni);
  // Then: the ways to what stands for the heap, the share of its bytes in each. Each begins with an edge of its own,
  // `kContent`, whose holder is the object itself.
  std::vector<report::Path> takeHeap() { return std::move(heap_); }

 private:
  // One object of a way, as it was when the world stood still.
  struct Stop {
    uint32_t classId = 0;
    uint32_t word = 0;        // 0: it has none
    rawheap::Edge edge{};     // how it holds the one below
    uint32_t place = 0;       // see rawheap::Edge
    uint32_t mirrorOf = 0;    // class whose mirror it is, 0: none, or not known
    uint32_t loaderType = 0;  // of a static field: class of that class's loader, 0: the boot loader
    uint64_t variable = 0;    // of a thread local's value: the thread local, 0: none
    uint32_t variableIn = 0;  // class whose field holds that, 0: none does
    uint32_t variableAt = 0;  // and the place of the field
    bool variableIsStatic = false;
    uint32_t leftOutBelow = 0;  // objects between it and the one below
    uint64_t retainedBytes = 0;
    Bounds::Bound bound;
  };
  struct Sample {
    size_t target = 0;
    double weight = 0;
    uint32_t node = 0;
    uint32_t stops = 0;  // in stops_, from kMostHops times its place on: the root first
    uint32_t referenceClass =
        0;  // of the Reference whose referent the root is; 0: none, or not known
    bool behindCleaner = false, byFinalizer = false;
    // What a cleaner or finalizer belongs to, which is alive as well: the way goes on from there. 0: nothing.
    uint64_t referent = 0;
    uint32_t from = 0;   // the stop where it begins then
    size_t further = 0;  // the way to the referent, in samples_; 0: not known
    rawheap::Root root;
    rawheap::RootHolder holder;
    char threadName[ThreadReader::kMostBytes] = "";  // where the root is one
  };

  // A target whose holders are measured: its ways, from this sample on.
  struct Measured {
    size_t target = 0, from = 0;
    std::vector<rawheap::Path> ways;
  };
  void measure(rawheap::Stopped& stopped, const Measured& one);
  void copy(const rawheap::ObjectReader& reader, const rawheap::Path& path, size_t at);
  void meetLoader(const rawheap::ObjectReader& reader, uint64_t mirror, size_t target, Stop& stop);
  void followReferents(rawheap::Stopped& stopped);
  bool isOfEndedThread(const rawheap::ObjectReader& reader, const rawheap::Path& path,
                       uint32_t entry) const;
  uint64_t variableOf(const rawheap::ObjectReader& reader, const rawheap::Hop& hop) const;
  void findVariables(rawheap::Stopped& stopped);
  void findVariablesOfObjects(rawheap::Stopped& stopped);
  template <typename Each>
  void forEachVariable(Each&& each);
  bool comesAgain(JNIEnv* jni, uint32_t classId);
  bool isOfLastingLoader(JNIEnv* jni, uint32_t classId) const;
  static uint32_t classOf(const rawheap::ObjectReader& reader, uint64_t mirror);
  void endAtField(JNIEnv* jni, uint32_t classId, uint32_t place, bool isStatic, Way& way);
  Way wayOf(JNIEnv* jni, const Sample& sample);
  bool climb(JNIEnv* jni, const Sample& sample, Way& way);
  WayEdge cleanedUp(const Sample& sample, const Sample& further);
  template <typename Told>
  static void tellBound(const Stop& stop, Told& told);
  Stop* stopsOf(const Sample& sample) {
    return &stops_[static_cast<size_t>(&sample - samples_.data()) * rawheap::Path::kMostHops];
  }
  WayEdge edgeOf(JNIEnv* jni, const Stop& holder, const Stop& held);
  static WayEdge itself(const Sample& sample, const Stop* stops);

  const Parts parts_;
  FieldNames fields_;
  Bounds bounds_;
  ThreadReader threads_;
  PathWording wording_;

  std::vector<uint32_t> loads_;  // classes of each type, by ClassTable::typeOf()
  uint32_t counted_ = 1;         // in the table, so far

  // Of a pass.
  ManyLoaders manyLoaders_;
  size_t targets_ = 0;
  // Those of the heap after those of targets, with the target `targets_`. Then ways of referents, with kFurther.
  static constexpr size_t kFurther = SIZE_MAX;
  std::vector<Sample> samples_;
  std::vector<report::Path> heap_;
  std::vector<uint32_t> numbers_;  // of the samples, in the mark
  std::vector<Stop> stops_;
  rawheap::StaticFields variables_;  // of the values of thread locals on the ways
};

}  // namespace isl

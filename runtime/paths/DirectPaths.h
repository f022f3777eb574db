// Reference paths from one direct pass over the heap: complete, the shortest way to a root for each sample, and no
// walk of JVMTI's but the one that reports the roots.
//
// Lasting roots come first: an object that only a stack, a JNI local or a monitor holds has that one, others do not.
#pragma once

#include <jvmti.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/Result.h"
#include "heap/Engine.h"
#include "paths/FieldNames.h"
#include "paths/PathSamples.h"
#include "paths/PathWording.h"
#include "paths/ThreadNames.h"
#include "rawheap/DirectHeap.h"
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
  };
  // What the object with this word stands for; 0: it is not suspicious.
  using Weigh = std::function<double(uint32_t word)>;
  using Paths = std::vector<std::vector<report::Path>>;  // by target

  // `wanted` false: never usable.
  DirectPaths(const Parts& parts, bool wanted);

  // All of it: agent thread, outside of a walk.

  // Can this JVM's heap be read, and is what is there what JVMTI sees? Answered at the first call, which costs a whole
  // walk, and until a find() fails.
  bool usable(JNIEnv* jni);
  bool inUse() const { return heap_ != nullptr; }
  // Why not, once asked; empty: it is, or nobody has asked.
  const std::string& reason() const { return reason_; }

  // Of targets without nodes: their objects are told by word and class. What goes wrong makes it unusable.
  Result<Paths> find(JNIEnv* jni, uint32_t check, const std::vector<PathTarget>& targets,
                     const Weigh& weigh);

 private:
  static constexpr size_t kSamples = 8;  // objects followed per target

  // One object of a way, as it was when the world stood still.
  struct Stop {
    uint32_t classId = 0;
    uint32_t word = 0;          // 0: it has none
    rawheap::Edge edge{};       // how it holds the one below
    uint32_t place = 0;         // see rawheap::Edge
    uint32_t mirrorOf = 0;      // class whose mirror it is, 0: none, or not known
    uint32_t leftOutBelow = 0;  // objects between it and the one below
  };
  struct Sample {
    size_t target = 0;
    uint32_t number = 0, word = 0;
    uint32_t stops = 0;  // in stops_, from kMostHops times its place on: the root first
    rawheap::Root root;
    char threadName[ThreadNames::kMostBytes] = "";  // where the root is one
  };
  struct Sampler;
  struct Collector;

  Status open(JNIEnv* jni);
  void giveUp(JNIEnv* jni, const std::string& reason);
  void wantTargets();
  bool pass(JNIEnv* jni, bool followSoft, rawheap::Reason& reason);
  bool lacksSamples() const;
  std::vector<rawheap::ClassBinding> bindClasses(JNIEnv* jni);
  Way wayOf(JNIEnv* jni, const Sample& sample, const Stop* stops);
  WayEdge edgeOf(JNIEnv* jni, const Stop& holder, const Stop& held);

  const Parts parts_;
  jvmtiEnv* own_ = nullptr;                    // its tags are the sentinels of the pass
  std::unique_ptr<rawheap::DirectHeap> heap_;  // null: not usable
  bool mayBeUsable_;
  std::string reason_;
  FieldNames fields_;
  ThreadNames threads_;
  PathWording wording_;

  // Of a search; all memory is there before the world is stopped.
  uint32_t check_ = 0;
  const std::vector<PathTarget>* targets_ = nullptr;
  std::vector<std::vector<size_t>> targetsOfSite_;  // by plain site
  std::vector<size_t> drawn_;                       // by target
  std::vector<uint64_t> met_;                       // likewise: objects that qualify
  std::vector<Sample> samples_;
  std::vector<uint32_t> numbers_;  // of the samples, in the mark
  std::vector<Stop> stops_;
};

}  // namespace isl

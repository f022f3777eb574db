// Reference paths by the printed algorithm (its Algorithm 1, as resolved by requirements ):
// an object's path grows by one edge at each check that penalises it, beginning at the object. Before
// that the edges found so far are verified, and what lies behind a broken one is cut off.
//
// One walk for all objects of a spec: it meets every reference, so it tells both which recorded edges
// still exist and who refers to the ends. A path is a list of node tags, hence keeps no object alive, and
// never takes a holder twice.
#pragma once

#include <unordered_map>
#include <vector>

#include "paths/PathSamples.h"
#include "paths/PathWording.h"
#include "paths/Sampler.h"
#include "paths/StepBuilder.h"
#include "paths/Ways.h"

namespace isl {

class RecordEngine;

class PathChains {
 public:
  PathChains(jvmtiEnv* jvmti, ClassTable& classes, NodeTable& nodes, Sampler& sampler,
             PathWording& wording)
      : jvmti_(jvmti), classes_(classes), nodes_(nodes), sampler_(sampler), wording_(wording),
        builder_(classes, nodes) {}

  // Agent thread, after the walk of a check that found suspicious objects; `records` is null where the
  // epoch of the last touch tells which they are. result[i] holds the paths of targets[i] in groups, the
  // one with the largest share first.
  std::vector<std::vector<report::Path>> grow(JNIEnv* jni, uint32_t check,
                                              const std::vector<PathTarget>& targets,
                                              const RecordEngine* records);

 private:
  struct Link {
    jlong holder = 0;  // tag of the node
    Step step;         // from what it holds
  };
  struct Chain {
    uint32_t site = 0, classId = 0;
    jlong object = 0;
    double penalty = 0;       // at the last check
    bool grows = false;       // penalised at this check, and not for the first time
    Step root;                // of the end; nothing in it: not at a root yet
    std::vector<Link> links;  // from the object on
    jlong end() const { return links.empty() ? object : links.back().holder; }
  };
  static constexpr size_t kMaxHolders = 8;  // of one end that a walk remembers

  static jint JNICALL onEdge(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                             jlong classTag, jlong referrerClassTag, jlong size, jlong* tag,
                             jlong* referrerTag, jint length, void* self);
  void keepPenalised(const std::vector<PathTarget>& targets, const RecordEngine* records);
  bool stillPenalised(Chain& chain, uint32_t minAge, const RecordEngine* records) const;
  void begin(JNIEnv* jni, const std::vector<PathTarget>& targets, const RecordEngine* records);
  void walk();
  std::vector<report::Path> describe(JNIEnv* jni, const PathTarget& target);
  Way wayOf(const Chain& chain) const;
  void cut(Chain& chain) const;
  void extend(Chain& chain) const;
  bool has(const Chain& chain, uint32_t node) const;
  static uint64_t pairOf(uint32_t holder, uint32_t held) {
    return static_cast<uint64_t>(holder) << 32 | held;
  }

  jvmtiEnv* jvmti_;
  ClassTable& classes_;
  NodeTable& nodes_;
  Sampler& sampler_;
  PathWording& wording_;
  StepBuilder builder_;
  uint32_t check_ = 0;
  std::vector<Chain> chains_;
  // Of one walk: who holds the ends, their roots, and which recorded edges (holder, held) were met.
  struct End {
    std::vector<Step> holders;
    Step root;
  };
  std::unordered_map<uint32_t, End> ends_;
  std::unordered_map<uint64_t, bool> edges_;
};

}  // namespace isl

// Finds the reference paths of each spec's top sites and keeps them true from check to check.
#pragma once

#include <jvmti.h>

#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "check/SearchBudget.h"
#include "check/SpecRun.h"
#include "paths/DirectPaths.h"
#include "paths/EdgeReader.h"
#include "paths/PathChains.h"
#include "paths/PathTracer.h"

namespace isl {

// Agent thread.
class PathKeeper {
 public:
  struct Parts {
    jvmtiEnv* jvmti;
    ClassTable* classes;
    NodeTable* nodes;
    const SiteTable* sites;
    std::vector<SpecRun*> runs;
    const SiteScopes* scopes;  // null: none
    const WalkCosts* costs;
    std::function<uint64_t()> nowMs;  // since the run began
    std::function<std::unique_ptr<EdgeReader>()> makeReader;
    bool readsHeap = false;  // may the heap be read directly?
  };
  // Garbage is to be collected before a search. False: the VM ended meanwhile.
  using Collect = std::function<bool()>;

  PathKeeper(Parts parts, Collect collect);

  // Is anything known that has to be verified at the next check?
  bool keepsAny() const;

  // After the walk of check `n`, of so many live objects. False: the VM ended meanwhile. `costMs` grows by the wall
  // time of searches.
  bool keep(JNIEnv* jni, uint32_t n, uint64_t liveObjects, double& costMs);

  // The node's object is dead, and its number will be used again.
  void freed(uint32_t node);

  // Why the heap is not read directly though it may be; empty: it is, or nobody has asked.
  const std::string& notDirect() const { return direct_.reason(); }

  // For trials, which keep nothing.
  PathTracer& unkept() { return unkept_; }

 private:
  bool keepOf(JNIEnv* jni, size_t r, uint32_t n, double& costMs);
  bool search(JNIEnv* jni, SpecRun& run, PathTracer& kept, uint32_t n,
              const PathTracer::Verified& verified, const PathTracer::Weigh& weigh, double& costMs);
  PathWork workOf(SpecRun& run, const PathTracer& kept, const PathTracer::Verified& verified);
  PathTracer::Paths findMissing(JNIEnv* jni, SpecRun& run, PathTracer& kept, uint32_t n,
                                const PathTracer::Weigh& weigh);
  std::vector<PathTarget> missingTargets(SpecRun& run, const PathTracer& kept);
  bool grow(JNIEnv* jni, uint32_t n, size_t r);
  bool findDirectly(JNIEnv* jni, SpecRun& run, uint32_t n, double& costMs);

  Parts parts_;
  Collect collect_;
  SearchBudget budget_;
  PathTracer unkept_;
  DirectPaths direct_;
  std::vector<std::unique_ptr<EdgeReader>> readers_;  // by spec
  std::vector<std::unique_ptr<PathTracer>> kept_;     // likewise: the paths of its top sites
  std::unordered_map<size_t, PathChains> chains_;     // by spec, of those with ISL_RULE_ONE_EDGE
};

}  // namespace isl

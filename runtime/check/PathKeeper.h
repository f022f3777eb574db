// Finds the reference paths of each spec's top sites and keeps them true from check to check.
#pragma once

#include <jvmti.h>

#include <functional>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "check/SearchBudget.h"
#include "check/SpecRun.h"
#include "check/ToldSite.h"
#include "paths/DirectPaths.h"
#include "paths/EdgeReader.h"
#include "paths/PathChains.h"
#include "paths/PathTracer.h"
#include "rawheap/DeadReferences.h"

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
    std::function<uint64_t()> nowMs;  // CPU time of the process
    std::function<std::unique_ptr<EdgeReader>()> makeReader;
    const PassNodes* pass = nullptr;  // identities where the heap is read directly
  };
  // Garbage is to be collected before a search. False: the VM ended meanwhile.
  using Collect = std::function<bool()>;

  PathKeeper(Parts parts, Collect collect);

  // Is anything known that has to be verified at the next check?
  bool keepsAny() const;

  // After the walk of check `n`, of so many live objects. False: the VM ended meanwhile. `costMs` grows by the wall
  // time of searches.
  bool keep(JNIEnv* jni, uint32_t n, uint64_t liveObjects, double& costMs);

  // Before the first pass that reads the heap directly.
  void openDirect(JNIEnv* jni);
  // Before collectDirectly(): the heap has never been so full, and how it is held is to be told.
  void tellFullest(uint32_t check, uint64_t liveBytes, const rawheap::DeadReferences& dead) {
    wanted_ = {check, liveBytes, dead, {}};
  }
  // Where the heap is read directly, of specs whose objects are told by their word. In the pass of a check, its results
  // known (see DirectWalk::After). False: a reason; there are no new paths then.
  // `heap`: objects that stand for it.
  bool collectDirectly(rawheap::Stopped& stopped, const HeapSample& heap, rawheap::Reason& reason);
  // The next check is the last: each site that is reported has its paths from it.
  void comeToAnEnd() { last_ = true; }
  bool isAtAnEnd() const { return last_; }
  // Is there a reported site for whose paths nobody has looked?
  bool lacksPaths() const;
  // Is there a spec whose paths are from before the last sixteenth of its checks?
  bool hasOldPaths() const;
  // After the pass, the nodes as it left them.
  void weighDirectly();
  // Later, when nobody waits for the check: see DirectPaths::tell().
  void tellDirectly(JNIEnv* jni);
  // Then: how the live heap was held when the spec's paths were last told, the share of its bytes in each path; empty: not
  // known. What a program lets go of when it ends was held by then.
  const std::vector<report::Path>& heapPaths(const SpecRun& run) const;

  // Likewise at the last check of tellFullest().
  struct Fullest {
    uint32_t check = 0;
    uint64_t liveBytes = 0;
    rawheap::DeadReferences dead;
    std::vector<report::Path> paths;
  };
  const Fullest& fullest() const { return fullest_; }

  // The node's object is dead, and its number will be used again.
  void freed(uint32_t node);

  // For trials, which keep nothing.
  PathTracer& unkept() { return unkept_; }
  DirectPaths& direct() { return direct_; }

 private:
  bool keepOf(JNIEnv* jni, size_t r, uint32_t n, double& costMs);
  bool search(JNIEnv* jni, SpecRun& run, PathTracer& kept, uint32_t n,
              const PathTracer::Verified& verified, const PathTracer::Weigh& weigh, double& costMs);
  PathWork workOf(SpecRun& run, const PathTracer& kept, const PathTracer::Verified& verified);
  PathTracer::Paths findMissing(JNIEnv* jni, SpecRun& run, PathTracer& kept, uint32_t n,
                                const PathTracer::Weigh& weigh);
  std::vector<PathTarget> missingTargets(SpecRun& run, const PathTracer& kept);
  bool grow(JNIEnv* jni, uint32_t n, size_t r);
  ToldSite& siteOf(const SpecRun& run, const PathTarget& target);

  Parts parts_;
  std::map<const SpecRun*, std::shared_ptr<const std::vector<report::Path>>> heapPaths_;
  Fullest fullest_, wanted_;
  Collect collect_;
  SearchBudget budget_;
  PathTracer unkept_;
  DirectPaths direct_;
  std::vector<std::pair<SpecRun*, PathTarget>> directTargets_;  // of the pass
  std::vector<size_t> measured_;                                // which of these
  std::map<std::pair<const SpecRun*, uint64_t>, ToldSite> told_;
  bool last_ = false;
  std::vector<std::unique_ptr<EdgeReader>> readers_;  // by spec
  std::vector<std::unique_ptr<PathTracer>> kept_;     // likewise: the paths of its top sites
  std::unordered_map<size_t, PathChains> chains_;     // by spec, of those with ISL_RULE_ONE_EDGE
};

}  // namespace isl

// Reference paths from suspicious objects to their roots: drawn, searched for, kept and told.
//
// A search draws some objects of each target and climbs their ways (see PathSearch). Paths are kept from check
// to check, by tags and weak references: `verify` reads every edge again and cuts a path at the first that is
// gone, `resume` goes on from there. A holder that is on the path already is refused, so that paths never run
// in circles.
#pragma once

#include <optional>
#include <vector>

#include "paths/EdgeReader.h"
#include "paths/KeptPaths.h"
#include "paths/PathSearch.h"
#include "paths/PathWording.h"
#include "paths/Sampler.h"
#include "paths/WayReader.h"
#include "report/Report.h"

namespace isl {

class PathTracer {
 public:
  static constexpr size_t kSamples = Sampler::kSamples;
  static constexpr size_t kFewSamples = 2;  // where a walk takes long, see Search

  // `edges` null: paths are found, but not kept.
  PathTracer(jvmtiEnv* jvmti, ClassTable& classes, NodeTable& nodes, const SiteTable& sites,
             EdgeReader* edges = nullptr);

  // Sites in scopes, kept up to date by the caller; null: none.
  void setScopes(const SiteScopes* scopes);

  using Paths = std::vector<std::vector<report::Path>>;
  // What a sampled object stands for; 0: it is not suspicious any more.
  using Weigh = KeptPaths::Weigh;
  using Verified = KeptPaths::Verified;

  struct Search {
    // New samples of all targets; false: few ones of targets that have none, and the others keep theirs and
    // their paths.
    bool anew = true;
    bool scout = true;  // see PathScout; false: in a heap that is too large for it
  };
  // All of these: agent thread, outside of a walk.
  // Walks until every path ends at a root or is deep enough, or `budgetMs` is used
  // up; resume() goes on from there. result[i] holds the groups of targets[i], those with a
  // root first, then by their share of the samples' weight. The program runs on between the walks:
  // a target for which no root is found, or none that can be told, keeps the samples and ways that it has,
  // if one of these reaches one. Who asks for a new search has verified them.
  Paths trace(JNIEnv* jni, uint32_t check, const std::vector<PathTarget>& targets,
              uint64_t budgetMs, const Weigh& weigh, Search how);

  // Leaves out what is not so any more. Of paths that are kept.
  Verified verify(JNIEnv* jni, const Weigh& weigh) { return kept_.verify(jni, *reader_, weigh); }
  // Goes on from the ends of the paths that do not reach a root.
  void resume(JNIEnv* jni, uint32_t check, uint64_t budgetMs);
  // Groups of paths as they are now, by target of the last trace().
  Paths paths(JNIEnv* jni);
  const std::vector<PathTarget>& targets() const { return kept_.samples().targets(); }
  // Has samples of the target's site and class that are suspicious still, or there were none to be found.
  bool follows(const PathTarget& target) const { return kept_.samples().follows(target); }
  // See KeptPaths.
  bool wasPutBack(const PathTarget& target) const { return kept_.wasPutBack(target); }
  bool letGo(const PathTarget& target) const { return kept_.letGo(target); }
  void freed(uint32_t node) { kept_.freed(node); }
  size_t walks() const { return walks_; }  // of the last trace() or resume()

  // For others who draw objects and tell paths.
  Sampler& sampler() { return sampler_; }
  PathWording& wording() { return wording_; }

 private:
  void climb(JNIEnv* jni, uint32_t check, uint64_t budgetMs, bool scouting);
  void readSites(JNIEnv* jni);

  jvmtiEnv* jvmti_;
  ClassTable& classes_;
  NodeTable& nodes_;
  std::optional<WayReader> reader_;
  Sampler sampler_;
  PathSearch search_;
  PathWording wording_;
  KeptPaths kept_;
  size_t walks_ = 0;
};

}  // namespace isl

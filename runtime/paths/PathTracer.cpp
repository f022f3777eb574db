#include "paths/PathTracer.h"

#include "paths/NodeWords.h"
#include "paths/PathGroups.h"

namespace isl {

PathTracer::PathTracer(jvmtiEnv* jvmti, ClassTable& classes, NodeTable& nodes,
                       const SiteTable& sites, EdgeReader* edges)
    : jvmti_(jvmti), classes_(classes), nodes_(nodes), sampler_(jvmti, classes, nodes),
      search_(jvmti, classes, nodes), wording_(jvmti, classes, sites) {
  if (edges != nullptr) reader_.emplace(*edges, classes, nodes);
}

void PathTracer::setScopes(const SiteScopes* scopes) {
  sampler_.setScopes(scopes);
  wording_.setScopes(scopes);
}

PathTracer::Paths PathTracer::trace(JNIEnv* jni, uint32_t check,
                                    const std::vector<PathTarget>& targets, uint64_t budgetMs,
                                    const Weigh& weigh, Search how) {
  walks_ = 0;
  KeptPaths known;
  if (reader_) known = kept_;
  if (how.anew) {
    kept_.ways().clear();
    kept_.samples().reset(targets);
  } else {
    kept_.samples().change(targets);
  }
  sampler_.draw(jni, check, how.anew ? kSamples : kFewSamples, kept_.samples(), walks_);
  climb(jni, check, budgetMs, how.scout);
  kept_.putBack(known);
  readSites(jni);
  kept_.samples().weighDrawn(
      [&](const PathSample& sample) { return weigh(sample.node, nodes_[sample.node].word); });
  return paths(jni);
}

void PathTracer::resume(JNIEnv* jni, uint32_t check, uint64_t budgetMs) {
  walks_ = 0;
  climb(jni, check, budgetMs, false);
  readSites(jni);
}

void PathTracer::climb(JNIEnv* jni, uint32_t check, uint64_t budgetMs, bool scouting) {
  search_.climb(jni, check, kept_.samples().nodes(), budgetMs, scouting, kept_.ways(), walks_);
}

// Words of the nodes name the sites of the holders. What is kept is watched from here on.
void PathTracer::readSites(JNIEnv* jni) {
  if (reader_) {
    reader_->watch(jni, kept_.samples(), kept_.ways());
    reader_->readWords(jni, kept_.samples(), kept_.ways());
    return;
  }
  walks_++;
  readNodeWords(jvmti_, classes_, nodes_);
}

PathTracer::Paths PathTracer::paths(JNIEnv* jni) {
  Paths result;
  for (size_t t = 0; t < kept_.samples().size(); t++) {
    PathGroups groups;
    for (const PathSample& sample : kept_.samples().of(t)) {
      groups.add(wording_.describe(jni, kept_.ways().wayFrom(sample.node, nodes_)), sample.weight);
    }
    result.push_back(groups.shared());
  }
  return result;
}

}  // namespace isl

// Draws objects to follow, in one walk for all targets: by site and class, spread evenly over the traversal.
#pragma once

#include <jvmti.h>

#include <unordered_map>
#include <vector>

#include "heap/Engine.h"
#include "paths/ClassWalk.h"
#include "paths/PathSamples.h"
#include "store/ClassTable.h"
#include "store/NodeTable.h"

namespace isl {

class Sampler {
 public:
  static constexpr size_t kSamples = 8;  // objects followed per target

  Sampler(jvmtiEnv* jvmti, ClassTable& classes, NodeTable& nodes)
      : classes_(classes), nodes_(nodes), classWalk_(jvmti, classes) {}

  // Sites in scopes, kept up to date by the caller; null: none.
  void setScopes(const SiteScopes* scopes) { scopes_ = scopes; }

  // Agent thread, outside of a walk. Up to `wanted` samples for each target that has none. The walks made
  // are added to `walks`.
  void draw(JNIEnv* jni, uint32_t check, size_t wanted, PathSamples& samples, size_t& walks);

 private:
  static jint JNICALL onWord(jvmtiHeapReferenceKind, const jvmtiHeapReferenceInfo*, jlong classTag,
                             jlong* tag, jvalue value, jvmtiPrimitiveType, void* self);
  bool takes(size_t t, uint32_t word);
  uint32_t plainOf(uint32_t site) const {
    return scopes_ == nullptr ? site : scopes_->plainOf(site);
  }

  ClassTable& classes_;
  NodeTable& nodes_;
  ClassWalk classWalk_;
  const SiteScopes* scopes_ = nullptr;
  // Of one draw().
  uint32_t check_ = 0;
  size_t most_ = 0;  // samples of a target
  PathSamples* samples_ = nullptr;
  std::unordered_map<uint64_t, std::vector<size_t>> wanted_;  // (site, class) -> targets
  std::vector<uint64_t> met_;                                 // per target: objects that qualify
};

}  // namespace isl

#include "paths/Sampler.h"

#include <algorithm>

namespace isl {
void Sampler::draw(JNIEnv* jni, uint32_t check, size_t wanted, PathSamples& samples,
                   size_t& walks) {
  check_ = check;
  most_ = wanted;
  samples_ = &samples;
  wanted_.clear();
  met_.assign(samples.size(), 0);
  std::vector<uint32_t> classes;
  for (size_t t = 0; t < samples.size(); t++) {
    if (!samples.of(t).empty()) continue;
    const PathTarget& target = samples.targets()[t];
    for (uint32_t node : target.nodes) {
      if (samples.of(t).size() < most_) samples.of(t).push_back({node, nodes_.tagOf(node), 1});
    }
    if (!target.nodes.empty()) continue;
    wanted_[siteKey(target.site, target.classId)].push_back(t);
    for (uint32_t id = 1; id < classes_.size(); id++) {
      if (classes_.typeOf(id) == target.classId) classes.push_back(id);
    }
  }
  if (wanted_.empty()) return;
  jvmtiHeapCallbacks callbacks{};
  callbacks.primitive_field_callback = onWord;
  classWalk_.follow(jni, JVMTI_HEAP_FILTER_CLASS_UNTAGGED, classes, callbacks, this, walks);
}

jint Sampler::onWord(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                     jlong classTag, jlong* tag, jvalue value, jvmtiPrimitiveType, void* self) {
  auto* sampler = static_cast<Sampler*>(self);
  const uint32_t classId = classIdOfTag(classTag);
  if (kind != JVMTI_HEAP_REFERENCE_FIELD ||
      sampler->classes_[classId].islIndex != info->field.index) {
    return 0;
  }
  NodeTable& nodes = sampler->nodes_;
  const uint32_t word = nodes.plainWord(static_cast<uint32_t>(value.i));
  const uint32_t type = sampler->classes_.typeOf(classId);
  auto found = sampler->wanted_.find(siteKey(sampler->plainOf(siteOf(word)), type));
  if (found == sampler->wanted_.end()) return 0;
  for (size_t t : found->second) {
    if (!sampler->takes(t, word)) continue;
    bool fresh = false;
    const uint32_t node = nodes.ensure(tag, sampler->check_, fresh);
    if (node == 0) return 0;
    nodes[node].lastSeen = sampler->check_;
    nodes[node].classId = classId;
    sampler->samples_->of(t).push_back({node, *tag, 1});
  }
  return 0;
}

bool Sampler::takes(size_t t, uint32_t word) {
  if (samples_->of(t).size() >= most_) return false;
  const PathTarget& target = samples_->targets()[t];
  if (epochOf(word) + target.minAge > check_) return false;
  if (target.scope != 0 && scopes_->scopeOf(siteOf(word)) != target.scope) return false;
  // Neighbours in the traversal are held alike: the samples are spread evenly.
  const uint64_t stride = std::max<uint64_t>(target.objects / most_, 1);
  return met_[t]++ % stride == stride / 2;
}

}  // namespace isl

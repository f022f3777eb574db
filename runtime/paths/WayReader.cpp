#include "paths/WayReader.h"

namespace isl {
namespace {

// Longer runs are taken to hold as long as their first and their last object live: reading a
// reference takes some 50 ns, and every path may have such a run.
constexpr uint32_t kMaxRunRead = 2000;

}  // namespace

std::vector<jlong> WayReader::tagsOf(const PathSamples& samples, const Ways& ways) const {
  std::vector<jlong> tags;
  for (size_t t = 0; t < samples.size(); t++) {
    for (const PathSample& sample : samples.of(t)) tags.push_back(sample.tag);
  }
  for (const auto& [node, step] : ways.all()) {
    if (step.parent != 0) tags.push_back(step.parentTag);
    tags.push_back(nodes_.tagOf(node));
  }
  return tags;
}

void WayReader::watch(JNIEnv* jni, const PathSamples& samples, const Ways& ways) {
  std::vector<jlong> tags = tagsOf(samples, ways);
  for (const auto& [node, step] : ways.all()) {
    if (step.hasRoot && step.root.classTag != 0) tags.push_back(step.root.classTag);
  }
  edges_.watch(jni, tags);
}

void WayReader::readWords(JNIEnv* jni, const PathSamples& samples, const Ways& ways) {
  for (jlong tag : tagsOf(samples, ways)) {
    const uint32_t node = nodes_.find(tag);
    uint32_t word = 0;
    if (node == 0 || classes_[nodes_[node].classId].islIndex < 0 ||
        !edges_.wordOf(jni, tag, nodes_[node].classId, word)) {
      continue;
    }
    nodes_[node].word = nodes_.plainWord(word);
    nodes_[node].hasWord = true;
  }
}

bool WayReader::wordOf(JNIEnv* jni, const PathSample& sample, uint32_t& word) {
  if (!edges_.wordOf(jni, sample.tag, nodes_[sample.node].classId, word)) return false;
  word = nodes_.plainWord(word);
  return true;
}

bool WayReader::holds(JNIEnv* jni, uint32_t node, Step& step) {
  const jlong tag = nodes_.tagOf(node);
  if (step.hasRoot) {
    const HeapRoot& root = step.root;
    return root.classTag == 0 || edges_.fieldHolds(jni, root.classTag, root.staticField.classId,
                                                   root.staticField.index, true, tag);
  }
  if (step.parent == 0) return true;
  if (step.element) {
    step.index = edges_.elementHolding(jni, step.parentTag, step.index, tag);
    return step.index >= 0;
  }
  if (!step.runFields.empty()) return runHolds(jni, node, step);
  return edges_.fieldHolds(jni, step.parentTag, step.parentClass, step.index, false, tag);
}

bool WayReader::runHolds(JNIEnv* jni, uint32_t node, const Step& step) {
  const jlong tag = nodes_.tagOf(node);
  if (step.runFields.size() == 1 && step.repeats <= kMaxRunRead) {
    return edges_.runHolds(jni, step.parentTag, step.parentClass, step.runFields[0], step.repeats,
                           tag);
  }
  uint32_t word = 0;
  return edges_.wordOf(jni, step.parentTag, step.parentClass, word) &&
         edges_.wordOf(jni, tag, nodes_[node].classId, word);
}

}  // namespace isl

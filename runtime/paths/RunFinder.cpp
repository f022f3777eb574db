#include "paths/RunFinder.h"

#include <algorithm>

#include "base/JvmtiBuffer.h"
#include "base/LocalRef.h"

namespace isl {
namespace {

// A label: [kind bit | fields passed : 8 | depth : 24 | run : 28].
constexpr jlong kLabelTag = jlong{1} << 60;
constexpr int kFieldsShift = 52, kDepthShift = 28;
constexpr size_t kMaxFields = 8;  // the last bit stands for all further ones
constexpr uint32_t kMaxDepth = (1u << 24) - 1;
constexpr uint32_t kMaxRuns = (1u << 28) - 1;
// Tags cost about 100 bytes and a microsecond each; more are not worth one line of a report.
constexpr uint64_t kMaxLabels = 3'000'000;

bool isLabel(jlong tag) { return (tag & (kClassTag | kNodeTag)) == 0 && (tag & kLabelTag) != 0; }
uint32_t runOf(jlong label) { return static_cast<uint32_t>(label) & kMaxRuns; }
uint32_t depthOf(jlong label) { return static_cast<uint32_t>(label >> kDepthShift) & kMaxDepth; }

}  // namespace

std::unordered_map<uint32_t, Run> RunFinder::find(JNIEnv* jni, const std::vector<uint32_t>& ends,
                                                  uint32_t check, size_t& walks) {
  wanted_.assign(classes_.size(), false);
  for (uint32_t node : ends) wanted_[nodes_[node].classId] = true;
  fields_.clear();
  nodeLabels_.clear();
  entryNodes_.clear();
  runs_ = 0;
  labelled_ = 0;
  jvmtiHeapCallbacks callbacks{};
  callbacks.heap_reference_callback = onEdge;
  std::vector<uint32_t> classes;
  for (uint32_t node : ends) classes.push_back(nodes_[node].classId);
  const jvmtiError error = classWalk_.follow(jni, JVMTI_HEAP_FILTER_CLASS_UNTAGGED,
                                             std::move(classes), callbacks, this, walks);
  std::unordered_map<uint32_t, Run> found;
  if (error == JVMTI_ERROR_NONE && labelled_ <= kMaxLabels) {
    for (uint32_t node : ends) {
      auto label = nodeLabels_.find(node);
      if (label == nodeLabels_.end() || depthOf(label->second) == 0) continue;
      const uint32_t classId = nodes_[node].classId;
      Run run;
      run.length = depthOf(label->second);
      run.entry = entryOf(jni, runOf(label->second), classId, check);
      const std::vector<int32_t>& known = fields_[classId];
      for (size_t bit = 0; bit < known.size(); bit++) {
        const size_t shift = kFieldsShift + std::min(bit, kMaxFields - 1);
        if ((label->second >> shift & 1) != 0) run.fields.push_back(known[bit]);
      }
      std::sort(run.fields.begin(), run.fields.end());
      if (run.entry != 0) found.emplace(node, std::move(run));
    }
  }
  callbacks = {};
  callbacks.heap_iteration_callback = onTagged;
  walks++;
  jvmti_->IterateThroughHeap(JVMTI_HEAP_FILTER_UNTAGGED, nullptr, &callbacks, this);
  return found;
}

jint RunFinder::onTagged(jlong, jlong, jlong* tag, jint, void*) {
  if (isLabel(*tag)) *tag = 0;
  return 0;
}

jint RunFinder::onEdge(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                       jlong classTag, jlong referrerClassTag, jlong, jlong* tag,
                       jlong* referrerTag, jint, void* self) {
  const uint32_t classId = classIdOfTag(classTag);
  // The cells of an object that refers to itself are one.
  if (kind != JVMTI_HEAP_REFERENCE_FIELD || classTag != referrerClassTag || tag == referrerTag) {
    return JVMTI_VISIT_OBJECTS;
  }
  auto* finder = static_cast<RunFinder*>(self);
  if (classId < finder->wanted_.size() && finder->wanted_[classId] &&
      !finder->classes_.isReferenceField(classId, info->field.index)) {
    finder->extend(classId, info->field.index, tag, referrerTag);
  }
  return JVMTI_VISIT_OBJECTS;
}

void RunFinder::extend(uint32_t classId, int32_t field, jlong* tag, jlong* referrerTag) {
  if (labelOf(*tag) != 0 || labelled_ > kMaxLabels) return;
  jlong from = labelOf(*referrerTag);
  if (from == 0) {
    if (runs_ == kMaxRuns) return;
    from = kLabelTag | ++runs_;
    if (const uint32_t node = nodes_.find(*referrerTag)) entryNodes_[runs_] = node;
    setLabel(referrerTag, from);
  }
  if (depthOf(from) == kMaxDepth) return;
  setLabel(tag, (from + (jlong{1} << kDepthShift)) | fieldBit(classId, field));
}

jlong RunFinder::labelOf(jlong tag) const {
  if (isLabel(tag)) return tag;
  const uint32_t node = nodes_.find(tag);
  if (node == 0) return 0;
  auto found = nodeLabels_.find(node);
  return found == nodeLabels_.end() ? 0 : found->second;
}

void RunFinder::setLabel(jlong* tag, jlong label) {
  labelled_++;
  if (const uint32_t node = nodes_.find(*tag))
    nodeLabels_[node] = label;
  else
    *tag = label;
}

jlong RunFinder::fieldBit(uint32_t classId, int32_t field) {
  std::vector<int32_t>& known = fields_[classId];
  auto at = std::find(known.begin(), known.end(), field);
  if (at == known.end()) at = known.insert(known.end(), field);
  const size_t bit = std::min(static_cast<size_t>(at - known.begin()), kMaxFields - 1);
  return jlong{1} << (kFieldsShift + bit);
}

// Node of the run's entry; the entry gets one when it has none.
uint32_t RunFinder::entryOf(JNIEnv* jni, uint32_t run, uint32_t classId, uint32_t check) {
  auto known = entryNodes_.find(run);
  if (known != entryNodes_.end()) return known->second;
  const jlong label = kLabelTag | run;
  jint count = 0;
  JvmtiBuffer<jobject> objects(jvmti_);
  if (jvmti_->GetObjectsWithTags(1, &label, &count, objects.out(), nullptr) != JVMTI_ERROR_NONE)
    return 0;
  std::vector<LocalRef<jobject>> found;
  for (jint i = 0; i < count; i++) found.emplace_back(jni, objects[i]);
  uint32_t node = 0;
  if (count == 1) {
    jlong tag = 0;
    bool fresh = false;
    node = nodes_.ensure(&tag, check, fresh);
    if (node != 0 && jvmti_->SetTag(found[0].get(), tag) == JVMTI_ERROR_NONE) {
      nodes_[node].classId = classId;
      entryNodes_[run] = node;
    }
  }
  return node;
}

}  // namespace isl

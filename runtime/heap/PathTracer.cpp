#include "heap/PathTracer.h"

#include <algorithm>

namespace isl {
namespace {

uint64_t keyOf(uint32_t site, uint32_t classId) {
  return static_cast<uint64_t>(site) << 32 | classId;
}

bool isRootKind(jvmtiHeapReferenceKind kind) {
  switch (kind) {
    case JVMTI_HEAP_REFERENCE_JNI_GLOBAL:
    case JVMTI_HEAP_REFERENCE_SYSTEM_CLASS:
    case JVMTI_HEAP_REFERENCE_MONITOR:
    case JVMTI_HEAP_REFERENCE_STACK_LOCAL:
    case JVMTI_HEAP_REFERENCE_JNI_LOCAL:
    case JVMTI_HEAP_REFERENCE_THREAD:
    case JVMTI_HEAP_REFERENCE_OTHER:
    case JVMTI_HEAP_REFERENCE_STATIC_FIELD: return true;
    default: return false;
  }
}

}  // namespace

PathTracer::PathTracer(jvmtiEnv* jvmti, ClassTable& classes, NodeTable& nodes,
                       const SiteTable& sites)
    : jvmti_(jvmti), classes_(classes), nodes_(nodes), sites_(sites) {}

std::vector<std::vector<report::Path>> PathTracer::trace(JNIEnv* jni, uint32_t check,
                                                         const std::vector<PathTarget>& targets,
                                                         uint64_t budgetMs) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::milliseconds(budgetMs);
  check_ = check;
  targets_ = &targets;
  wanted_.clear();
  steps_.clear();
  frontier_.clear();
  samples_.assign(targets.size(), {});
  sample(targets);
  for (const auto& nodes : samples_) {
    for (uint32_t node : nodes) frontier_.emplace(node, true);
  }
  for (size_t depth = 0; depth < kMaxDepth && !frontier_.empty(); depth++) {
    if (!extend() || Clock::now() > deadline) break;
  }
  readWords();

  std::vector<std::vector<report::Path>> result(targets.size());
  for (size_t t = 0; t < targets.size(); t++) {
    std::vector<report::Path>& groups = result[t];
    for (uint32_t node : samples_[t]) {
      report::Path path = describe(jni, node);
      auto same = std::find_if(groups.begin(), groups.end(), [&](const report::Path& g) {
        if (g.edges.size() != path.edges.size() || g.root.name != path.root.name) return false;
        for (size_t i = 0; i < g.edges.size(); i++) {
          if (g.edges[i].holderType != path.edges[i].holderType ||
              g.edges[i].field != path.edges[i].field) {
            return false;
          }
        }
        return true;
      });
      if (same == groups.end()) same = groups.insert(groups.end(), std::move(path));
      same->share += 1.0 / static_cast<double>(samples_[t].size());
    }
    // A way that was followed to its root says more than a larger share of ways that were not.
    std::stable_sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) {
      return a.truncated != b.truncated ? b.truncated : a.share > b.share;
    });
  }
  return result;
}

void PathTracer::sample(const std::vector<PathTarget>& targets) {
  bool search = false;
  for (size_t t = 0; t < targets.size(); t++) {
    if (targets[t].nodes.empty()) {
      wanted_[keyOf(targets[t].site, targets[t].classId)].push_back(t);
      search = true;
    } else {
      for (uint32_t node : targets[t].nodes) {
        if (samples_[t].size() < kSamples) samples_[t].push_back(node);
      }
    }
  }
  if (!search) return;
  jvmtiHeapCallbacks callbacks{};
  callbacks.primitive_field_callback = onSample;
  jvmti_->FollowReferences(JVMTI_HEAP_FILTER_CLASS_UNTAGGED, nullptr, nullptr, &callbacks, this);
}

jint PathTracer::onSample(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                          jlong classTag, jlong* tag, jvalue value, jvmtiPrimitiveType,
                          void* self) {
  auto* tracer = static_cast<PathTracer*>(self);
  const uint32_t classId = classIdOfTag(classTag);
  if (kind != JVMTI_HEAP_REFERENCE_FIELD ||
      tracer->classes_[classId].islIndex != info->field.index) {
    return 0;
  }
  const auto word = static_cast<uint32_t>(value.i);
  auto found = tracer->wanted_.find(keyOf(tracer->plainOf(siteOf(word)), classId));
  if (found == tracer->wanted_.end()) return 0;
  for (size_t t : found->second) {
    if (tracer->samples_[t].size() >= kSamples) continue;
    const PathTarget& target = (*tracer->targets_)[t];
    if (epochOf(word) + target.minAge > tracer->check_) continue;
    if (target.scope != 0 && tracer->scopes_->scopeOf(siteOf(word)) != target.scope) continue;
    bool fresh = false;
    const uint32_t node = tracer->nodes_.ensure(tag, tracer->check_, fresh);
    if (node == 0) return 0;
    tracer->nodes_[node].lastSeen = tracer->check_;
    tracer->nodes_[node].classId = classId;
    tracer->samples_[t].push_back(node);
  }
  return 0;
}

bool PathTracer::extend() {
  jvmtiHeapCallbacks callbacks{};
  callbacks.heap_reference_callback = onEdge;
  if (jvmti_->FollowReferences(JVMTI_HEAP_FILTER_UNTAGGED, nullptr, nullptr, &callbacks, this) !=
      JVMTI_ERROR_NONE) {
    return false;
  }
  std::unordered_map<uint32_t, bool> next;
  for (const auto& [node, unused] : frontier_) {
    auto step = steps_.find(node);
    if (step == steps_.end() || step->second.hasRoot || step->second.parent == 0) continue;
    if (steps_.find(step->second.parent) == steps_.end()) next.emplace(step->second.parent, true);
  }
  frontier_.swap(next);
  return true;
}

jint PathTracer::onEdge(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info, jlong,
                        jlong referrerClassTag, jlong, jlong* tag, jlong* referrerTag, jint,
                        void* self) {
  if (kind == JVMTI_HEAP_REFERENCE_CLASS) return JVMTI_VISIT_OBJECTS;
  auto* tracer = static_cast<PathTracer*>(self);
  const uint32_t node = tracer->nodes_.find(*tag);
  if (node == 0 || tracer->frontier_.find(node) == tracer->frontier_.end()) {
    return JVMTI_VISIT_OBJECTS;
  }
  Step& step = tracer->steps_[node];
  if (isRootKind(kind)) {
    tracer->takeRoot(step, kind, info, referrerTag);
  } else if (step.parent == 0) {
    tracer->takeParent(step, kind, info, referrerClassTag, referrerTag);
  } else {
    tracer->takeOther(step, kind, info, referrerClassTag);
  }
  return JVMTI_VISIT_OBJECTS;
}

// Another way to the same object: one of another class or field tells the reader something.
void PathTracer::takeOther(Step& step, jvmtiHeapReferenceKind kind,
                           const jvmtiHeapReferenceInfo* info, jlong referrerClassTag) {
  if (kind != JVMTI_HEAP_REFERENCE_FIELD || step.others.size() >= kMaxOthers) return;
  const std::pair<uint32_t, int32_t> other{classIdOfTag(referrerClassTag), info->field.index};
  if (other.first == step.parentClass && (step.element || other.second == step.index)) return;
  if (other.first == 0 || classes_.isReferenceField(other.first, other.second)) return;
  if (std::find(step.others.begin(), step.others.end(), other) == step.others.end()) {
    step.others.push_back(other);
  }
}

void PathTracer::takeRoot(Step& step, jvmtiHeapReferenceKind kind,
                          const jvmtiHeapReferenceInfo* info, jlong* referrerTag) {
  const bool passing = kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL ||
                       kind == JVMTI_HEAP_REFERENCE_JNI_LOCAL ||
                       kind == JVMTI_HEAP_REFERENCE_MONITOR;
  // A static field says most to a reader and replaces what was found before.
  const bool isStatic = kind == JVMTI_HEAP_REFERENCE_STATIC_FIELD;
  if (passing ? step.hasStackRoot : step.hasRoot && !isStatic) return;
  Root& root = passing ? step.stackRoot : step.root;
  root = Root{};
  root.kind = kind;
  (passing ? step.hasStackRoot : step.hasRoot) = true;
  if (isStatic) {
    root.staticClass = classIdOfTag(*referrerTag);
    root.staticField = info->field.index;
  } else if (kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL) {
    root.method = info->stack_local.method;
    root.threadId = info->stack_local.thread_id;
  } else if (kind == JVMTI_HEAP_REFERENCE_JNI_LOCAL) {
    root.method = info->jni_local.method;
    root.threadId = info->jni_local.thread_id;
  }
}

void PathTracer::takeParent(Step& step, jvmtiHeapReferenceKind kind,
                            const jvmtiHeapReferenceInfo* info, jlong referrerClassTag,
                            jlong* referrerTag) {
  const bool element = kind == JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT;
  if (referrerTag == nullptr || (!element && kind != JVMTI_HEAP_REFERENCE_FIELD)) return;
  const uint32_t parentClass = classIdOfTag(referrerClassTag);
  // A weak, soft or phantom referent is not what keeps an object alive; the `next`, `queue` and
  // `discovered` links of a Reference do not either.
  if (!element && classes_.isReferenceField(parentClass, info->field.index)) return;
  bool fresh = false;
  const uint32_t parent = nodes_.ensure(referrerTag, check_, fresh);
  if (parent == 0) return;
  nodes_[parent].lastSeen = check_;
  nodes_[parent].classId = parentClass;
  step.parent = parent;
  step.parentClass = parentClass;
  step.element = element;
  step.index = element ? info->array.index : info->field.index;
}

// Words of the path nodes name the sites of the holders.
void PathTracer::readWords() {
  jvmtiHeapCallbacks callbacks{};
  callbacks.primitive_field_callback = onNodeWord;
  jvmti_->IterateThroughHeap(JVMTI_HEAP_FILTER_UNTAGGED, nullptr, &callbacks, this);
}

jint PathTracer::onNodeWord(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                            jlong classTag, jlong* tag, jvalue value, jvmtiPrimitiveType,
                            void* self) {
  auto* tracer = static_cast<PathTracer*>(self);
  if (kind != JVMTI_HEAP_REFERENCE_FIELD ||
      tracer->classes_[classIdOfTag(classTag)].islIndex != info->field.index) {
    return 0;
  }
  if (uint32_t node = tracer->nodes_.find(*tag)) {
    tracer->nodes_[node].word = static_cast<uint32_t>(value.i);
    tracer->nodes_[node].hasWord = true;
  }
  return 0;
}

report::Path PathTracer::describe(JNIEnv* jni, uint32_t start) {
  report::Path path;
  path.truncated = true;
  path.root.kind = "unknown";
  std::unordered_map<uint32_t, bool> onPath;
  const Root* stackRoot = nullptr;
  size_t edgesToStackRoot = 0;
  for (uint32_t node = start; onPath.emplace(node, true).second;) {
    auto found = steps_.find(node);
    if (found == steps_.end()) break;
    const Step& step = found->second;
    if (step.hasRoot) {
      describeRoot(jni, step.root, path.root);
      path.truncated = false;
      return path;
    }
    if (step.hasStackRoot && stackRoot == nullptr) {
      stackRoot = &step.stackRoot;
      edgesToStackRoot = path.edges.size();
    }
    if (step.parent == 0) break;
    path.edges.push_back(describeEdge(jni, step));
    node = step.parent;
  }
  if (stackRoot != nullptr) {
    path.edges.resize(edgesToStackRoot);
    describeRoot(jni, *stackRoot, path.root);
    path.truncated = false;
  }
  return path;
}

report::PathEdge PathTracer::describeEdge(JNIEnv* jni, const Step& step) {
  report::PathEdge edge;
  const ClassRecord& holder = classes_[step.parentClass];
  edge.holderType = displayName(holder.signature);
  edge.field = step.element ? "[*]" : fieldName(jni, step.parentClass, step.index);
  for (const auto& [classId, index] : step.others) {
    edge.alsoHeldBy.push_back(displayName(classes_[classId].signature) + "." +
                              fieldName(jni, classId, index));
  }
  const Node& parent = nodes_[step.parent];
  if (holder.kind != ClassKind::Instance || !parent.hasWord) return edge;
  edge.holderId = plainOf(siteOf(parent.word));
  if (edge.holderId == kSiteInitializer) {
    edge.holderSite = "static initialiser";
    return edge;
  }
  const Site site = sites_.get(edge.holderId);
  if (site.className.empty()) return edge;
  edge.holderSite = std::string(site.sourceFile);
  if (site.line >= 0) edge.holderSite += ":" + std::to_string(site.line);
  std::string cls(site.className);
  std::replace(cls.begin(), cls.end(), '/', '.');
  edge.holderMethod = cls + "." + std::string(site.method);
  return edge;
}

std::string PathTracer::fieldName(JNIEnv* jni, uint32_t classId, int32_t index) {
  const std::vector<std::string>& names = classes_.fieldNames(jvmti_, jni, classId);
  if (index >= 0 && static_cast<size_t>(index) < names.size()) {
    return names[static_cast<size_t>(index)];
  }
  return "?";
}

void PathTracer::describeRoot(JNIEnv* jni, const Root& from, report::PathRoot& root) {
  switch (from.kind) {
    case JVMTI_HEAP_REFERENCE_STATIC_FIELD:
      root.kind = "static";
      root.name = displayName(classes_[from.staticClass].signature) + "." +
                  fieldName(jni, from.staticClass, from.staticField);
      return;
    case JVMTI_HEAP_REFERENCE_STACK_LOCAL:
    case JVMTI_HEAP_REFERENCE_JNI_LOCAL: {
      root.kind = from.kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL ? "stack" : "jni-local";
      root.name = threadName(jni, from.threadId);
      char* name = nullptr;
      jclass declaring = nullptr;
      char* signature = nullptr;
      if (from.method != nullptr &&
          jvmti_->GetMethodName(from.method, &name, nullptr, nullptr) == JVMTI_ERROR_NONE &&
          jvmti_->GetMethodDeclaringClass(from.method, &declaring) == JVMTI_ERROR_NONE &&
          jvmti_->GetClassSignature(declaring, &signature, nullptr) == JVMTI_ERROR_NONE) {
        root.name += ": " + displayName(signature) + "." + name;
      }
      jvmti_->Deallocate(reinterpret_cast<unsigned char*>(name));
      jvmti_->Deallocate(reinterpret_cast<unsigned char*>(signature));
      if (declaring != nullptr) jni->DeleteLocalRef(declaring);
      return;
    }
    case JVMTI_HEAP_REFERENCE_JNI_GLOBAL: root.kind = "jni-global"; return;
    case JVMTI_HEAP_REFERENCE_SYSTEM_CLASS: root.kind = "system-class"; return;
    case JVMTI_HEAP_REFERENCE_MONITOR: root.kind = "monitor"; return;
    case JVMTI_HEAP_REFERENCE_THREAD: root.kind = "thread"; return;
    default: root.kind = "unknown"; return;
  }
}

std::string PathTracer::threadName(JNIEnv* jni, jlong threadId) {
  std::string result = "thread " + std::to_string(threadId);
  jclass threadClass = jni->FindClass("java/lang/Thread");
  jmethodID getId = jni->GetMethodID(threadClass, "getId", "()J");
  jint count = 0;
  jthread* threads = nullptr;
  if (jvmti_->GetAllThreads(&count, &threads) == JVMTI_ERROR_NONE) {
    for (jint i = 0; i < count; i++) {
      if (jni->CallLongMethod(threads[i], getId) == threadId) {
        jvmtiThreadInfo info{};
        if (jvmti_->GetThreadInfo(threads[i], &info) == JVMTI_ERROR_NONE && info.name != nullptr) {
          result = info.name;
          jvmti_->Deallocate(reinterpret_cast<unsigned char*>(info.name));
          if (info.thread_group != nullptr) jni->DeleteLocalRef(info.thread_group);
          if (info.context_class_loader != nullptr) jni->DeleteLocalRef(info.context_class_loader);
        }
      }
      jni->DeleteLocalRef(threads[i]);
    }
    jvmti_->Deallocate(reinterpret_cast<unsigned char*>(threads));
  }
  jni->DeleteLocalRef(threadClass);
  return result;
}

}  // namespace isl

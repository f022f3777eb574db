// Reference paths from suspicious objects to their roots.
//
// A walk shows each edge once, and the first referrer of an object that a walk reports leads towards
// the root from which the traversal reached it. In most heaps one walk of the PathScout knows all these
// referrers. Beyond it, one walk extends every path by one edge: the ends
// of the paths carry a tag, the first strong referrer of each becomes the new end. Only the ends and
// class mirrors are tagged, which lets the VM filter all other references out. Runs of objects of one
// class (linked lists) are climbed in one leap, see RunFinder, and reported as one edge.
#pragma once

#include <chrono>
#include <string>
#include <unordered_map>
#include <vector>

#include "heap/Engine.h"
#include "heap/PathScout.h"
#include "heap/RunFinder.h"
#include "report/Report.h"
#include "store/SiteTable.h"

namespace isl {

// Objects whose paths are wanted: suspicious objects of one (site, class) of one spec.
struct PathTarget {
  uint32_t site = 0, classId = 0;   // the class: any of its name, see ClassTable::typeOf
  uint32_t scope = 0;               // of their allocation, 0: any
  uint32_t minAge = 1;              // epochs since the last touch
  uint64_t objects = 0;             // how many there are about, so that samples lie far apart
  std::vector<uint32_t> nodes;      // given objects, or empty: found by word and class
};

class PathTracer {
 public:
  static constexpr size_t kSamples = 8;  // objects followed per target

  PathTracer(jvmtiEnv* jvmti, ClassTable& classes, NodeTable& nodes, const SiteTable& sites);

  // Sites in scopes, kept up to date by the caller; null: none.
  void setScopes(const SiteScopes* scopes) { scopes_ = scopes; }

  // Agent thread. Walks until every path ends at a root, kMaxDepth edges are found, or `budgetMs` is used
  // up and there are at least kLeastDepth, or the scout has been there. result[i] holds the groups of targets[i], those with a root
  // first, then by share.
  std::vector<std::vector<report::Path>> trace(JNIEnv* jni, uint32_t check,
                                               const std::vector<PathTarget>& targets,
                                               uint64_t budgetMs);

  size_t walks() const { return walks_; }  // of the last trace

 private:
  static constexpr size_t kMaxDepth = 64;   // walks, hence edges of one path besides leaps
  static constexpr size_t kLeastDepth = 12;
  static constexpr uint32_t kRunStart = 3;  // edges between objects of one class that suggest a run
  static constexpr size_t kMaxOthers = 3;   // further holders named beside an edge
  struct Root {
    jvmtiHeapReferenceKind kind{};
    jmethodID method = nullptr;  // of stack and JNI locals
    jlong threadId = 0;
    uint32_t node = 0;  // the object that is the root
    uint32_t staticClass = 0;  // of static fields
    int32_t staticField = -1;
  };
  // What the walk found about who holds a node. A static field or another lasting root ends the
  // path. A reference from a stack may be a passing one (the receiver of the call that is running
  // just now), so it only counts when the heap holds no way to a lasting root.
  struct Step {
    uint32_t parent = 0;  // node of the first strong referrer in the heap, 0: none
    uint32_t parentClass = 0;
    bool element = false;
    int32_t index = -1;  // field or element
    uint32_t repeats = 1;
    std::vector<int32_t> runFields;  // of a leap; then index says nothing
    std::vector<std::pair<uint32_t, int32_t>> others;  // (class, field) of further referrers
    bool hasRoot = false, hasStackRoot = false;
    Root root, stackRoot;
  };

  static jint JNICALL onSample(jvmtiHeapReferenceKind, const jvmtiHeapReferenceInfo*, jlong classTag,
                               jlong* tag, jvalue value, jvmtiPrimitiveType, void* self);
  static jint JNICALL onEdge(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                             jlong classTag, jlong referrerClassTag, jlong size, jlong* tag,
                             jlong* referrerTag, jint length, void* self);
  static jint JNICALL onNodeWord(jvmtiHeapReferenceKind, const jvmtiHeapReferenceInfo*,
                                 jlong classTag, jlong* tag, jvalue value, jvmtiPrimitiveType,
                                 void* self);

  uint32_t plainOf(uint32_t site) const { return scopes_ == nullptr ? site : scopes_->plainOf(site); }
  void sample(const std::vector<PathTarget>& targets);
  bool scout(JNIEnv* jni);
  bool extend();
  void leap(JNIEnv* jni);
  void readWords();
  void takeParent(Step& step, jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                  jlong referrerClassTag, jlong* referrerTag);
  report::Path describe(JNIEnv* jni, uint32_t start);
  void takeRoot(Step& step, jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                jlong* referrerTag);
  void takeOther(Step& step, jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                 jlong referrerClassTag);
  report::PathEdge describeEdge(JNIEnv* jni, const Step& step);
  void addEdge(JNIEnv* jni, report::Path& path, const Step& step, bool joins);
  static bool sameWay(const report::Path& a, const report::Path& b);
  void group(JNIEnv* jni, const std::vector<uint32_t>& samples, std::vector<report::Path>& groups);
  jobject objectOf(JNIEnv* jni, uint32_t node);
  std::string nameOf(JNIEnv* jni, jthread thread);
  void describeRoot(JNIEnv* jni, const Root& from, report::PathRoot& root);
  std::string threadName(JNIEnv* jni, jlong threadId);
  std::string fieldName(JNIEnv* jni, uint32_t classId, int32_t index);

  jvmtiEnv* jvmti_;
  ClassTable& classes_;
  NodeTable& nodes_;
  const SiteTable& sites_;
  const SiteScopes* scopes_ = nullptr;
  RunFinder runs_;
  PathScout scout_;
  uint32_t check_ = 0;
  size_t walks_ = 0;
  const std::vector<PathTarget>* targets_ = nullptr;
  std::unordered_map<uint64_t, std::vector<size_t>> wanted_;  // (site, class) -> targets
  std::vector<std::vector<uint32_t>> samples_;                // per target
  std::vector<uint64_t> met_;                                 // per target: objects that qualify
  std::unordered_map<uint32_t, Step> steps_;                  // by node
  // Nodes whose parent is wanted, and how many edges between objects of their class led there.
  std::unordered_map<uint32_t, uint32_t> frontier_;
};

}  // namespace isl

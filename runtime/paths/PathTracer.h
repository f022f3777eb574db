// Reference paths from suspicious objects to their roots.
//
// A walk shows each edge once, and the first referrer of an object that a walk reports leads towards
// the root from which the traversal reached it. In most heaps one walk of the PathScout knows all these
// referrers. Beyond it, one walk extends every path by one edge: the ends
// of the paths carry a tag, the first strong referrer of each becomes the new end. Only the ends and
// class mirrors are tagged, which lets the VM filter all other references out, and sooner where the ends
// are of few classes, see ClassWalk. Runs of objects of one class (linked lists) are climbed in one leap,
// see RunFinder, and reported as one edge.
//
// Paths are kept from check to check, by tags and weak references: `verify` reads every edge again and
// cuts a path at the first that is gone, `resume` goes on from there. A holder that is on the path
// already is refused, so that paths never run in circles.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "heap/Engine.h"
#include "paths/ClassWalk.h"
#include "paths/EdgeReader.h"
#include "paths/PathScout.h"
#include "paths/RunFinder.h"
#include "report/Report.h"
#include "store/SiteTable.h"

namespace isl {

// Objects whose paths are wanted: suspicious objects of one (site, class) of one spec.
struct PathTarget {
  uint32_t site = 0, classId = 0;  // the class: any of its name, see ClassTable::typeOf
  uint32_t scope = 0;              // of their allocation, 0: any
  uint32_t minAge = 1;             // epochs since the last touch
  uint64_t objects = 0;            // how many there are about, so that samples lie far apart
  std::vector<uint32_t> nodes;     // given objects, or empty: found by word and class
};

class PathTracer {
 public:
  static constexpr size_t kSamples = 8;     // objects followed per target
  static constexpr size_t kFewSamples = 2;  // where a walk takes long, see Search

  // `reader` null: paths are found, but not kept.
  PathTracer(jvmtiEnv* jvmti, ClassTable& classes, NodeTable& nodes, const SiteTable& sites,
             EdgeReader* reader = nullptr);

  // Sites in scopes, kept up to date by the caller; null: none.
  void setScopes(const SiteScopes* scopes) { scopes_ = scopes; }

  using Paths = std::vector<std::vector<report::Path>>;
  // What a sampled object stands for; 0: it is not suspicious any more.
  using Weigh = std::function<double(uint32_t node, uint32_t word)>;

  struct Search {
    bool anew =
        true;  // new samples of all targets; false: few ones of targets that have none, and the
               // others keep theirs and their paths
    bool scout = true;  // see PathScout; false: in a heap that is too large for it
  };
  // All of these: agent thread, outside of a walk.
  // Walks until every path ends at a root, kMaxDepth edges are found, or `budgetMs` is used
  // up; resume() goes on from there. result[i] holds the groups of targets[i], those with a
  // root first, then by their share of the samples' weight. The program runs on between the walks:
  // a target for which no root is found, or none that can be told, keeps the samples and ways that it has,
  // if one of these reaches one. Who asks for a new search has verified them.
  Paths trace(JNIEnv* jni, uint32_t check, const std::vector<PathTarget>& targets,
              uint64_t budgetMs, const Weigh& weigh, Search how);

  struct Verified {
    size_t edges = 0;  // that were looked at
    size_t cut = 0;    // of these gone
    size_t open = 0;   // paths that do not reach a root and may go on
    bool spent =
        false;  // over half of a target's samples are dead or used again: time to start anew
  };
  // Leaves out what is not so any more.
  Verified verify(JNIEnv* jni, const Weigh& weigh);
  // Goes on from the ends of the paths that do not reach a root.
  void resume(JNIEnv* jni, uint32_t check, uint64_t budgetMs);
  // Groups of paths as they are now, by target of the last trace().
  Paths paths(JNIEnv* jni);
  const std::vector<PathTarget>& targets() const { return targets_; }
  // Has samples of the target's site and class that are suspicious still, or there were none to be found.
  bool follows(const PathTarget& target) const;
  // The last trace() found nothing better for the target than what was known.
  bool wasPutBack(const PathTarget& target) const;
  // The program has let go of the target's objects, as far as it is known: no sample is left, or nothing
  // led to one any more when it was looked for.
  bool letGo(const PathTarget& target) const;
  size_t walks() const { return walks_; }  // of the last trace() or resume()

  // The node is about to be used for another object: this one is dead.
  void freed(uint32_t node);

 private:
  friend class PathChains;                        // shares samples, steps and their description
  static constexpr size_t kMaxDepth = 64;         // walks, hence edges of one path besides leaps
  static constexpr uint32_t kMaxBeyondStack = 4;  // edges
  static constexpr uint32_t kRunStart = 3;  // edges between objects of one class that suggest a run
  static constexpr size_t kMaxOthers = 3;   // further holders named beside an edge
  struct Root {
    jvmtiHeapReferenceKind kind{};
    jmethodID method = nullptr;  // of stack and JNI locals
    jlong threadId = 0;
    uint32_t node = 0;         // the object that is the root
    jlong classTag = 0;        // of static fields, with:
    uint32_t staticClass = 0;  // of static fields
    int32_t staticField = -1;
  };
  // What the walk found about who holds a node. A static field or another lasting root ends the
  // path. A reference from a stack may be a passing one (the receiver of the call that is running
  // just now), so it only counts when the heap holds no way to a lasting root.
  struct Step {
    uint32_t parent = 0;  // node of the first strong referrer in the heap, 0: none
    jlong parentTag = 0;
    uint32_t parentClass = 0;
    bool element = false;
    int32_t index = -1;  // field or element
    uint32_t repeats = 1;
    std::vector<int32_t> runFields;                    // of a leap; then index says nothing
    std::vector<std::pair<uint32_t, int32_t>> others;  // (class, field) of further referrers
    std::vector<std::pair<uint32_t, int32_t>> links;   // likewise, fields of Reference itself
    bool hasRoot = false, hasStackRoot = false;
    bool unknown = false;  // a holder was left out because its class is not known yet
    bool circles = false;  // a holder was refused because the path would run in a circle
    bool leadsNowhere() const { return circles && parent == 0 && !hasRoot && !hasStackRoot; }
    Root root, stackRoot;
  };

  struct Sample {
    uint32_t node = 0;
    jlong tag = 0;
    double weight = 1;
  };
  using Steps = std::unordered_map<uint32_t, Step>;
  // What was known before a search.
  struct Known {
    std::vector<PathTarget> targets;
    std::vector<std::vector<Sample>> samples;
    Steps steps;
  };

  static jint JNICALL onSample(jvmtiHeapReferenceKind, const jvmtiHeapReferenceInfo*,
                               jlong classTag, jlong* tag, jvalue value, jvmtiPrimitiveType,
                               void* self);
  static jint JNICALL onEdge(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                             jlong classTag, jlong referrerClassTag, jlong size, jlong* tag,
                             jlong* referrerTag, jint length, void* self);
  static jint JNICALL onNodeWord(jvmtiHeapReferenceKind, const jvmtiHeapReferenceInfo*,
                                 jlong classTag, jlong* tag, jvalue value, jvmtiPrimitiveType,
                                 void* self);

  uint32_t plainOf(uint32_t site) const {
    return scopes_ == nullptr ? site : scopes_->plainOf(site);
  }
  static bool isRoot(jvmtiHeapReferenceKind kind);
  static size_t positionOf(const PathTarget& target, const std::vector<PathTarget>& targets);
  // How far ways lead. To a root whose kind the VM does not tell: such as a thread that is just ending, by its
  // thread group.
  enum class Reach { Open, UnknownRoot, Root };
  static Reach reachOf(uint32_t node, const Steps& steps);
  static Reach bestOf(const std::vector<Sample>& samples, const Steps& steps);
  void putBack(const Known& known);
  void keepSamples(const std::vector<PathTarget>& targets);
  void sample(JNIEnv* jni, const std::vector<PathTarget>& targets);
  void climb(JNIEnv* jni, uint64_t budgetMs, bool scouting);
  void watchWays(JNIEnv* jni);
  void scout(JNIEnv* jni);
  std::vector<uint32_t> openEnds() const;
  bool circles(uint32_t from, uint32_t node) const;
  void stepBack(uint32_t node, std::unordered_map<uint32_t, uint32_t>& next);
  bool holds(JNIEnv* jni, uint32_t node, Step& step);
  std::vector<jlong> watchedNodes() const;
  void watchNodes(JNIEnv* jni);
  void readWatched(JNIEnv* jni);
  bool extend(JNIEnv* jni);
  void leap(JNIEnv* jni);
  void readWords(JNIEnv* jni);
  static bool knowsHolder(jvmtiHeapReferenceKind kind, jlong referrerClassTag,
                          const jlong* referrerTag);
  void takeParent(uint32_t node, Step& step, jvmtiHeapReferenceKind kind,
                  const jvmtiHeapReferenceInfo* info, jlong referrerClassTag, jlong* referrerTag);
  report::Path describe(JNIEnv* jni, uint32_t start);
  void takeRoot(Step& step, jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                jlong* referrerTag);
  void takeOther(Step& step, jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                 jlong referrerClassTag);
  report::PathEdge describeEdge(JNIEnv* jni, const Step& step);
  void addEdge(JNIEnv* jni, report::Path& path, const Step& step, bool joins);
  static bool sameWay(const report::Path& a, const report::Path& b);
  // Adds the weight of each sample to the group of its way; shareOut() turns weights into shares.
  void group(JNIEnv* jni, const std::vector<Sample>& samples, std::vector<report::Path>& groups);
  static void shareOut(std::vector<report::Path>& groups, double whole);
  bool endsAtReference(JNIEnv* jni, const Step& step, report::PathRoot& root);
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
  EdgeReader* reader_;
  ClassWalk classWalk_;
  bool unknownClass_ = false;  // a holder's class was loaded after the last ClassTable::update
  RunFinder runs_;
  PathScout scout_;
  uint32_t check_ = 0;
  size_t walks_ = 0, wantedSamples_ = kSamples;
  std::vector<PathTarget> targets_;
  std::unordered_map<uint64_t, std::vector<size_t>> wanted_;  // (site, class) -> targets
  std::vector<std::vector<Sample>> samples_;                  // per target
  std::vector<size_t> drawn_;  // likewise: how many there were at first
  std::vector<bool> putBack_;  // likewise, see wasPutBack()
  std::vector<uint64_t> met_;  // per target: objects that qualify
  // By node. One that was looked for and has neither holder nor root: nothing strong refers to the object.
  Steps steps_;
  std::unordered_set<uint32_t>
      unreached_;  // nodes to which the walks of the last search did not come
  // Nodes whose parent is wanted, and how many edges between objects of their class led there.
  std::unordered_map<uint32_t, uint32_t> frontier_;
};

}  // namespace isl

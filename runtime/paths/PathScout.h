// Finds out, in one walk, through whom the objects of reference paths are held, so that the climb does not
// need a walk for each edge.
//
// The walk tags every object that may hold others with a number and notes through whom it was met first.
// Then the ancestors of the given nodes are known: they get nodes of their own, and all other tags are
// taken back. Roots and further holders are not looked for; a walk of the tracer finds them, for all nodes
// at once. A tag costs about 100 bytes while the scout is out, so it gives up for good, and finds nothing,
// where there are too many objects.
#pragma once

#include <unordered_map>
#include <vector>

#include "heap/Engine.h"

namespace isl {

struct ScoutedStep {
  uint32_t node;
  uint32_t run;     // edges between objects of its class that led to it
  uint32_t parent;  // node of its first strong referrer, 0: not known
  uint32_t parentClass;
  bool element;
  int32_t index;  // field or element
};

class PathScout {
 public:
  static constexpr size_t kWalks = 2;           // of the heap, in one find()
  static constexpr size_t kMaxMet = 1'000'000;  // objects that hold others
  static constexpr size_t kMaxObjects =
      2 * kMaxMet;  // every second one holds others in usual heaps

  // `runStart`: after so many edges between objects of one class the others of that class are left out,
  // as runs are leapt over (see RunFinder).
  PathScout(jvmtiEnv* jvmti, ClassTable& classes, NodeTable& nodes, uint32_t runStart)
      : jvmti_(jvmti), classes_(classes), nodes_(nodes), runStart_(runStart) {}

  // Agent thread, outside of a walk. The given nodes and their ancestors, up to `depth` above each.
  std::vector<ScoutedStep> find(const std::vector<uint32_t>& from, size_t depth, uint32_t check);

 private:
  struct Met {
    uint32_t parent =
        0;  // number of the object through which this one was met, 0: a root or unknown
    uint32_t classId = 0;
    int32_t index = -1;
    bool element = false;
  };
  struct Chosen {
    uint32_t run = 0, node = 0;
  };
  static jint JNICALL onEdge(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                             jlong classTag, jlong referrerClassTag, jlong size, jlong* tag,
                             jlong* referrerTag, jint length, void* self);
  static jint JNICALL onTagged(jlong classTag, jlong size, jlong* tag, jint length, void* self);
  bool mayHold(uint32_t classId) const;
  uint32_t numberOf(jlong* tag, uint32_t classId);
  void climb(uint32_t node, size_t depth);
  void keep(Chosen& chosen, uint32_t node, uint32_t classId);
  std::vector<ScoutedStep> takeSteps() const;

  jvmtiEnv* jvmti_;
  ClassTable& classes_;
  NodeTable& nodes_;
  uint32_t runStart_;
  std::vector<bool> leaves_;                            // by class: holds nothing but primitives
  std::vector<Met> met_;                                // by number; 0 is nobody
  std::unordered_map<uint32_t, uint32_t> nodeNumbers_;  // of objects that have a node already
  std::unordered_map<uint32_t, Chosen> chosen_;         // by number
  uint32_t check_ = 0;
  bool tooMany_ = false;  // has given up
};

}  // namespace isl

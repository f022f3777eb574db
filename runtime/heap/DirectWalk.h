// One pass over the live heap for all specs, read directly: every object with its word, every array charged to its
// owner, live bytes exact, no collection and no identity by JVMTI tags.
//
// An array belongs to the object that holds it, inside other arrays to the holder of the outermost one. Of several
// holders it belongs to the one that was used last (see SharedArrays), if it is so large that the table can hold all
// of its size; a smaller one belongs to the holder that is nearest to a root.
// What only soft references lead to is live. What only weak, final and phantom references lead to is not, but keeps
// its identity, as the program can take it up again. An object that no reference leads to is gone; what only a JNI weak
// reference or the VM's string table knows counts as gone as well.
#pragma once

#include <functional>
#include <vector>

#include "events/LivingSamples.h"
#include "heap/DirectAccess.h"
#include "heap/Engine.h"
#include "heap/HeapSample.h"
#include "heap/Holders.h"
#include "heap/LiveCounts.h"
#include "heap/PassNodes.h"
#include "heap/SharedArrays.h"
#include "heap/WalkTotals.h"

namespace isl {

template <typename Walk>
class LiveReferences;

class DirectWalk {
 public:
  DirectWalk(DirectAccess& access, ClassTable& classes, NodeTable& nodes,
             std::vector<Engine*> engines);

  void setWatch(SiteWatch* watch) { state_.watch = watch; }
  // Which samples live is told at each pass; null: nobody asks.
  void setLiving(LivingSamples* living) { living_ = living; }
  void countStaticData(bool counts) { state_.staticData = counts; }
  void setProgram(ProgramNow program) { state_.program = program; }
  void setStartUp(uint32_t check) { state_.startUp = check; }
  void setScopes(const SiteScopes* scopes) { state_.scopes = scopes; }

  // Agent thread; the heap is usable. Runs begin/object/ownedArray/end of the engines, all but the begin() of the first
  // on the VM thread. `after` sees the totals, the engines' results and the whole mark, the world still stopped; what
  // reads the heap in it owns nothing on its stack (see GuardedReads). False with a reason: the engines' results do
  // not count, unless `after` was called.
  using After = std::function<bool(const WalkTotals&, rawheap::Stopped&, rawheap::Reason&)>;
  bool run(JNIEnv* jni, uint32_t check, uint32_t sinceLast, const SiteSequences& sequences,
           const After& after, rawheap::Reason& reason);

  // After a run: frees the identities of dead objects.
  void forgetUnmet();

  const WalkTotals& totals() const { return totals_; }
  // Of the live objects.
  const HeapSample& sample() const { return sample_; }
  // Identities, for who asks in `after`.
  const PassNodes& pass() const { return pass_; }

 private:
  struct Visitor;
  friend class LiveReferences<DirectWalk>;
  void begin();
  // All that is live was told; what comes from here on passes.
  void endLive(const rawheap::MarkBits& live);
  uint32_t classOf(uint32_t klass, uint64_t bytes, bool isArray);
  void instance(const rawheap::MarkedObject& object);
  void array(const rawheap::MarkedObject& array, bool again);
  void ownArray(const rawheap::MarkedObject& array, bool again);
  void describeArray(const rawheap::MarkedObject& array);
  void charge(const SharedArrays::Claim& owner);
  void settle();
  void root(const rawheap::ObjectReader& reader, uint64_t address);
  Edge edgeTo(const rawheap::ObjectReader& reader, uint64_t target);
  void tellEdges(const rawheap::MarkedObject& object, Burst& burst);
  void noteReference(uint32_t klass, uint64_t arrayBytes, const rawheap::Owner& owner);
  void noteReferences(const rawheap::MarkedObject& object);
  void noteHolder(const rawheap::Owner& owner);
  void note(uint32_t node, uint32_t number);
  void see(uint32_t node);

  DirectAccess& access_;
  ClassTable& classes_;
  NodeTable& nodes_;
  const std::vector<Engine*> engines_;
  // Those that want edges; those with records, and the others.
  std::vector<Engine*> edgeEngines_, recordEngines_, wordEngines_;
  std::vector<Holders*> holders_;  // of all engines with records, when they ask for nothing else
  // Engines with records ask for edges, or identities of what owns arrays.
  bool describes_ = false;
  PassNodes pass_;
  WalkState state_;
  SharedArrays shared_;
  WalkTotals totals_;
  HeapSample sample_;
  LivingSamples* living_ = nullptr;
  uint64_t liveBefore_ = 0;  // bytes, of the pass before
  bool passing_ = false;
  const rawheap::MarkBits* live_ = nullptr;  // of a pass, once all that is live is marked
  bool marksPassing_ = false;                // the next pass
  uint32_t passedAt_ = 0;                    // check of the latest pass that did
  uint64_t mostCleared_ = 0;                 // references, of all passes
  // See LiveReferences.
  uint32_t classMet(uint32_t klass) { return meet(klass).classId; }
  bool isDead(uint64_t object) const { return live_->covers(object) && !live_->isSet(object); }
  // The program has taken cleared references out of where they were, a quarter as many as wait now: as collections are made each
  // half as much work again, it is half as many or more where it does so at all.
  bool takesOut() const { return 4 * (mostCleared_ - totals_.dead.cleared) > totals_.dead.waiting; }
  // By the index of a class in the pass: its number, kUnmet before its first object.
  static constexpr uint32_t kUnmet = ~0u;
  struct Met {
    uint32_t classId = kUnmet;
    rawheap::ObjectKind kind = rawheap::ObjectKind::Unread;
    bool links = false;  // see HeldThings
  };
  Met& meet(uint32_t klass);
  std::vector<Met> met_;
  LiveCounts counts_;
  std::vector<bool> held_;         // by the number of an object: it was noted as a holder
  std::vector<uint32_t> numbers_;  // see WalkState
};

}  // namespace isl

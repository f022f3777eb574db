// Evaluates any spec: a native record per tracked object, path conditions as a fixpoint over
// labelled objects (requirements ), GC handlers once the walk is over.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "events/EventTarget.h"
#include "heap/ArrayContents.h"
#include "heap/Engine.h"
#include "heap/RecordPool.h"
#include "store/FlagCodes.h"

namespace isl {

// Parts of a record start at multiples of 8.
constexpr uint32_t recordAlign(uint32_t n) { return (n + 7) & ~7u; }

struct HandlerFaults {
  uint64_t count = 0;
  std::string first;  // "null dereference at line 12"
};

class RecordEngine final : public Engine, public EventTarget {
 public:
  RecordEngine(const IslSpec* spec, size_t index, std::vector<int> sequenceOf, NodeTable& nodes);

  void begin(const WalkState& walk) override;
  void edge(const Burst& burst, const Edge& edge) override;
  void object(const Burst& burst, uint32_t word, bool hasWord) override;
  void ownedArray(uint32_t, uint32_t, uint64_t) override {}
  void primitiveArray(uint32_t classId, uint32_t node, int32_t length,
                      const void* elements) override;
  void end() override;
  void beginTrial() override;
  void endTrial() override;
  bool wantsEdges() const override { return wantsEdges_; }
  bool wantsEveryCheck() const override { return true; }
  RecordEngine* records() override { return this; }

  void freed(uint32_t node) override;
  double amplified(uint32_t node, uint32_t word) const override;

  void onEvent(const IslHandler& handler, const EventObject& object,
               const EventArgs& args) override;
  void countLikeLast(IslEventKind event, uint64_t events) override {
    eventCounts_[event] += events;
    if (lastFaulted_) faults_[event].count += events;
  }
  uint64_t eventCount(IslEventKind event) const { return eventCounts_[event]; }

  std::vector<uint32_t> takeHotSites() override { return std::exchange(hotSites_, {}); }

  const std::vector<uint32_t>& tracked() const override { return tracked_; }

  const HandlerFaults& faults(IslEventKind event) const { return faults_[event]; }
  uint64_t amplifiedObjects() const override { return amplifiedEver_; }
  uint64_t clearedObjects() const override { return clearedEver_; }

  // The most penalised objects of (site, class), at most `limit` node ids; of one scope only, unless
  // it is 0.
  std::vector<uint32_t> culprits(uint32_t site, uint32_t classId, size_t limit,
                                 uint32_t scope = 0) const;

 private:
  // What a reference may mean for its referee. Path: it may be on the path, as the referrer is of
  // `fromContext`. Head: it may begin a path, if the referrer is of no context. Reached: on_reached.
  enum class EdgeRole : uint8_t { Path, Head, Reached };
  struct Candidate {
    uint32_t from = 0;  // node, or 0: what the role asks of the referrer is known to hold
    uint32_t to = 0;
    uint8_t fromContext = 0;
    EdgeRole role = EdgeRole::Reached;
    IslField field{};
  };

  bool isMain(uint32_t classId) const;
  bool labelHolds(uint32_t context, uint32_t classId, uint32_t word, bool known) const;
  bool nodeHasLabel(uint32_t node, uint32_t context) const;
  bool hasAnyLabel(uint32_t classId, uint32_t word, bool known) const;
  bool isCertain(uint32_t context) const { return (certainHeads_ >> context & 1) != 0; }
  void noteHead(const Burst& burst, const Edge& edge, uint32_t node);
  uint64_t reachedBy(const Candidate& candidate) const;
  uint32_t ensure(jlong* tag, const Edge* edge, uint32_t classId);
  void flushPending(const Burst& burst, uint32_t word, bool hasWord);
  void settleReferrers();
  void findOnPath();
  void fire(uint32_t node);
  void fireWithoutRecord(const Burst& burst, uint32_t word);
  void runAtCheck(IslObject& object, uint32_t word, bool hasWord);
  void takeFlags(IslRecord& record, uint32_t word, bool touched);
  void noteObject(uint32_t id, const Burst& burst, uint32_t word);
  void initRecord(IslRecord& record);
  void fireReached();
  IslRecord* recordOf(uint32_t node, bool create);
  void* historyOf(uint32_t node, IslRecord* record, uint32_t word);
  uint64_t entityOf(uint32_t word) const;
  void* entityHistory(uint64_t key);
  IslObject eventObject(const EventObject& object);
  void noteFlags(const IslRecord& record, uint32_t before);
  IslObject objectOf(uint32_t node);
  template <typename Call>
  void guarded(IslEventKind event, Call&& call);
  void sum();

  std::vector<int> sequenceOf_;
  NodeTable& nodes_;
  uint32_t recordBytes_ = 0, historyOffset_ = 0;
  int32_t leastLength_ = 0;    // of arrays of the main context, see IslSpec
  bool arraysOnMain_ = false;  // arrays are tracked for themselves, not as a part of their owners
  bool pathOnMain_ = false;    // who refers to an object decides whether it is tracked
  // flagsInWord_: mutator handlers have left their effect in the word. stateless_: an object
  // may do without a record (and an identity) until a handler has something to remember of it.
  bool flagsInWord_ = false, stateless_ = false, wantsEdges_ = true;
  const FlagCodes codes_;
  std::vector<unsigned char> scratch_, blank_;  // a record for the moment, and how it began
  uint64_t predecessorContexts_ = 0;            // contexts that some context names as its path
  uint64_t pathContexts_ = 0;                   // contexts with a path
  // Contexts without a path: those that an object is of by its label alone, and those that ask for a
  // referrer of no context (ISL_RULE_HEADS_FROM_NONE).
  uint64_t certainHeads_ = 0, askingHeads_ = 0;
  // Arrays under a head context without a sequence need no owner to be one, hence no identity; those
  // under other contexts of a path do.
  uint64_t unownedHeads_ = 0, ownedContexts_ = 0;

  // What handlers change.
  struct State {
    RecordPool records;
    std::unordered_map<uint64_t, std::unique_ptr<unsigned char[]>> entities;
    HandlerFaults faults[ISL_EVENT_COUNT];
    uint64_t amplifiedEver = 0, clearedEver = 0;
    SiteSet amplifiedSites, clearedSites;
  };
  State beforeTrial_;

  RecordPool records_;
  std::unordered_map<uint64_t, std::unique_ptr<unsigned char[]>> entities_;
  std::vector<unsigned char*> entityOfKey_;  // in entities_, where the key is a site, a class or 0
  std::vector<Candidate> pending_;           // of the current burst
  std::vector<Candidate> candidates_;        // of the walk
  std::vector<uint32_t> tracked_;            // nodes labelled with the main context in this walk
  std::vector<bool> heads_;       // by node: referred to by an object of no context, for certain
  std::vector<uint64_t> onPath_;  // by node: contexts for which it is on the path
  ArrayContents contents_;
  HandlerFaults faults_[ISL_EVENT_COUNT];
  uint64_t stepBudget_[ISL_EVENT_COUNT] =
      {};                     // 0: the whole; halved by each fault for lack of steps
  bool lastFaulted_ = false;  // the last handler that was run
  uint64_t amplifiedEver_ = 0, clearedEver_ = 0;
  uint64_t eventCounts_[ISL_EVENT_COUNT] = {};
  std::vector<uint32_t> hotSites_;
};

}  // namespace isl

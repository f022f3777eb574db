// Evaluates any spec: a native record per tracked object, path conditions over labelled objects, GC handlers
// once the walk is over (requirements ). Here is the sequence of a walk; each part does one thing of it.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "events/EventTarget.h"
#include "heap/ArrayContents.h"
#include "heap/ContextLabels.h"
#include "heap/Engine.h"
#include "heap/Holders.h"
#include "heap/ObjectRecords.h"
#include "heap/PathConditions.h"
#include "heap/SpecHandlers.h"
#include "heap/Turnover.h"

namespace isl {

class RecordEngine final : public Engine, public EventTarget {
 public:
  RecordEngine(const IslSpec* spec, size_t index, std::vector<int> sequenceOf, NodeTable& nodes);
  RecordEngine(const RecordEngine&) = delete;  // the parts look at the walk of this one
  RecordEngine& operator=(const RecordEngine&) = delete;

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
  bool measuresTracked() const override { return measuresTracked_; }
  bool wantsEveryCheck() const override { return true; }
  bool mayMissChecks() const override { return onlyHolders_; }
  RecordEngine* records() override { return this; }
  // Do handlers ask what an object holds?
  bool asksHeld() const { return asksHeld_; }
  // All that is asked of edges and objects is who holds what: then edge() need not be called, and object() for those
  // alone that were noted as holders. Null: more is asked.
  Holders* onlyHolders() { return onlyHolders_ ? &holders_ : nullptr; }

  void startUpEnds() override;
  void freed(uint32_t node) override {
    records_.remove(node);
    turnover_.freed(node);
    crowded_.freed(node);
    suspicious_.erase(node);
  }
  double amplified(uint32_t node, uint32_t word) const override;

  void onEvent(const IslHandler& handler, const EventObject& object,
               const EventArgs& args) override {
    handlers_.onEvent(handler, object, args);
  }
  void countLikeLast(IslEventKind event, uint64_t events) override {
    handlers_.countLikeLast(event, events);
  }
  std::vector<uint32_t> takeHotSites() override { return handlers_.takeHotSites(); }
  const std::vector<uint32_t>& tracked() const override { return tracked_; }
  uint32_t lastLost(uint32_t site, uint32_t upTo) const override {
    return turnover_.lastLost(site, upTo);
  }
  bool turnsOver(uint32_t site) const override { return crowded_.siteTurnsOver(site); }

  uint64_t eventCount(IslEventKind event) const { return handlers_.eventCount(event); }
  const HandlerFaults& faults(IslEventKind event) const override { return handlers_.faults(event); }
  uint64_t amplifiedObjects() const override { return handlers_.effects().amplified; }
  uint64_t clearedObjects() const override { return handlers_.effects().cleared; }
  const SiteSet& amplifiedSites() const override { return handlers_.effects().amplifiedSites; }
  const SiteSet& clearedSites() const override { return handlers_.effects().clearedSites; }

  // The most penalised objects of (site, class), at most `limit` node ids; of one scope only, unless
  // it is 0.
  std::vector<uint32_t> culprits(uint32_t site, uint32_t classId, size_t limit,
                                 uint32_t scope = 0) const;

 private:
  struct ReachedEdge {
    uint32_t to = 0;  // node
    IslField field{};
  };

  uint32_t arrayNode(const Edge& edge, uint64_t contexts, bool tooShort);
  void noteReached(const Burst& burst, const Edge& edge, uint32_t node);
  bool isTracked(uint32_t classId, uint32_t word) const;
  void addHolder(const Burst& burst, uint32_t word);
  void noteTracked(uint32_t site);
  void noteObject(uint32_t node, const Burst& burst, uint32_t word);
  void collectArrays();
  void fire(uint32_t node);
  void fireWithoutRecord(const Burst& burst, uint32_t word, HeldThings::Sum held = {});
  void noteHeld(uint32_t node, uint64_t bytes);
  uint64_t heldBytes(uint32_t node) const { return node < held_.size() ? held_[node] : 0; }
  void fireHolders();
  void fireReached();
  void sum();

  NodeTable& nodes_;
  int32_t leastLength_ = 0;  // of arrays of the main context, see IslSpec
  // An object may do without a record (and an identity) until a handler has something to remember of it.
  bool stateless_ = false;
  bool wantsEdges_ = true;
  bool asksHeld_ = false;  // handlers run once it is known what their objects hold
  bool onlyHolders_ = false;
  bool measuresTracked_ = false;  // objects of a class, each seen once and without what it holds

  ContextLabels labels_;
  PathConditions paths_;
  ObjectRecords records_;
  SpecHandlers handlers_;
  ArrayContents contents_;
  Holders holders_;
  // Where growth is the defect: of suspicious holders, and of all that hold much.
  Turnover turnover_, crowded_;

  // Of the current walk.
  std::vector<uint32_t> tracked_;  // nodes labelled with the main context
  std::vector<ReachedEdge> reached_;
  std::vector<uint64_t> held_;  // bytes, by node of a holder
  // What holders with a penalty hold, by node.
  std::unordered_map<uint32_t, HeldThings::Sum> suspicious_;

  // What handlers had changed when the trial began.
  struct BeforeTrial {
    ObjectRecords::Copy records;
    SpecHandlers::Copy handlers;
    Turnover turnover, crowded;
    std::unordered_map<uint32_t, HeldThings::Sum> suspicious;
  };
  std::optional<BeforeTrial> beforeTrial_;
};

}  // namespace isl

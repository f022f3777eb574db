// What the objects of one JVMTI walk refer to, as far as it says what holders hold (see HeldThings). A walk tells objects
// apart by their tags only, so those get a node that are asked about, or that nobody else may count: tables, objects of
// classes that refer to their own, and who refers to either. What other objects such a chain leads to is counted each
// time.
#pragma once

#include <cstdint>
#include <vector>

#include "heap/Engine.h"
#include "heap/HeldThings.h"

namespace isl {

// Callbacks of one walk, the world stopped; asked until the next begin(). An object with a node has the address
// node * kStep, others 0. Keeps its memory from one walk to the next.
class WalkedReferences final : public ObjectReferences {
 public:
  static constexpr uint64_t kStep = 8;  // so that Claims tells them apart

  WalkedReferences(ClassTable& classes, NodeTable& nodes) : classes_(classes), nodes_(nodes) {}

  void begin(uint32_t check);
  // The burst begins; its object gets a node if it may be in a chain.
  void beginBurst(Burst& burst);
  // A strong reference of the burst, before the engines are told of it; `burst.tag` is set. Gives it its address once it
  // turns out to hold something, and a node.
  void edge(Burst& burst, const Edge& edge);

  void of(const uint64_t* objects, size_t count, std::vector<ReferredObject>& into) override;
  void expect(uint64_t, Step) override {}

 private:
  struct Referred {  // as ReferredObject, of equal ones in a row one
    uint32_t node;   // 0: none
    uint32_t classId;
    NodeBytes bytes;
    uint32_t count : 31;
    uint32_t isTable : 1;
  };
  struct Range {
    uint32_t first = 0, count = 0;
  };

  bool links(uint32_t classId) const { return classId < links_.size() && links_[classId]; }
  void noteLink(uint32_t classId);
  uint32_t ensure(jlong* tag);
  bool give(Burst& burst);
  bool isTable(const Edge& edge) const;
  void note(const Burst& burst, const Edge& edge, uint32_t node, bool isTable);

  ClassTable& classes_;
  NodeTable& nodes_;
  uint32_t check_ = 0;
  std::vector<bool> links_;    // by class: its objects refer to each other
  std::vector<Range> ranges_;  // by node, in referred_
  std::vector<Referred> referred_;
};

}  // namespace isl

// What handlers change: the records of tracked objects, and the histories of partition entities. Makes of them
// the objects that handlers see.
#pragma once

#include <vector>

#include "events/EventTarget.h"
#include "heap/Engine.h"
#include "heap/PartitionEntities.h"
#include "heap/RecordLayout.h"
#include "heap/RecordPool.h"

namespace isl {

// Guarded by the lock of the EventEngine.
class ObjectRecords {
 public:
  ObjectRecords(const IslSpec* spec, const WalkState& walk, NodeTable& nodes);

  // Null: the node has no record.
  IslRecord* find(uint32_t node) const { return reinterpret_cast<IslRecord*>(pool_.find(node)); }
  void remove(uint32_t node) { pool_.remove(node); }
  // f(node, record) for each.
  template <typename F>
  void forEach(F&& f) const {
    for (uint32_t node = 1; node < pool_.nodes(); node++) {
      if (const IslRecord* record = find(node)) f(node, *record);
    }
  }

  // The node's object. It has a record from here on.
  IslObject objectOf(uint32_t node);
  // The object of an event. One without a record lends its partition entity to the handler, and no more.
  IslObject ofEvent(const EventObject& object) {
    if ((object.word & kRecordBit) != 0) return objectOf(recordIdOf(object.word));
    IslObject plain{};
    if (object.word == 0) return plain;
    plain.identity = kPlainIdentity | object.word;
    if (lendsHistory_) plain.history = entities_.ofWord(object.word);
    return plain;
  }

  // An object of a walk that has no record gets one for the moment; it is the only one until the next
  // call. From remember() on it is watched for changes, and keep() makes it that of a node.
  IslObject lend(const Burst& burst, uint32_t word);
  void remember() { blank_ = lent_; }
  bool changed() const { return lent_ != blank_; }
  void keep(uint32_t node);

  // Every record is as that of an object that was born now.
  void beginAnew();

  // As it is now, and back to that.
  struct Copy {
    RecordPool pool;
    PartitionEntities::Histories histories;
  };
  Copy copy() const { return {pool_.copy(), entities_.copy()}; }
  void restore(Copy copy);

 private:
  static constexpr uint64_t kPlainIdentity = uint64_t{1} << 40;  // beside the word

  IslRecord* ensure(uint32_t node);
  void init(IslRecord& record) const;
  void* historyOf(IslRecord& record, uint32_t word);

  const IslSpec* spec_;
  const WalkState& walk_;
  NodeTable& nodes_;
  const RecordLayout layout_;
  const bool lendsHistory_;  // there are histories, and an object's word tells which is its own
  RecordPool pool_;
  PartitionEntities entities_;
  std::vector<unsigned char> lent_, blank_;  // a record for the moment, and how it began
};

}  // namespace isl

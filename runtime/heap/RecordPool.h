// Native records of one size, named by their nodes. They lie in blocks without a header each: a record
// costs its own bytes and 4 per node.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace isl {

// One thread at a time. Pointers to a record are valid until it is removed.
class RecordPool {
 public:
  RecordPool() = default;
  explicit RecordPool(uint32_t recordBytes) : recordBytes_(recordBytes) {}

  // Null: the node has no record.
  unsigned char* find(uint32_t node) const {
    return node < slotOf_.size() && slotOf_[node] != 0 ? at(slotOf_[node]) : nullptr;
  }

  // The node's record, zeroed if it had none.
  unsigned char* ensure(uint32_t node);
  void remove(uint32_t node);

  // Nodes from this number on have no record.
  uint32_t nodes() const { return static_cast<uint32_t>(slotOf_.size()); }

  RecordPool copy() const;

 private:
  static constexpr uint32_t kBlock = 1024;  // records
  unsigned char* at(uint32_t slot) const {
    return blocks_[(slot - 1) / kBlock].get() + size_t{(slot - 1) % kBlock} * recordBytes_;
  }

  uint32_t recordBytes_ = 0;
  uint32_t used_ = 0;             // slots ever taken
  std::vector<uint32_t> slotOf_;  // by node, from 1; 0: none
  std::vector<uint32_t> free_;
  std::vector<std::unique_ptr<unsigned char[]>> blocks_;
};

}  // namespace isl

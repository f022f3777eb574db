// Identities without tags, in a pass over the heap itself: an object is told by its word, which names its node from then
// on (see kRecordBit); an array, and any object that has no word, or flags in that place of it, by the identity hash in its header.
//
// Both cost the VM nothing, move with the object and are seen by the program's own threads. What holds a lock of its
// own just then has no hash to be read and is passed over in that pass.
#pragma once

#include <cstdint>

#include "rawheap/HeaderHash.h"
#include "rawheap/Memory.h"
#include "store/NodeTable.h"

namespace isl {

// In a pass, the world stopped, under GuardedReads.
class PassNodes {
 public:
  explicit PassNodes(NodeTable& nodes) : nodes_(nodes) {}

  void setHeader(const rawheap::HeaderHash& header) { header_ = header; }

  // 0: it has none.
  uint32_t find(uint64_t object, bool isArray) const {
    if (isArray || WordLayout::absent()) return findHashed(object);
    const auto word = rawheap::load<uint32_t>(object + WordLayout::offset());
    const bool named = (word & kRecordBit) != 0 || !byHash(isArray);
    return named ? nodes_.ofWord(word) : findHashed(object);
  }
  // 0: there are no more (counted), or it is locked.
  uint32_t ensure(uint64_t object, bool isArray, uint32_t check, bool& fresh);

 private:
  bool byHash(bool isArray) const {
    return isArray || WordLayout::keepsFlags() || WordLayout::absent();
  }
  uint32_t findHashed(uint64_t object) const;
  uint32_t freshHash();

  NodeTable& nodes_;
  rawheap::HeaderHash header_;
  uint64_t hashes_ = 0;  // given so far
};

}  // namespace isl

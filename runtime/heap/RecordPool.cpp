#include "heap/RecordPool.h"

#include <cstring>

namespace isl {

unsigned char* RecordPool::ensure(uint32_t node) {
  if (unsigned char* known = find(node)) return known;
  if (node >= slotOf_.size()) slotOf_.resize(size_t{node} + 1);
  uint32_t slot;
  if (!free_.empty()) {
    slot = free_.back();
    free_.pop_back();
  } else {
    slot = ++used_;
    if ((slot - 1) / kBlock == blocks_.size()) {
      blocks_.emplace_back(new unsigned char[size_t{kBlock} * recordBytes_]);
    }
  }
  slotOf_[node] = slot;
  memset(at(slot), 0, recordBytes_);
  return at(slot);
}

void RecordPool::remove(uint32_t node) {
  if (find(node) == nullptr) return;
  free_.push_back(slotOf_[node]);
  slotOf_[node] = 0;
}

RecordPool RecordPool::copy() const {
  RecordPool out(recordBytes_);
  out.used_ = used_;
  out.slotOf_ = slotOf_;
  out.free_ = free_;
  const size_t bytes = size_t{kBlock} * recordBytes_;
  for (const auto& block : blocks_) {
    out.blocks_.emplace_back(new unsigned char[bytes]);
    memcpy(out.blocks_.back().get(), block.get(), bytes);
  }
  return out;
}

}  // namespace isl

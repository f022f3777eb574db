#include "rawheap/Mark.h"

#include <algorithm>

namespace isl::rawheap {

bool Mark::begin(const HeapSpaces& spaces, const VmLayout& layout, Reason& reason) {
  base_ = spaces.base();
  granuleShift_ = static_cast<uint32_t>(__builtin_ctz(layout.objectAlignment));
  if (spaces.reservedBytes() >> granuleShift_ >= kBatch)
    return reason.give("a heap of %llu GB is not read: at most %llu",
                       static_cast<unsigned long long>(spaces.reservedBytes() >> 30),
                       static_cast<unsigned long long>((uint64_t{kBatch} << granuleShift_) >> 30));
  // Objects, pieces of large arrays and batches of roots.
  const uint64_t bound = spaces.usedBytes() / 16 + spaces.usedBytes() / kPiece + (1u << 16);
  keepsOrder_ = options_.orderBytes != 0;
  const bool reserved = bits_.reserve(base_, spaces.reservedBytes()) && tree_.reserve(bound) &&
                        queue_.reserve(1u << 12) && groups_.reserve(1u << 10) &&
                        pieces_.reserve(64) && virtualThreads_.reserve(kMostVirtualThreads) &&
                        (!keepsOrder_ || order_.reserve(std::min(bound, options_.orderBytes / 4)));
  if (!reserved) {
    end();
    return reason.give("no address space for a pass over %llu MB of heap",
                       static_cast<unsigned long long>(spaces.usedBytes() >> 20));
  }
  group_ = {};
  noMemory_ = false;
  next_ = 0;
  children_ = objects_ = bytes_ = strangeChunks_ = mostWaiting_ = badReference_ = badObject_ = 0;
  return true;
}

void Mark::end() {
  bits_.release();
  tree_.release();
  queue_.release();
  groups_.release();
  pieces_.release();
  order_.release();
  virtualThreads_.release();
  keepsOrder_ = false;
}

bool Mark::beginRoots(Reason& reason) {
  keep(kBatch);
  children_ = 0;
  return tree_.addBatch() || reason.give("no memory for the tree of discovery");
}

uint32_t Mark::addRoot(uint64_t address) {
  const uint64_t before = children_;
  reach(address);
  return children_ == before ? 0 : next_ + static_cast<uint32_t>(children_);
}

bool Mark::closeNumber(Group group) {
  ++next_;
  group.remaining = static_cast<uint32_t>(children_);
  if (children_ != 0 && !groups_.push(group)) noMemory_ = true;
  mostWaiting_ = std::max<uint64_t>(mostWaiting_, queue_.size());
  return tree_.close(children_) && !noMemory_ && badReference_ == 0;
}

void Mark::keep(uint32_t entry) {
  if (!keepsOrder_ || order_.push(entry)) return;
  keepsOrder_ = false;  // over the limit
  order_.release();
}

uint64_t Mark::addressOf(uint32_t number) const {
  const uint32_t entry = order_[number];
  return entry == kMore || entry == kBatch ? 0 : addressAt(entry);
}

// All that is left of an array while little waits, else a part of it, and the rest later.
void Mark::readPiece(ObjectReader& reader, uint64_t array, uint32_t klass, uint32_t from) {
  const uint32_t length = reader.lengthOf(array);
  uint32_t to = length;
  while (from < length) {
    to = std::min(length - from, kPiece) + from;
    reader.elements(array, reader.klasses()[klass], from, to,
                    [this](uint64_t target, Edge, uint32_t) { reach(target); });
    from = to;
    if (queue_.size() > kManyWaiting) break;
  }
  if (from == length) return;
  ++children_;
  if (!pieces_.push({granuleOf(array), klass, from}) || !queue_.push(kMore)) noMemory_ = true;
}

void Mark::meetSpecial(ObjectReader& reader, uint64_t address, const KlassInfo& info) {
  if (info.virtualThread && !virtualThreads_.push(address)) noMemory_ = true;
  if (info.kind != ObjectKind::StackChunk) return;
  bool ofVirtualThread = false;
  reader.references(address, info, false, [&](uint64_t target, Edge, uint32_t) {
    if (!bits_.covers(target)) return;
    const uint32_t klass = reader.klasses().indexOfObject(target);
    if (klass != Klasses::kNone && reader.klasses()[klass].continuation) ofVirtualThread = true;
  });
  if (!ofVirtualThread) ++strangeChunks_;
}

uint64_t Mark::touchedBytes() const {
  return tree_.touchedBytes() + queue_.capacityBytes() + groups_.capacityBytes() +
         order_.touchedBytes();
}

bool Mark::fail(Reason& reason) const {
  if (badReference_ != 0)
    return reason.give("a reference to 0x%llx, which is outside the heap",
                       static_cast<unsigned long long>(badReference_));
  if (badObject_ != 0)
    return reason.give("what is at 0x%llx has no class",
                       static_cast<unsigned long long>(badObject_));
  return reason.give("no memory for objects that wait to be read");
}

}  // namespace isl::rawheap

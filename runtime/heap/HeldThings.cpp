#include "heap/HeldThings.h"

#include <algorithm>

namespace isl {
namespace {

constexpr size_t kLeastSlots = 256;  // a power of two, as all later sizes

size_t placeOf(uint64_t page, size_t size) {
  constexpr uint64_t kSpread = 0x9E3779B97F4A7C15;
  return static_cast<size_t>(page * kSpread >> 32) & (size - 1);
}

}  // namespace

void Claims::clear() {
  std::fill(slots_.begin(), slots_.end(), Slot{});
  used_ = 0;
  lastPage_ = ~uint64_t{0};
}

uint64_t* Claims::find(uint64_t page) {
  if (used_ * 2 >= slots_.size()) grow();
  size_t place = placeOf(page, slots_.size());
  while (slots_[place].page != 0 && slots_[place].page != page + 1)
    place = (place + 1) & (slots_.size() - 1);
  Slot& slot = slots_[place];
  if (slot.page == 0) {
    slot = {page + 1, static_cast<uint32_t>(used_++)};
    if (used_ > pages_.size()) pages_.push_back(std::make_unique<uint64_t[]>(kWords));
    std::fill_n(pages_[slot.at].get(), kWords, 0);
  }
  lastPage_ = page;
  last_ = pages_[slot.at].get();
  return last_;
}

void Claims::grow() {
  std::vector<Slot> larger(std::max(kLeastSlots, slots_.size() * 2));
  for (const Slot& slot : slots_) {
    if (slot.page == 0) continue;
    size_t place = placeOf(slot.page - 1, larger.size());
    while (larger[place].page != 0) place = (place + 1) & (larger.size() - 1);
    larger[place] = slot;
  }
  slots_.swap(larger);
}

void HeldThings::begin(ObjectReferences& references) {
  references_ = &references;
  claims_.clear();
}

uint64_t HeldThings::count(const ReferredObject& thing, Sum& sum) {
  if (thing.expires) return 0;
  sum.things += thing.count;
  uint64_t bytes = 0;
  if (thing.address == 0)
    bytes = thing.bytes * thing.count;
  else if (claimBytes(thing))
    bytes = thing.bytes;
  sum.bytes += bytes;
  return bytes;
}

void HeldThings::add(const ReferredObject& node, Sum& sum) {
  const uint64_t bytes = count(node, sum);
  nodes_.push_back({node.address, node.classId, node.expires, bytes, false});
}

HeldThings::Sum HeldThings::of(uint64_t holder, uint32_t classId) {
  Sum sum;
  tables_.clear();
  nodes_.clear();
  fields_.clear();
  sample_.clear();
  references_->of(holder, fields_);
  for (const ReferredObject& field : fields_) {
    if (field.places != 0) {
      if (claim(field, Claims::Part)) tables_.push_back(field);
    } else if (field.isLarge) {
      if (!claim(field, Claims::Part)) continue;
      const ObjectReferences::Filled filled = references_->filled(field);
      sum.things += filled.elements;
      sum.bytes += filled.bytes;
    } else if (field.classId != classId && links(field.classId) && claim(field, Claims::Part)) {
      add(field, sum);
    }
  }
  while (!tables_.empty()) {
    const ReferredObject next = tables_.back();
    tables_.pop_back();
    table(next, sum);
  }
  follow(sum);
  return sum;
}

// All elements count before any chain is followed: one that is also linked to another counts once.
void HeldThings::table(const ReferredObject& table, Sum& sum) {
  found_.clear();
  references_->of(table.address, found_);
  uint64_t taken = 0;
  for (const ReferredObject& element : found_) {
    sum.open = sum.open || element.fills;
    taken += element.count;
    if (element.places != 0) {
      if (claim(element, Claims::Part)) tables_.push_back(element);
      continue;
    }
    if (links(element.classId) && claim(element, Claims::Part))
      add(element, sum);
    else
      count(element, sum);
  }
  sum.bytes += table.bytes * std::min<uint64_t>(taken, table.places) / table.places;
}

// Of nodes that were asked about, those that a map drops when it comes by.
void HeldThings::leaveOut(Node* nodes, Sum& sum) {
  for (const ReferredObject& next : found_) {
    Node& node = nodes[next.from];
    if (!next.dies || node.dies || node.expires || next.classId == node.classId) continue;
    node.dies = true;
    sum.things--;
    sum.bytes -= node.bytes;
  }
}

void HeldThings::follow(Sum& sum) {
  while (!nodes_.empty()) {
    const size_t at = std::min(nodes_.size(), kAtOnce);
    uint64_t addresses[kAtOnce];
    Node asked[kAtOnce];
    for (size_t i = 0; i < at; i++) {
      asked[i] = nodes_.back();
      addresses[i] = asked[i].address;
      nodes_.pop_back();
    }
    found_.clear();
    references_->of(addresses, at, found_);
    leaveOut(asked, sum);
    for (const ReferredObject& next : found_) {
      const Node& from = asked[next.from];
      if (next.classId != from.classId) {
        if (from.expires || from.dies) continue;
        if (next.address == 0)
          sum.bytes += next.bytes * next.count;
        else if (claimBytes(next))
          sum.bytes += next.bytes;
      } else if (claim(next, Claims::Part)) {
        add(next, sum);
      }
    }
  }
}

}  // namespace isl

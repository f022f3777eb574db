#include "heap/HeldThings.h"

#include <algorithm>

namespace isl {
namespace {

constexpr size_t kLeastClaims = 1024;  // a power of two, as all later sizes

size_t placeOf(uint64_t key, size_t size) {
  constexpr uint64_t kSpread = 0x9E3779B97F4A7C15;
  return static_cast<size_t>(key * kSpread >> 20) & (size - 1);
}

}  // namespace

void HeldThings::begin(ObjectReferences& references) {
  references_ = &references;
  claims_.assign(std::max(claims_.size(), kLeastClaims), 0);
  claimed_ = 0;
}

bool HeldThings::claim(uint64_t address, Role role) {
  if (claimed_ * 2 >= claims_.size()) grow();
  const uint64_t key = address | role;
  size_t place = placeOf(key, claims_.size());
  while (claims_[place] != 0) {
    if (claims_[place] == key) return false;
    place = (place + 1) & (claims_.size() - 1);
  }
  claims_[place] = key;
  claimed_++;
  return true;
}

void HeldThings::grow() {
  std::vector<uint64_t> larger(claims_.size() * 2);
  for (const uint64_t key : claims_) {
    if (key == 0) continue;
    size_t place = placeOf(key, larger.size());
    while (larger[place] != 0) place = (place + 1) & (larger.size() - 1);
    larger[place] = key;
  }
  claims_.swap(larger);
}

HeldThings::Sum HeldThings::of(uint64_t holder, uint32_t classId) {
  Sum sum;
  tables_.clear();
  nodes_.clear();
  fields_.clear();
  references_->of(holder, fields_);
  for (const ReferredObject& field : fields_) {
    if (field.isTable) {
      if (claim(field.address, Part)) tables_.push_back(field);
    } else if (field.classId != classId && links(field.classId) && claim(field.address, Part)) {
      sum.things++;
      sum.bytes += field.bytes;
      nodes_.push_back(field);
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
  sum.bytes += table.bytes;
  found_.clear();
  references_->of(table.address, found_);
  for (const ReferredObject& element : found_) {
    if (element.isTable) {
      if (claim(element.address, Part)) tables_.push_back(element);
      continue;
    }
    sum.things++;
    sum.bytes += element.bytes;
    if (links(element.classId) && claim(element.address, Part)) nodes_.push_back(element);
  }
}

void HeldThings::follow(Sum& sum) {
  while (!nodes_.empty()) {
    const ReferredObject node = nodes_.back();
    nodes_.pop_back();
    found_.clear();
    references_->of(node.address, found_);
    for (const ReferredObject& next : found_) {
      if (next.classId != node.classId) {
        if (claim(next.address, Payload)) sum.bytes += next.bytes;
      } else if (claim(next.address, Part)) {
        sum.things++;
        sum.bytes += next.bytes;
        nodes_.push_back(next);
      }
    }
  }
}

}  // namespace isl

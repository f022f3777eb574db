// The histories of partition entities: one of a site, a calling context, a type, or of the whole spec. Those of
// single objects lie in their records.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "heap/Engine.h"

namespace isl {

// Guarded by the lock of the EventEngine.
class PartitionEntities {
 public:
  PartitionEntities(const IslSpec* spec, const WalkState& walk) : spec_(spec), walk_(walk) {}

  // The history of the entity that an object with the word belongs to; by type the word does not tell.
  void* ofWord(uint32_t word) {
    const uint32_t site = siteOf(word);
    const bool bySite = spec_->partition == ISL_PARTITION_ALLOC && walk_.scopes == nullptr;
    const bool known = bySite && site < ofKey_.size() && ofKey_[site] != nullptr;
    return known ? ofKey_[site] : of(keyOf(word));
  }
  void* ofType(uint32_t classId) { return of(classId); }

  // As they are now, and back to that.
  using Histories = std::unordered_map<uint64_t, std::unique_ptr<unsigned char[]>>;
  Histories copy() const;
  void restore(Histories histories);

 private:
  uint64_t keyOf(uint32_t word) const;
  void* of(uint64_t key);
  size_t bytes() const;

  const IslSpec* spec_;
  const WalkState& walk_;
  Histories histories_;                // by site, site and context, or class; 0: of the whole spec
  std::vector<unsigned char*> ofKey_;  // in histories_, where the key is a site, a class or 0
};

}  // namespace isl

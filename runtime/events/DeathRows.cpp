#include "events/DeathRows.h"

#include <algorithm>

namespace isl {

void DeathRows::add(uint32_t site, uint32_t classId, uint64_t size, uint64_t bytes, bool died) {
  samples_++;
  allocatedBytes_ += bytes;
  if (site == 0) return;
  const uint64_t key = static_cast<uint64_t>(site) << 32 | classId;
  auto found = places_.find(key);
  if (found == places_.end()) {
    if (rows_.size() == kMost) {
      refused_++;
      return;
    }
    found = places_.emplace(key, rows_.size()).first;
    rows_.push_back({site, classId});
  }
  DeathRow& row = rows_[found->second];
  row.samples++;
  row.bornBytes += bytes;
  if (!died) return;
  row.diedBytes += bytes;
  row.diedObjects += bytes / std::max<uint64_t>(size, 1);
}

}  // namespace isl

#include "heap/PartitionEntities.h"

#include <cstring>

#include "heap/RecordLayout.h"

namespace isl {

size_t PartitionEntities::bytes() const { return recordAlign(spec_->historyBytes()); }

uint64_t PartitionEntities::keyOf(uint32_t word) const {
  const uint32_t site = siteOf(word);
  if (spec_->partition == ISL_PARTITION_ALLOC) return walk_.plainOf(site);
  if (spec_->partition != ISL_PARTITION_CONTEXT) return 0;
  const uint64_t context = walk_.contextOf(site) % spec_->contextBound;
  return context << kSiteBits | walk_.plainOf(site);
}

void* PartitionEntities::of(uint64_t key) {
  if (key < ofKey_.size() && ofKey_[key] != nullptr) return ofKey_[key];
  std::unique_ptr<unsigned char[]>& history = histories_[key];
  if (history == nullptr) {
    history.reset(new unsigned char[bytes()]());
    if (spec_->initHistory != nullptr) spec_->initHistory(history.get());
  }
  if (key > kMaxSite) return history.get();  // of a calling context
  if (key >= ofKey_.size()) ofKey_.resize(key + key / 2 + 64);
  return ofKey_[key] = history.get();
}

PartitionEntities::Histories PartitionEntities::copy() const {
  Histories out;
  for (const auto& [key, history] : histories_) {
    std::unique_ptr<unsigned char[]> copy(new unsigned char[bytes()]);
    memcpy(copy.get(), history.get(), bytes());
    out.emplace(key, std::move(copy));
  }
  return out;
}

void PartitionEntities::restore(Histories histories) {
  histories_ = std::move(histories);
  ofKey_.clear();
}

}  // namespace isl

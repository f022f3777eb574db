#include "heap/StaleEngine.h"

namespace isl {

StaleEngine::StaleEngine(const IslSpec* spec, size_t index, std::vector<int> sequenceOf)
    : Engine(spec, index), sequenceOf_(std::move(sequenceOf)) {}

void StaleEngine::begin(const WalkState& walk) {
  walk_ = walk;
  stats_.clear();
  sums_ = CheckSums{};
  window_ = spec_->window();
}

void StaleEngine::end() {
  if (walk_.edges) withEdges_ = stats_;
}

uint64_t StaleEngine::usualArrayBytes(uint32_t site, uint32_t classId) const {
  const SiteStat* stat = withEdges_.find(site, classId);
  return stat == nullptr || stat->objects == 0 ? 0 : stat->arrayBytes / stat->objects;
}

bool StaleEngine::tracks(uint32_t word, uint32_t classId) const {
  const int32_t main = spec_->mainContext;
  if (main < 0) return true;
  if (((*walk_.classes)[classId].contexts[index_] >> main & 1) == 0) return false;
  const int sequence = sequenceOf_[static_cast<size_t>(main)];
  if (sequence < 0) return true;
  const uint32_t site = siteOf(word);
  return site < walk_.sequences->size() && ((*walk_.sequences)[site] >> sequence & 1) != 0;
}

void StaleEngine::object(const Burst& burst, uint32_t word, bool hasWord) {
  if (!hasWord) return;
  const uint32_t epoch = epochOf(word);
  if (epoch == walk_.check) sums_.touchedObjects++;
  const uint32_t times = amplifications(walk_.check, epoch, window_);
  const uint32_t site = siteOf(word);
  if (times == 0 || site == kSiteUnknown || !tracks(word, burst.classId)) return;
  const uint64_t arrayBytes =
      walk_.edges ? burst.arrayBytes : usualArrayBytes(site, burst.classId);
  const uint64_t bytes = (*walk_.classes)[burst.classId].instanceBytes + arrayBytes;
  if (site == kSiteInitializer) {
    sums_.initializerBytes += bytes;
    return;
  }
  SiteStat& stat = stats_.at(site, burst.classId);
  stat.objects++;
  stat.bytes += bytes;
  stat.arrayBytes += arrayBytes;
  stat.penalty += bytes * times;
  if (times <= 3) stat.recentBytes[times - 1] += bytes;
  if (times <= walk_.sinceLast) stat.onsets++;
  sums_.staleBytes += bytes;
}

void StaleEngine::ownedArray(uint32_t ownerWord, uint32_t ownerClass, uint64_t bytes) {
  const uint32_t times = amplifications(walk_.check, epochOf(ownerWord), window_);
  const uint32_t site = siteOf(ownerWord);
  if (times == 0 || site == kSiteUnknown || !tracks(ownerWord, ownerClass)) return;
  if (site == kSiteInitializer) {
    sums_.initializerBytes += bytes;
    return;
  }
  SiteStat& stat = stats_.at(site, ownerClass);
  stat.bytes += bytes;
  stat.arrayBytes += bytes;
  stat.penalty += bytes * times;
  if (times <= 3) stat.recentBytes[times - 1] += bytes;
  sums_.staleBytes += bytes;
}

}  // namespace isl

#include "check/FullHeap.h"

namespace isl {

// From such a part of the heap on: a text that doubles needs three times its size, and the check before may be half as far.
static constexpr uint64_t kLeastPart = 8;
// What came since the program was ready is then a third of what lives: enough to see in a sample of it who has most of that.
static constexpr double kGrown = 1.5;
// Of what was told, by which it has to grow: ten times at most until the heap is full.
static constexpr uint64_t kGrowthPart = 4;

void FullHeap::nothingFits(uint64_t atMs, uint64_t allocatedBytes, const WorkUnits& units) {
  const WorkUnits::Levels levels = units.levels();
  atMs_ = atMs;
  allocatedBytes_ = allocatedBytes;
  units_ = units.units();
  tasks_ = levels.tasks;
  groups_ = levels.groups;
  records_ = levels.records;
  happened_ = true;
}

std::vector<report::OutOfMemory> FullHeap::outOfMemory() const {
  if (!happened_) return {};
  return {{atMs_, allocatedBytes_, units_, tasks_, groups_, records_, 0}};
}

bool FullHeap::asksForCheck(const Pressure* pressure) {
  const bool high = pressure != nullptr && pressure->high();
  return high != asked_.load(std::memory_order_relaxed) && asked_.exchange(high) != high && high;
}

bool FullHeap::isFullest(uint64_t liveBytes, uint64_t readyBytes, const Pressure* pressure) {
  const uint64_t heapBytes = pressure == nullptr ? 0 : pressure->heapBytes();
  const bool fills = heapBytes > 0 && liveBytes >= heapBytes / kLeastPart;
  const bool grows =
      readyBytes > 0 && static_cast<double>(liveBytes) >= kGrown * static_cast<double>(readyBytes);
  if (!fills && !grows) return false;
  const bool high = pressure != nullptr && pressure->high();
  const uint64_t least = high ? told_ : told_ + told_ / kGrowthPart;
  if (liveBytes <= least) return false;
  told_ = liveBytes;
  return true;
}

}  // namespace isl

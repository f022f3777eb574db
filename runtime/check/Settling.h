// When start-up is over, where nothing tells it: a program is ready when its own code has become known.
//
// Start-up loads classes, and each brings allocation sites. Ready is who allocated half as much again as when last
// looked at while fewer than a twentieth of the sites that the VM did not start with were new: a tenth of what sites in
// proportion to the allocation would be. Who brings half of that later has only paused, and is ready once more when
// start-up goes on and ends.
#pragma once

#include <cstdint>
#include <mutex>

namespace isl {

class Settling {
 public:
  // The VM starts with so many sites.
  void begin(uint64_t sites) {
    std::lock_guard<std::mutex> lock(mutex_);
    first_ = lastSites_ = sites;
  }
  // So many sites are known after so much allocation. True when the program has become ready. Any thread.
  bool settles(uint64_t sites, uint64_t allocatedBytes) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (told_ || allocatedBytes < lastBytes_ + lastBytes_ / 2) return false;
    const bool before = settled_;
    const uint64_t parts = before ? 4 : 20;
    settled_ = lastBytes_ > 0 && sites > first_ && (sites - lastSites_) * parts <= sites - first_;
    lastSites_ = sites;
    lastBytes_ = allocatedBytes;
    return settled_ && !before;
  }
  bool settled() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return settled_;
  }
  // Something else told, for good.
  void settle() {
    std::lock_guard<std::mutex> lock(mutex_);
    settled_ = told_ = true;
  }
  // Bytes of allocation after which it is worth another look.
  static uint64_t stepAfter(uint64_t allocatedBytes) { return allocatedBytes / 2; }

 private:
  mutable std::mutex mutex_;
  uint64_t first_ = 0, lastSites_ = 0, lastBytes_ = 0;
  bool settled_ = false, told_ = false;
};

}  // namespace isl

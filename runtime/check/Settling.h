// When start-up is over, where nothing tells it: a program is ready when its own code has become known.
//
// Start-up loads classes, and each brings allocation sites. It begins with the first class of the program itself: what
// comes before is the VM's. Ready is who allocated half as much again while fewer than a twentieth of the sites since
// then were new: a tenth of what sites in proportion to the allocation would be. Who brings a quarter later has only
// paused, and is ready once more when start-up goes on and ends. A quarter of few sites is no start-up: they have to be
// a twentieth of all, the VM's with them. A start-up that goes on and on may be most of a run: it has ended when not one new site
// came while a quarter as much again was allocated.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>

namespace isl {

// Code that is known by now: allocation sites where classes are rewritten, else classes.
struct CodeSeen {
  uint64_t pieces = 0;  // see SiteTable::differentCode()
  uint64_t before = 0;  // of these, before the first that is no part of the JDK; none yet: all
};

class Settling {
 public:
  // Any thread: is it time to look, after so much allocation?
  bool looks(uint64_t allocatedBytes) const { return allocatedBytes >= next_; }
  // So much code is known after so much allocation. True when the program has become ready. Any thread.
  bool settles(const CodeSeen& code, uint64_t allocatedBytes) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (told_ || allocatedBytes < next_) return false;
    next_ = allocatedBytes + allocatedBytes / kLooks;
    if (code.pieces <= code.before) return false;
    looks_[count_++ % looks_.size()] = {code.pieces, allocatedBytes};
    const Look before = lookBefore(2);
    if (before.bytes == 0) return false;
    const bool was = settled_;
    const bool still = since_ > 0 && coming_ && lookBefore(4).pieces == code.pieces;
    const uint64_t fresh = code.pieces - before.pieces, own = code.pieces - code.before;
    settled_ = still || fresh * kReady <= own ||
               (was && (fresh * kPaused <= own || fresh * kRestart <= code.pieces));
    if (was && !settled_) since_ = allocatedBytes;
    coming_ = fresh * kRestart > code.pieces && allocatedBytes >= since_ + since_ / 2;
    return settled_ && !was;
  }
  bool settled() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return settled_;
  }
  // It is not ready, or has not been while it allocated half as much again, in which at the last look a twentieth of all code
  // had come: more than its last line may bring.
  bool starting() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return !settled_ && coming_;
  }
  // Something else told, for good.
  void settle() {
    std::lock_guard<std::mutex> lock(mutex_);
    settled_ = told_ = true;
  }
  // Bytes of allocation after which the heap is worth another look meanwhile.
  static uint64_t stepAfter(uint64_t allocatedBytes) { return allocatedBytes / 2; }

 private:
  static constexpr uint64_t kLooks = 12;  // a look when so much of the allocation has come to it
  static constexpr uint64_t kReady = 20, kPaused = 4;  // parts of the program's code
  static constexpr uint64_t kRestart = 20;             // of all code
  struct Look {
    uint64_t pieces = 0, bytes = 0;
  };

  // The latest look after which so large a part as much again was allocated; of none: zeros.
  Look lookBefore(uint64_t part) const {
    const Look& now = looks_[(count_ - 1) % looks_.size()];
    for (size_t back = 1; back < looks_.size() && back < count_; back++) {
      const Look& old = looks_[(count_ - 1 - back) % looks_.size()];
      if (old.bytes + old.bytes / part <= now.bytes) return old;
    }
    return {};
  }

  mutable std::mutex mutex_;
  std::atomic<uint64_t> next_{0};  // bytes at the next look
  std::array<Look, 8> looks_;      // a ring: (13/12)^6 > 3/2
  size_t count_ = 0;
  bool settled_ = false, told_ = false, coming_ = true;
  uint64_t since_ = 0;  // bytes when it was ready no more
};

}  // namespace isl

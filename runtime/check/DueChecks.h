// The checks that are due. Each ends an epoch of the program, and waits here for the walk of the heap that
// answers it: several may share one.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "check/DueCheck.h"

namespace isl {

// Any thread. The lock is taken by allocating threads for a moment, never while the VM is asked to stop the
// world.
class DueChecks {
 public:
  // Called with the number of the epoch that begins, in the order of these numbers.
  using Publish = std::function<void(uint32_t epoch)>;

  // Ends the epoch: the check of its number is due. False, and nothing happens, when so many wait already that
  // this one has to be left out, or the numbers are used up.
  // `check` tells when, why and after how much work; and whether it is missed, and waits for the next that is not. Of those fewer
  // wait than of the others.
  bool end(DueCheck check, const Publish& publish);

  // Up to the last that was not missed.
  struct Waiting {
    size_t count = 0;
    uint32_t newest = 0;  // number of the last one; 0: none
  };
  Waiting waiting() const;
  // Number of the last of the `count` oldest, of which there are so many.
  uint32_t lastOf(size_t count) const;
  // These leave the queue, oldest first.
  std::vector<DueCheck> take(size_t count);
  // What was taken waits again, before all others.
  void putBack(std::vector<DueCheck> taken);

  // The epoch that is going on; it has the number of the check that will end it. From 1.
  uint32_t epoch() const;
  bool exhausted() const { return exhausted_; }

  // A check was due that end() refused.
  void leaveOut() { leftOut_++; }
  uint64_t leftOut() const { return leftOut_; }

 private:
  mutable std::mutex mutex_;
  uint32_t epoch_ = 1;             // guarded by mutex_
  std::vector<DueCheck> waiting_;  // likewise; oldest first
  std::atomic<bool> exhausted_{false};
  std::atomic<uint64_t> leftOut_{0};
};

}  // namespace isl

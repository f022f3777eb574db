// Whether the program takes the entries of dead references out of its tables, by one pass after the other: then the number of
// these references falls now and then. Who never looks at his queues has all of it for good.
// Thread: the one that marks.
#pragma once

#include <cstdint>

#include "rawheap/DeadReferences.h"

namespace isl::rawheap {

class DrainedQueues {
 public:
  // At a pass that met so many objects.
  void note(const DeadReferences& dead, uint64_t objects) {
    const uint64_t now = dead.waiting + dead.cleared;
    if (now < before_) taken_ += before_ - now;
    if (2 * now <= before_ && kMany * before_ >= objects_) drains_ = true;
    before_ = now;
    objects_ = objects;
  }
  // After note(), of so many that wait or are queued?
  bool take(uint64_t references) const { return drains_ || kPart * taken_ >= references; }

 private:
  static constexpr uint64_t kMany = 64;  // objects to each: more references than the JDK's own
  static constexpr uint64_t kPart = 16;  // of what may go at once, so much went before
  uint64_t before_ = 0, objects_ = 0, taken_ = 0;
  bool drains_ = false;  // one time, of many, half of them were gone
};

}  // namespace isl::rawheap

// What holders keep alive alone: the retained bytes of the objects on a path that dominate its target.
//
// A mark that stops at every object of the path reaches what needs none of them. The lowest of them that it came to is
// on each way to the target, so it dominates it, and all that is not reached yet goes with it. The mark then goes on
// from there to the next. One mark of the live heap therefore measures a whole path; those that it steps over share
// the target with another way and retain nothing of it. Behind a holder of very much it does not go on: what that retains
// is known by then, what those below it do is not told.
//
// After drain() and before Mark::end() of the pass's own mark, as Paths. Memory: a second mark's, without the order.
#pragma once

#include <cstdint>

#include "rawheap/Mark.h"
#include "rawheap/Paths.h"

namespace isl::rawheap {

class Retained {
 public:
  // Objects behind one holder that a mark still goes over.
  static constexpr uint64_t kMostBehind = uint64_t{1} << 19;

  // `others`: the objects of roots that something else holds as well. `liveBytes`: of all that strong and soft references
  // lead to.
  Retained(const VmLayout& layout, Klasses& klasses, const HeapSpaces& spaces, const Roots& roots,
           const MappedArray<uint64_t>& others, uint64_t liveBytes,
           uint64_t mostBehind = kMostBehind)
      : reader_(layout, klasses, Followed::Soft), spaces_(spaces), roots_(roots), others_(others),
        liveBytes_(liveBytes), mostBehind_(mostBehind) {}

  // Bytes by the place in path.hops; 0: the target would stay without it, or it is not told. What soft references lead to is
  // live. False: a reason, and nothing is known.
  bool measure(const Path& path, uint64_t (&bytes)[Path::kMostHops], Reason& reason);

 private:
  struct Gate;
  void addRoots(Mark& mark) const;
  bool open(Mark& mark, const Hop& hop, Reason& reason);
  uint64_t bytesOf(const Hop& hop) {
    return reader_.bytesOf(hop.address, reader_.klasses()[hop.klass]);
  }

  ObjectReader reader_;
  const HeapSpaces& spaces_;
  const Roots& roots_;
  const MappedArray<uint64_t>& others_;
  const uint64_t liveBytes_, mostBehind_;
};

}  // namespace isl::rawheap

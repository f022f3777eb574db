// What is remembered of a site from one telling of its paths to the next.
#pragma once

#include <cstdint>
#include <vector>

#include "report/Report.h"

namespace isl {

class ToldSite {
 public:
  // A site's objects when its paths were told. Until there are twice as many, a call that is under way does not take the
  // place of what held them then.
  uint64_t objects = 0;

  // What holders retain costs half a pass a site, which is some milliseconds in a small heap: it is measured where the site has
  // half as many live bytes again, or any more when the program ends. So the first site's figures are a third too low at most, as a
  // table of 64 KB was told by what it had held at half of its size, and a site of n bytes is measured log1.5(n) times. True:
  // it will be.
  bool isToBeMeasured(uint64_t bytes, bool last);
  // The paths that are told have figures of their own, with so many bytes.
  void isMeasured(uint64_t bytes) { figuresOf_ = bytes; }
  // They have none: those of the same ways go along with the site's bytes. Of another way than the first its turn comes again.
  void carryRetained(const std::vector<report::Path>& before, std::vector<report::Path>& now,
                     uint64_t bytes);
  void forgetMeasure() { measuredAt_ = 0; }

 private:
  uint64_t measuredAt_ = 0;  // live bytes of the site
  uint64_t figuresOf_ =
      0;  // live bytes to which the figures of the paths that were told last belong
};

}  // namespace isl

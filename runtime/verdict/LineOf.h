// The line of a finding or a site as sampled stacks have it.
#pragma once

#include "base/Text.h"
#include "events/FrameLines.h"

namespace isl {

template <typename Place>  // a finding or a site
FrameLines::Line lineOf(const Place& place) {
  FrameLines::Line at;
  at.cls = internalName(place.className);
  at.method = place.method;
  at.line = place.line;
  return at;
}

}  // namespace isl

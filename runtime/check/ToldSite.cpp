#include "check/ToldSite.h"

#include <algorithm>

#include "paths/PathGroups.h"

namespace isl {

bool ToldSite::isToBeMeasured(uint64_t bytes, bool last) {
  if (bytes <= (last ? measuredAt_ : measuredAt_ + measuredAt_ / 2)) return false;
  measuredAt_ = bytes;
  return true;
}

void ToldSite::carryRetained(const std::vector<report::Path>& before,
                             std::vector<report::Path>& now, uint64_t bytes) {
  if (!PathGroups::keepRetained(before, now, figuresOf_, bytes)) forgetMeasure();
  figuresOf_ = std::max(figuresOf_, bytes);  // of fewer they stay
}

}  // namespace isl

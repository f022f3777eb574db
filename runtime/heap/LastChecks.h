// The last two checks at which something was seen. A program lets go of all as it ends, so that the last may be of that.
#pragma once

#include <cstdint>

namespace isl {

class LastChecks {
 public:
  void note(uint32_t check) {
    if (check == last_) return;
    before_ = last_;
    last_ = check;
  }
  // The last one up to that check; 0: none is known.
  uint32_t upTo(uint32_t check) const {
    return last_ <= check ? last_ : before_ <= check ? before_ : 0;
  }

 private:
  uint32_t last_ = 0, before_ = 0;
};

}  // namespace isl

// Does a holder keep what it holds? Sessions that expire and entries that are evicted come and go, and their number follows
// the program's pace: that it rises is no leak. What leaks stays.
//
// Of a holder that is looked at some of what it holds is remembered, evenly over all of it. When three quarters of that are
// gone it turns over, and what it holds now is remembered anew. It keeps its things when they were there for kAge checks,
// which is half of the work or nearly: then, too, what it holds now is remembered, if it has become twice as much.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "heap/Engine.h"
#include "heap/HeldThings.h"
#include "heap/LastChecks.h"

namespace isl {

// Engine callbacks only, where the heap is read directly.
class Turnover {
 public:
  // A check of a holder of that site that holds so many things, these among them.
  void look(const WalkState& walk, uint32_t holder, uint32_t site, uint64_t held,
            const HeldThings::Sample& things);
  // See Engine.
  uint32_t lastLost(uint32_t site, uint32_t upTo) const {
    const auto found = lost_.find(site);
    return found == lost_.end() ? 0 : found->second.upTo(upTo);
  }
  // As far as is known.
  bool turnsOver(uint32_t holder) const {
    const auto found = holders_.find(holder);
    return found != holders_.end() && found->second.turnsOver;
  }
  // Likewise, of the holders of that site the one that held most when it was last looked at.
  bool siteTurnsOver(uint32_t site) const;
  void freed(uint32_t holder) { holders_.erase(holder); }

 private:
  static constexpr uint32_t kAge = 10;
  static constexpr uint32_t kFewest = 8;  // of fewer things nothing is told
  static constexpr size_t kMost = 4096;   // holders, of 176 bytes each

  struct Remembered {
    uint32_t node, generation;
  };
  struct Holder {
    uint32_t since = 0;  // check
    uint64_t held = 0;   // then
    uint64_t now = 0;    // as many as it held last
    uint32_t site = 0;
    uint32_t count = 0, gone = 0;
    bool turnsOver = false;
    Remembered things[HeldThings::Sample::kMost];
  };
  static void remember(const WalkState& walk, Holder& holder, uint64_t held,
                       const HeldThings::Sample& things);

  std::unordered_map<uint32_t, Holder> holders_;
  std::unordered_map<uint32_t, LastChecks> lost_;  // by site
};

}  // namespace isl

// What the specs of an agent ask of its walks.
#pragma once

namespace isl {

enum class WalkNeed {
  Some,       // a check without a walk loses nothing
  Every,      // some spec needs records: a check cannot do without a walk and waits for it
  References  // and the walk follows references in any case
};

}  // namespace isl

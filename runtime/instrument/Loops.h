// Innermost loops that call and allocate nothing: what happens in them lasts no longer than they
// do.
#pragma once

#include <vector>

#include "classfile/Code.h"

namespace isl::instrument {

// The instructions [first, last], by index: the head, up to the last branch back to it.
struct QuietLoop {
  uint32_t first;
  uint32_t last;
};

// Loops without calls, allocations and monitors that have no loop within them, in order of their
// heads. Two may overlap where the code is irreducible.
std::vector<QuietLoop> findQuietLoops(const classfile::Code& code);

// Does an int that the loop only ever steps by constants take part in a condition of it? Then it
// ends, within 2^32 iterations.
bool isCounted(const classfile::Code& code, const QuietLoop& loop);

// Indexes of the instructions outside of the loop to which control goes from it, handlers of
// exceptions included, and of the returns in it: ascending, each once.
std::vector<uint32_t> exitsOf(const classfile::Code& code, const QuietLoop& loop);

}  // namespace isl::instrument

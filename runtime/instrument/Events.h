// Event sites: accesses, returns and births that a handler wants to see one by one.
#pragma once

#include "instrument/Edits.h"

namespace isl::instrument {

bool wantsEvents(const MethodContext& method);

// Everything that the method reports. Stores to `this` before the superclass constructor has returned
// are not seen: the verifier lets nobody look at such an object.
void addEvents(const MethodContext& method, const FlowFacts& facts, std::vector<Edit>& edits);

}  // namespace isl::instrument

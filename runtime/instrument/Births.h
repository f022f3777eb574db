// Allocation sites: tells the runtime where an object was born.
#pragma once

#include "instrument/Edits.h"

namespace isl::instrument {

bool wantsBirths(const MethodContext& method);

// Objects made by `new`, once their constructor has returned. An object that is then neither on top
// of the stack nor in a local is not marked; compilers emit that only for objects nobody uses.
void addBirths(const MethodContext& method, const FlowFacts& facts, std::vector<Edit>& edits);

// Objects that no `new` in any method makes: clone, reflection, lambdas, string concatenation.
void addCallRules(const MethodContext& method, std::vector<Edit>& edits);

}  // namespace isl::instrument

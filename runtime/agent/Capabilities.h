// What the agent asks of JVMTI, and the words for a VM that does not grant it.
#pragma once

#include <jvmti.h>

#include <string>

#include "base/Result.h"

namespace isl {

// An error says what is missing and what to do. `objectFree`: events for freed objects, too. `rewrites`: also
// what only a VM that has not started grants.
Status addCapabilities(jvmtiEnv* jvmti, bool objectFree, bool rewrites = true);

// The path of another agent made by islc in this process; empty: there is none.
std::string otherAgent();

}  // namespace isl

// JVMTI events, which have no receiver, handed to the agent's parts.
#pragma once

#include <jvmti.h>

namespace isl {

// Valid from Agent_OnLoad on. Which events come is for their users to say.
jvmtiEventCallbacks agentCallbacks();

}  // namespace isl

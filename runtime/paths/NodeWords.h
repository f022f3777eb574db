// The $isl words of nodes, read in one walk: they name the sites of the holders on a way.
#pragma once

#include <jvmti.h>

#include "store/ClassTable.h"
#include "store/NodeTable.h"

namespace isl {

// Agent thread, outside of a walk.
void readNodeWords(jvmtiEnv* jvmti, ClassTable& classes, NodeTable& nodes);

}  // namespace isl

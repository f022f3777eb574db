// Calls from the program into the JDK: what the JDK allocates there is charged to the call's line.
#pragma once

#include "instrument/Edits.h"
#include "instrument/Lines.h"

namespace isl::instrument {

// One mark serves all calls of a line in a basic block, unless code of the program, which sets marks
// of its own, may run in between.
void addLibraryCalls(const MethodContext& method, Lines& lines, std::vector<Edit>& edits);

}  // namespace isl::instrument

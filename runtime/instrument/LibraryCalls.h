// Calls from the program into the JDK: what the JDK allocates there is charged to the call's line.
#pragma once

#include "instrument/Edits.h"
#include "instrument/Lines.h"
#include "instrument/LoopCounts.h"

namespace isl::instrument {

// One mark serves the calls of one method that follow each other on a line in a basic block.
//
// A method with marks leaves the thread's mark as it found it, however it ends, and does nothing where it returns before
// the first of them: the JDK may have called
// it, and goes on with what it was called for. So the JDK's own loops over callbacks stay as they are.
void addLibraryCalls(const MethodContext& method, Lines& lines, const CountedLoops& counted,
                     std::vector<Edit>& edits);

}  // namespace isl::instrument

// The touch barrier: tells the runtime that an object is about to be read or written.
#pragma once

#include "instrument/Edits.h"

namespace isl::instrument {

bool wantsBarrier(const MethodContext& method);

// The method reaches fields in ways that the barrier cannot see (VarHandle, Unsafe, updaters), so
// that its receiver is touched at entry instead.
bool touchesThisAtEntry(const MethodContext& method);

// Methods of the JDK through which a field of one of their arguments is accessed: reflection, method
// handles, VarHandles, field updaters, sun.misc.Unsafe. The argument is touched at entry.
void addEntryTouch(const MethodContext& method, std::vector<Edit>& edits);

void addBarrier(const MethodContext& method, const FlowFacts& facts, bool thisAtEntry,
                std::vector<Edit>& edits);

// Where flags of objects step when a method returns them.
void addReturnSteps(const MethodContext& method, std::vector<Edit>& edits);

}  // namespace isl::instrument

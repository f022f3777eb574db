// Brackets around whole methods: VM housekeeping, static initialisers, methods of a `sequence`.
#pragma once

#include "instrument/Edits.h"

namespace isl::instrument {

// Does the method do the VM's work for the program (class loading, linkage, providers)? By name,
// from Housekeeping.def.
bool isHousekeeping(std::string_view cls, std::string_view method);

// The method's brackets, outermost first.
void findRegions(const MethodContext& method, std::vector<Region>& regions);

// Enter at entry, exit before each return; the exit on exceptions is the assembler's handler.
void addRegions(const MethodContext& method, const std::vector<Region>& regions,
                std::vector<Edit>& edits);

}  // namespace isl::instrument

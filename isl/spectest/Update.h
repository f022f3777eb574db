// `isl test --update`: the comments of a program as its runs found things to be.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "spectest/Judge.h"

namespace isl::tool {

// The text of the program with a comment for each finding that had none, holders as they are, without
// expectations that no run met, and `expect: none` where nothing was found at all. `judgements` are those of all
// its runs; a finding of some of them becomes `may-expect`.
std::string updated(const TestProgram& program, const std::vector<const Judgement*>& judgements);

}  // namespace isl::tool

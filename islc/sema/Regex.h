// Regular expressions of sequences: written as in ECMAScript, matched by the agent with the C library's
// POSIX extended ones.
#pragma once

#include <string>

#include "llvm/ADT/StringRef.h"

namespace isl::sema {

// The same expression for regcomp with REG_EXTENDED, or "" and what is wrong with it. Whether a whole
// string matches is all that is asked, so lazy quantifiers become greedy ones and groups stay groups.
std::string posixRegex(llvm::StringRef text, std::string& problem);

}  // namespace isl::sema

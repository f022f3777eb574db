// The house form of a spec: line N stays line N, and what changes is where lines begin and what
// stands between neighbours. Blank lines at the end go; every comment stays.
#pragma once

#include <string>

#include "llvm/ADT/StringRef.h"

namespace isl::format {

// Of a text without syntax errors. The result has the same tokens, and is its own house form.
std::string format(llvm::StringRef text);

// What differs as a unified diff; both texts have the same lines but for blank ones at the end.
std::string unifiedDiff(llvm::StringRef before, llvm::StringRef after, llvm::StringRef name);

// `islc fmt`: the arguments behind `fmt`. 0 done, 1 --check found what would change, 2 usage, a file
// that cannot be read or written, or one with syntax errors, which is left as it is.
int run(int argc, char** argv);

}  // namespace isl::format

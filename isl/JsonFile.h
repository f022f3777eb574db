// The one way from a file to JSON: what is no JSON is said, and what would end the parser is refused.
#pragma once

#include <string>

#include "base/Result.h"
#include "llvm/Support/JSON.h"

namespace isl::tool {

// The text of a file, "-" for standard input. A device that never ends is refused here, not by the memory: the
// report of 100,000 sites with a path each has 60 MB.
inline constexpr size_t kLargestText = size_t{256} << 20;
Result<std::string> readText(const std::string& path, size_t limit = kLargestText);

// LLVM's parser calls itself for each level: a file of brackets would overflow the stack. Nothing
// that isl reads is nested by more than a dozen levels.
inline constexpr size_t kDeepestJson = 64;
bool isTooDeep(llvm::StringRef text);

// The message of an error is "this is not JSON (...)" or the like, without the name of the file.
Result<llvm::json::Value> parseJson(llvm::StringRef text);

}  // namespace isl::tool

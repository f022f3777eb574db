// Command lines of the subcommands. An option is `--name VALUE`, `--name=VALUE` or a flag; unknown
// names are refused with the nearest valid one.
#pragma once

#include <string>
#include <vector>

#include "base/Result.h"
#include "llvm/ADT/StringRef.h"

namespace isl::tool {

struct OptionSpec {
  const char* name;  // with its dashes
  bool takesValue;
};

class Args {
 public:
  // Reads `words`. Everything after `--` goes to rest() when `restAllowed`. An error says what is wrong.
  Status parse(const std::vector<std::string>& words, const std::vector<OptionSpec>& options,
               bool restAllowed);

  bool has(llvm::StringRef name) const;
  // The last value given, or `otherwise`.
  std::string value(llvm::StringRef name, llvm::StringRef otherwise = "") const;
  std::vector<std::string> values(llvm::StringRef name) const;
  const std::vector<std::string>& positional() const { return positional_; }
  const std::vector<std::string>& rest() const { return rest_; }

 private:
  std::vector<std::pair<std::string, std::string>> given_;
  std::vector<std::string> positional_, rest_;
};

}  // namespace isl::tool

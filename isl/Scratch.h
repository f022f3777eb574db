// A folder for the time of a command.
#pragma once

#include <string>

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

namespace isl::tool {

// Made below the temporary directory, removed with all it holds at the end.
class Scratch {
 public:
  explicit Scratch(const std::string& prefix);
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::string file(llvm::StringRef name) const { return (llvm::Twine(folder_) + "/" + name).str(); }
  std::string path() const { return folder_.str().str(); }

 private:
  llvm::SmallString<128> folder_;
};

// The first lines of a file as one, "; " between them, without what a JVM says of its environment.
std::string firstLines(const std::string& file, unsigned count);

}  // namespace isl::tool

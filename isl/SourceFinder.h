// From the class and file name of a site to a path in the user's source tree.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "Finding.h"

namespace isl::tool {

class SourceFinder {
 public:
  // Looks for sources below `roots`, build output and hidden folders left out. Paths are given
  // relative to the working directory where they lie below it.
  explicit SourceFinder(const std::vector<std::string>& roots);

  // "src/main/java/com/acme/Journal.java", or "com/acme/Journal.java" when no such file was found. Never
  // a path out of the source tree, whatever the class says. A place without a file gives that of its class.
  std::string pathOf(const Place& place) const;

 private:
  void scan(const std::string& folder, const std::string& shown, unsigned depth);

  size_t files_ = 0;
  std::multimap<std::string, std::string> byName_;  // file name -> path
};

}  // namespace isl::tool

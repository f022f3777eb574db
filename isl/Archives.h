// Commands whose JVM writes an archive of classes. HotSpot ends such a JVM before it loads any agent, so the
// agent cannot step aside in it: it must not be there.
#pragma once

#include <string>
#include <vector>

namespace isl::tool {

// The option that says so, as it is written, or empty. `environment` has a NAME=VALUE each. Of a java launcher the words
// before the main class count and the files that they name; of any other command (a shell, a build tool) each word.
std::string archiveOption(const std::vector<std::string>& command,
                          const std::vector<std::string>& environment);

}  // namespace isl::tool

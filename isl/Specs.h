// From `--spec` to an agent: finds shipping specs by name, calls islc, keeps agents in a cache.
#pragma once

#include <string>
#include <vector>

namespace isl::tool {

// $XDG_CACHE_HOME/isl, else ~/.cache/isl, else a folder of the user below the temporary directory.
std::string cacheDirectory();
// The islc that belongs to this isl: in the same folder. Empty when it is not there.
std::string findIslc();
// Paths of the shipping specs, sorted: .../NAME/NAME.isl.
std::vector<std::string> shippingSpecs();

// `spec` is a path (it has a `/` or ends in .isl) or the name of a shipping spec. Empty, or the
// message that says what there is.
std::string resolveSpec(const std::string& spec, std::string& path);

struct Agent {
  std::string path;
  bool fromCache = false;
  int status = 0;  // 1: the spec has errors (islc has said which), 2: environment
};

// Compiles `specs` (paths), or takes the agent that the same text, options, islc and runtime gave
// before. Any number of processes may do this at once: an agent appears under its final name only when
// it is complete. `error` is set when status is 2 and islc said nothing.
Agent buildCached(const std::vector<std::string>& specs,
                  const std::vector<std::string>& islcOptions, std::string& error);

}  // namespace isl::tool

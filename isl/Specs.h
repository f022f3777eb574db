// From `--spec` to an agent: finds shipping specs by name, calls islc, keeps agents in a cache.
#pragma once

#include <string>
#include <vector>

#include "base/Result.h"

namespace isl::tool {

// The folder of this program.
std::string ownFolder();
// $XDG_CACHE_HOME/isl, else ~/.cache/isl, else a folder of the user below the temporary directory.
std::string cacheDirectory();
// The islc that belongs to this isl: in the same folder. Empty when it is not there.
std::string findIslc();
// isl-junit.jar of this isl, with isl.Amplifier in it. Empty when it is not there.
std::string junitJar();
// Paths of the shipping specs, sorted: .../NAME/NAME.isl.
std::vector<std::string> shippingSpecs();

// The path of `spec`, which is one (it has a `/` or ends in .isl) or the name of a shipping spec. An
// error says what there is.
Result<std::string> resolveSpec(const std::string& spec);

struct Agent {
  std::string path;
  enum class Origin { Compiled, Cache, Prebuilt };
  Origin origin = Origin::Compiled;
  int status = 2;    // 0: it is there, 1: the spec has errors (islc has said which), 2: environment
  std::string note;  // why it was compiled although one came with the tree, and how not to
  std::string error;  // set when status is 2 and islc said nothing
};

// Takes the agent that came with the tree, unless an option is a -D. Else compiles `specs` (paths), or takes the agent that the same text, options, islc and runtime gave
// before. Any number of processes may do this at once: an agent appears under its final name only when
// it is complete.
Agent buildCached(const std::vector<std::string>& specs,
                  const std::vector<std::string>& islcOptions);

}  // namespace isl::tool

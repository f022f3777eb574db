// The text that puts an agent into JVMs by the environment variable JAVA_TOOL_OPTIONS.
#pragma once

#include <string>
#include <vector>

#include "base/Result.h"

namespace isl::tool {

// Tests run for seconds: a fork that allocates 25 MB in all makes some hundred checks.
inline constexpr char kDefaultCheck[] = "auto:64k";

struct AgentSettings {
  std::string agent, report, journal;  // journal: a plain path
  std::vector<std::string> limits, onlyMain, skipMain,
      more;  // limits: "max-vso=4", as the agent has them
  bool skipBuildTools = true;
  bool setHarnessAside = true;
  bool keepsScopes = true;
  std::string check = kDefaultCheck;
};

// "-agentpath:AGENT=key=value,...". The assertion is checked by the agent, but its exit status is 0:
// a fork that ends with another one would look like a crash to its build tool. What the agent itself
// would refuse is found by reading the text with the agent's parser, before any JVM is started.
Result<std::string> agentOption(const AgentSettings& settings);

// Its part behind the agent's path.
Result<std::string> agentOptions(const AgentSettings& settings);

// Adds an option to a value of JAVA_TOOL_OPTIONS, in quotes where the JVM would split it.
std::string appendJvmOption(const std::string& before, const std::string& option);

}  // namespace isl::tool

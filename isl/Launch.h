// What a JVM is started with: the agent of the specs, the folder for its reports and the option that names both.
#pragma once

#include <string>
#include <vector>

#include "Args.h"
#include "JvmOptions.h"
#include "RunFolder.h"
#include "Specs.h"

namespace isl::tool {

// The options that launch() reads, and their help.
std::vector<OptionSpec> launchOptions();
extern const char* const kLaunchHelp;

struct Launch {
  Agent agent;
  std::string option;  // -agentpath:...
};

// Compiles or finds the agent of --spec, --packs and -D; `otherwise`: the specs where none is named. On an error `agent` is
// filled as far as it came.
Status findAgent(const Args& args, std::vector<std::string> otherwise, Agent& agent);

// From the options of a command line that launchOptions() has, or a part of them.
AgentSettings settingsOf(const Args& args, const RunFolder& folder, const std::string& agent);

// Compiles or finds the agent and opens `folder`. On an error `launch.agent` is filled as far as it came.
Status launch(const Args& args, RunFolder& folder, Launch& launch);

}  // namespace isl::tool

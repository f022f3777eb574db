// Agents that came with the tree, compiled beforehand from the shipping specs: with them nothing is compiled.
#pragma once

#include <string>
#include <vector>

namespace isl::tool {

// The agent of `specs` (absolute paths) among those in `root`/agents or `root`/lib/isl/agents: leak.so, and of several
// leak+growing-holders.so, in this order. Empty when there is none, or the text beside it is not the spec's, which
// someone has changed.
std::string prebuiltIn(const std::string& root, const std::vector<std::string>& specs);

// The same in the tree of this isl.
std::string prebuiltAgent(const std::vector<std::string>& specs);

// Why `defines` (NAME=VALUE each) make islc compile although the agent is there, and what needs no compiler.
std::string whyCompiled(const std::vector<std::string>& defines);

}  // namespace isl::tool

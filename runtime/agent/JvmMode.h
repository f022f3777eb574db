// JVMs whose mode an agent would break: those that must map the shared archive, which the VM does not
// do beside an agent that sees classes early, and those that record for an ahead-of-time cache. They are
// left alone. (JVMs that write such an archive end before they load any agent, so nobody can ask here;
// see forgetAgent.)
#pragma once

#include <jvmti.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/VmFlags.h"

namespace isl {

using TextFlagReader = std::function<std::optional<std::string>(const char*)>;

// The option that says so, as a user writes it; empty: this JVM can be watched.
std::string unwatchedMode(const std::vector<std::string>& arguments = vmArguments(),
                          const TextFlagReader& text = vmTextFlag);

// The option that names an archive of classes, or asks for one, where this VM says so on standard output when it
// cannot use it, and beside an agent that sees classes early none can: from JDK 24 on, the first with such a flag as
// AOTCache. Empty: none.
std::string namedArchive(const std::vector<std::string>& arguments = vmArguments(),
                         const TextFlagReader& text = vmTextFlag);

// What of the VM and its flags the agent was not made for, in a few words; empty: nothing.
std::string unfitVm(JavaVM* vm);

// The beginning of a message of probeVm(), "found WHAT: why, and what to do".
std::string whatWasFound(std::string_view message);

// Do programs with this main (see JvmFilter.h) start JVMs that write archives, and no others?
bool startsArchivers(std::string_view main);

// `options`, a value of JAVA_TOOL_OPTIONS, without those that load the agent library `agent`.
std::string withoutAgent(std::string_view options, std::string_view agent);

// Takes this agent out of the environment that the children of this process get. In Agent_OnLoad.
void forgetAgent();

}  // namespace isl

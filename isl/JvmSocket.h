// The door of a running HotSpot JVM: a socket in its temporary directory, which its tools attach by (jcmd, jstack).
#pragma once

#include <string>

#include "base/Result.h"

namespace isl::tool {

// What /proc tells of a process, as far as attaching needs it.
struct JvmProcess {
  long pid = 0;     // as seen from here
  long inside = 0;  // as the process sees itself, in its own namespace
  bool hasJvm = false, catchesQuit = false, sharesFiles = false;
};

// An error: there is no such process, or it may not be looked at. `proc`: "/proc".
Result<JvmProcess> findJvm(const std::string& pid, const std::string& proc);

// Loads the agent, an absolute path, into the JVM; its Agent_OnAttach has returned 0 then. Waits up to ten seconds for the
// JVM to open its door. Options longer than 1023 bytes are refused, as the JVM would not read them.
Status loadAgent(const JvmProcess& jvm, const std::string& agent, const std::string& options);

// Sends the request through the socket at `path`, one that a JVM listens at.
Status loadThrough(const std::string& path, const std::string& agent, const std::string& options);

// The JVM's answer to a `load`. From 21 on its first line, the status, is 0 even when the agent refused: the text tells.
Status readAnswer(const std::string& answer);

}  // namespace isl::tool

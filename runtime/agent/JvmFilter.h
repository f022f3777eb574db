// Which JVMs are watched when the agent's option reaches many of them (JAVA_TOOL_OPTIONS).
#pragma once

#include <string>
#include <string_view>

#include "base/Options.h"

namespace isl {

// The main class, or the jar of -jar (a path, blanks and all), from the value of sun.java.command.
std::string mainOf(std::string_view command);

// `command` is sun.java.command, empty for a VM that was not started by a launcher. A JVM is watched
// when `only-main` matches its main or was not given, and `skip-main` does not match. A pattern
// matches the main as it is, the file name of a jar, or the class of MODULE/CLASS.
bool jvmSelected(const Options& options, std::string_view command);

// Appends one line `STATE PID MAIN` to the file of `journal=`, in one write, so that JVMs may share
// it. STATE: watched, left-out, refused, or lost: its last report
// could not be written. False when it was not written. `why` stands in brackets behind MAIN. Nothing without that option.
bool noteInJournal(const Options& options, const char* state, std::string_view command,
                   std::string_view why = {});

}  // namespace isl

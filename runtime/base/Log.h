// The agent's own messages: stderr or a file, never stdout (the program's output stays its own).
#pragma once

#include <cstdarg>
#include <string>

namespace isl {

enum class LogLevel { Error = 0, Warn = 1, Info = 2, Debug = 3, Trace = 4 };

// Call once, before any other thread exists. An empty path means stderr.
void openLog(LogLevel level, const std::string& path);
bool logEnabled(LogLevel level);

// One line, prefixed with "isl: "; thread-safe by a single write(2).
void logLine(LogLevel level, const char* format, ...) __attribute__((format(printf, 2, 3)));

// Always to stderr, whatever the level: refusals and verdicts.
void sayOnStderr(const std::string& text);

}  // namespace isl

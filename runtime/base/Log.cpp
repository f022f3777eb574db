#include "base/Log.h"

#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

namespace isl {
namespace {

// Set once, by openLog() before any other thread exists; constants from then on.
LogLevel currentLevel = LogLevel::Warn;
int logFd = STDERR_FILENO;

void writeAll(int fd, const char* data, size_t size) {
  while (size > 0) {
    ssize_t written = write(fd, data, size);
    if (written <= 0) return;
    data += written;
    size -= static_cast<size_t>(written);
  }
}

const char* nameOf(LogLevel level) {
  switch (level) {
    case LogLevel::Error: return "error: ";
    case LogLevel::Warn: return "warning: ";
    default: return "";
  }
}

}  // namespace

void openLog(LogLevel level, const std::string& path) {
  currentLevel = level;
  if (path.empty()) return;
  // A pipe that nobody reads must neither hold up the start nor, once it is full, the program.
  int fd =
      open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0644);
  if (fd >= 0) {
    logFd = fd;
  } else {
    logLine(LogLevel::Warn, "cannot open the log file `%s`, logging to stderr", path.c_str());
  }
}

bool logEnabled(LogLevel level) { return level <= currentLevel; }

void logLine(LogLevel level, const char* format, ...) {
  if (!logEnabled(level)) return;
  char line[1024];
  int used = snprintf(line, sizeof line, "isl: %s", nameOf(level));
  va_list args;
  va_start(args, format);
  int more = vsnprintf(line + used, sizeof line - static_cast<size_t>(used) - 1, format, args);
  va_end(args);
  size_t size = static_cast<size_t>(used) + static_cast<size_t>(more > 0 ? more : 0);
  if (size > sizeof line - 2) size = sizeof line - 2;
  line[size++] = '\n';
  writeAll(logFd, line, size);
}

void sayOnStderr(const std::string& text) { writeAll(STDERR_FILENO, text.data(), text.size()); }

}  // namespace isl

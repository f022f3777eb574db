#include "agent/JvmFilter.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

#include "base/Glob.h"
#include "base/Log.h"

namespace isl {
namespace {

constexpr std::string_view kKept[] = {
#define KEPT_TOOL(pattern) pattern,
#define BUILD_TOOL(pattern)
#include "base/BuildTools.def"
#undef KEPT_TOOL
#undef BUILD_TOOL
};

constexpr std::string_view kTools[] = {
#define KEPT_TOOL(pattern)
#define BUILD_TOOL(pattern) pattern,
#include "base/BuildTools.def"
#undef KEPT_TOOL
#undef BUILD_TOOL
};

template <size_t N>
bool anyOf(const std::string_view (&patterns)[N], std::string_view text) {
  return std::any_of(std::begin(patterns), std::end(patterns),
                     [&](std::string_view pattern) { return globMatches(pattern, text); });
}

bool isBuildTool(std::string_view command) {
  return !anyOf(kKept, command) && anyOf(kTools, command);
}

bool matches(const std::vector<std::string>& patterns, std::string_view command) {
  const std::string main = mainOf(command);
  const std::string_view last = std::string_view(main).substr(main.rfind('/') + 1);
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    if (pattern == kBuildTools) return isBuildTool(command);
    return globMatches(pattern, main) || globMatches(pattern, last);
  });
}

}  // namespace

std::string mainOf(std::string_view command) {
  const size_t blank = command.find(' ');
  // A jar's path may hold blanks; a class name holds neither blanks nor ".jar".
  const size_t jar = command.find(".jar ");
  const bool path = command.substr(0, blank).find('/') != std::string_view::npos;
  if (path && jar != std::string_view::npos && jar > blank)
    return std::string(command.substr(0, jar + 4));
  const bool jarToTheEnd = command.size() > 4 && command.substr(command.size() - 4) == ".jar";
  if (path && jarToTheEnd && jar == std::string_view::npos && command[0] == '/')
    return std::string(command);
  return std::string(command.substr(0, blank));
}

bool jvmSelected(const Options& options, std::string_view command) {
  if (!options.onlyMain.empty() && !matches(options.onlyMain, command)) return false;
  return !matches(options.skipMain, command);
}

bool noteInJournal(const Options& options, const char* state, std::string_view command,
                   std::string_view why) {
  if (options.journal.empty()) return true;
  std::string line = std::string(state) + " " + std::to_string(getpid()) + " " + mainOf(command);
  if (!why.empty()) line += " (" + std::string(why) + ")";
  std::replace_if(
      line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 32; }, ' ');
  line += '\n';
  const int fd =
      open(options.journal.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0644);
  const bool ok =
      fd >= 0 && write(fd, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  if (fd >= 0) close(fd);
  if (!ok) logLine(LogLevel::Warn, "cannot write to the journal %s", options.journal.c_str());
  return ok;
}

}  // namespace isl

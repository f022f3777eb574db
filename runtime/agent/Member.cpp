#include "agent/Member.h"

#include <algorithm>

#include "agent/JvmFilter.h"

namespace isl {
namespace {

// The next word of `rest`, which loses it.
std::string_view takeWord(std::string_view& rest) {
  const size_t begin = std::min(rest.find_first_not_of(' '), rest.size());
  const size_t end = std::min(rest.find(' ', begin), rest.size());
  const std::string_view word = rest.substr(begin, end - begin);
  rest.remove_prefix(end);
  return word;
}

// The word behind `option`, empty without it.
std::string_view valueOf(std::string_view option, std::string_view command) {
  while (!command.empty()) {
    if (takeWord(command) == option) return takeWord(command);
  }
  return {};
}

bool endsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// Standalone, YARN and Kubernetes have a back end each.
std::string sparkExecutor(std::string_view command) {
  const std::string_view app = valueOf("--app-id", command);
  const std::string_view id = valueOf("--executor-id", command);
  if (id.empty()) return {};
  return std::string(app.empty() ? "spark" : app) + "/executor-" + std::string(id);
}

// YarnChild HOST PORT ATTEMPT JVM
std::string hadoopTask(std::string_view command) {
  while (!command.empty()) {
    const std::string_view word = takeWord(command);
    if (word.substr(0, 8) == "attempt_") return std::string(word);
  }
  return {};
}

}  // namespace

std::string memberOf(std::string_view command) {
  const std::string main = mainOf(command);
  if (main.rfind("org.apache.spark.", 0) == 0 && endsWith(main, "ExecutorBackend"))
    return sparkExecutor(command);
  if (main == "org.apache.hadoop.mapred.YarnChild") return hadoopTask(command);
  return {};
}

}  // namespace isl

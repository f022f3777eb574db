#include "agent/Member.h"

#include <fcntl.h>
#include <unistd.h>

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

bool startsWith(std::string_view text, std::string_view begin) {
  return text.substr(0, begin.size()) == begin;
}

// Surefire's fork is started with TMPFOLDER DUMPFILE SETTINGS [SYSTEM_PROPERTIES]; the folder may hold blanks.
std::string surefireSettings(std::string_view arguments) {
  for (size_t at = 0, dump = 0; at < arguments.size();) {
    const size_t end = std::min(arguments.find(' ', at), arguments.size());
    const std::string_view word = arguments.substr(at, end - at);
    if (dump > 0 && startsWith(word, "surefire") && endsWith(word, "tmp"))
      return std::string(arguments.substr(0, dump - 1)) + "/" + std::string(word);
    dump = at;
    at = end + 1;
  }
  return {};
}

std::string textOf(const std::string& file) {
  const int fd = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return {};
  std::string text;
  char part[4096];
  for (ssize_t n = 0; (n = read(fd, part, sizeof part)) > 0;)
    text.append(part, static_cast<size_t>(n));
  close(fd);
  return text;
}

// The line "forkTestSet=TYPE|CLASS" of the settings.
std::string onlyTestClass(const std::string& settings) {
  constexpr std::string_view kKey = "\nforkTestSet=";
  const std::string text = "\n" + textOf(settings);
  const size_t at = text.find(kKey);
  if (at == std::string::npos) return {};
  const size_t begin = at + kKey.size();
  const std::string value = text.substr(begin, text.find('\n', begin) - begin);
  return value.substr(value.rfind('|') + 1);
}

bool isTestFork(std::string_view main) {
  const std::string_view last = main.substr(main.rfind('/') + 1);
  return (startsWith(last, "surefirebooter") && endsWith(last, ".jar")) ||
         main == "org.apache.maven.surefire.booter.ForkedBooter" ||
         endsWith(main, "process.internal.worker.GradleWorkerMain");
}

std::string testFork(std::string_view command, std::string_view main, std::string_view folder) {
  std::string out(folder.substr(folder.rfind('/') + 1));
  const std::string_view arguments = command.substr(std::min(command.size(), main.size() + 1));
  const std::string settings = surefireSettings(arguments);
  const std::string test = settings.empty() ? std::string() : onlyTestClass(settings);
  if (!test.empty()) out += (out.empty() ? "" : " ") + test;
  return out;
}

}  // namespace

std::string memberOf(std::string_view command, std::string_view folder) {
  const std::string main = mainOf(command);
  if (isTestFork(main)) return testFork(command, main, folder);
  if (main.rfind("org.apache.spark.", 0) == 0 && endsWith(main, "ExecutorBackend"))
    return sparkExecutor(command);
  if (main == "org.apache.hadoop.mapred.YarnChild") return hadoopTask(command);
  return {};
}

}  // namespace isl

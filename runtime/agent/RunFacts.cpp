#include "agent/RunFacts.h"

#include <unistd.h>

#include <algorithm>
#include <ctime>

namespace isl {
namespace {

constexpr char kHidden[] = "***";

bool namesSecret(std::string_view name) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  for (const char* word : {"password", "passwd", "secret", "token", "credential", "key"})
    if (lower.find(word) != std::string::npos) return true;
  return false;
}

// scheme://user:password@host
std::string withoutUrlPassword(std::string_view word) {
  const size_t begin = word.find("://");
  if (begin == std::string_view::npos) return std::string(word);
  const size_t at = word.find('@', begin), colon = word.find(':', begin + 3);
  if (at == std::string_view::npos || colon == std::string_view::npos || colon > at)
    return std::string(word);
  return std::string(word.substr(0, colon + 1)) + kHidden + std::string(word.substr(at));
}

}  // namespace

std::string shownCommand(std::string_view command) {
  std::string out;
  bool hide = false, first = true;
  while (!command.empty()) {
    const size_t end = std::min(command.find(' '), command.size());
    const std::string_view word = command.substr(0, end);
    command.remove_prefix(std::min(end + 1, command.size()));
    if (!first) out += ' ';
    const size_t split = word.find_first_of("=:");
    if (hide && !word.empty() && word.front() != '-') {
      out += kHidden;
      hide = false;
    } else if (!first && split != std::string_view::npos && namesSecret(word.substr(0, split))) {
      out += std::string(word.substr(0, split + 1)) + kHidden;
      hide = false;
    } else {
      out += withoutUrlPassword(word);
      // The main class may have such a name; an option has a value behind it.
      hide = !first && !word.empty() && word.front() == '-' && namesSecret(word);
    }
    first = false;
  }
  constexpr size_t kMost = 2000;
  if (out.size() > kMost) out = out.substr(0, kMost) + "...";
  return out;
}

std::string utcTime(int64_t seconds) {
  const auto time = static_cast<time_t>(seconds);
  tm parts{};
  char text[32];
  if (gmtime_r(&time, &parts) == nullptr ||
      strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
    return {};
  return text;
}

std::string workingFolder() {
  char path[4096];
  return getcwd(path, sizeof path) ? path : "";
}

std::string hostName() {
  char name[256];
  if (gethostname(name, sizeof name) != 0) return {};
  name[sizeof name - 1] = 0;
  return name;
}

}  // namespace isl

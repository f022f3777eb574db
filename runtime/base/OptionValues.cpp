#include "base/OptionValues.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "base/EditDistance.h"

namespace isl {
namespace {

using std::string;
using std::string_view;

bool startsWith(string_view text, string_view head) { return text.substr(0, head.size()) == head; }

bool scaled(string_view digits, uint64_t unit, uint64_t& value) {
  uint64_t number = 0;
  if (!parseNumber(digits, number) || number > UINT64_MAX / unit) return false;
  value = number * unit;
  return true;
}

// HotSpot's own form of %t in log file names.
string startTime() {
  const time_t now = time(nullptr);
  tm local{};
  localtime_r(&now, &local);
  char text[32];
  return string(text, strftime(text, sizeof text, "%Y-%m-%d_%H-%M-%S", &local));
}

string hostName() {
  char name[256] = "";
  if (gethostname(name, sizeof name - 1) != 0 || name[0] == '\0') return "localhost";
  return name;
}

}  // namespace

bool parseSize(string_view text, uint64_t& bytes) {
  if (text.empty()) return false;
  uint64_t unit = 1;
  switch (text.back()) {
    case 'k':
    case 'K': unit = uint64_t{1} << 10; break;
    case 'm':
    case 'M': unit = uint64_t{1} << 20; break;
    case 'g':
    case 'G': unit = uint64_t{1} << 30; break;
    default: break;
  }
  if (unit != 1) text.remove_suffix(1);
  return scaled(text, unit, bytes);
}

bool parseDuration(string_view text, uint64_t& ms) {
  const size_t unitAt = text.find_first_not_of("0123456789");
  if (unitAt == string_view::npos) return false;
  const string_view unit = text.substr(unitAt);
  const uint64_t factor = unit == "ms" ? 1 : unit == "s" ? 1000 : unit == "m" ? 60000 : 0;
  return factor != 0 && scaled(text.substr(0, unitAt), factor, ms);
}

bool parseShare(string_view text, double& share) {
  const bool percent = !text.empty() && text.back() == '%';
  if (percent) text.remove_suffix(1);
  double value = 0;
  if (!parseNumber(text, value) || !std::isfinite(value)) return false;
  if (percent) value /= 100;
  if (value < 0 || value > 1) return false;
  share = value;
  return true;
}

bool isName(string_view text) {
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  });
}

string expandPath(string_view key, string_view path, string& out) {
  out.clear();
  if (path.empty())
    return quoted(string(key) + "=") + " needs a path, as in " +
           quoted(string(key) + "=/tmp/isl-%p.json");
  for (size_t i = 0; i < path.size(); ++i) {
    if (path[i] != '%') {
      out += path[i];
      continue;
    }
    const char kind = ++i < path.size() ? path[i] : '\0';
    if (kind == 'p')
      out += std::to_string(getpid());
    else if (kind == 't')
      out += startTime();
    else if (kind == 'h')
      out += hostName();
    else if (kind == '%')
      out += '%';
    else
      return "unknown " + quoted(kind ? string("%") + kind : string("%")) + " in " +
             quoted(string(key) + "=" + string(path)) +
             ": valid are %p (process id), %t (start time), %h (host name) and %% (a percent sign)";
  }
  return {};
}

string shortSize(uint64_t bytes) {
  constexpr char units[] = {'g', 'm', 'k'};
  for (int i = 0; i < 3; ++i) {
    const uint64_t unit = uint64_t{1} << (30 - 10 * i);
    if (bytes >= unit && bytes % unit == 0) return std::to_string(bytes / unit) + units[i];
  }
  return std::to_string(bytes);
}

string shortNumber(double value) {
  char text[32];
  return string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

string quoted(string_view text) { return "`" + string(text) + "`"; }

string didYouMean(const std::vector<string_view>& names, string_view given) {
  size_t best = SIZE_MAX;
  string_view nearest;
  for (string_view name : names) {
    const size_t distance = editDistance(given, name);
    const bool near = distance <= (std::max(given.size(), name.size()) + 1) / 3 ||
                      (given.size() > 2 && (startsWith(given, name) || startsWith(name, given)));
    if (near && distance < best) {
      best = distance;
      nearest = name;
    }
  }
  return nearest.empty() ? string() : " did you mean " + quoted(nearest) + "?";
}

}  // namespace isl

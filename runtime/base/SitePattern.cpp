#include "base/SitePattern.h"

#include <charconv>

#include "base/Glob.h"
#include "base/Text.h"

namespace isl {

bool parseSitePattern(const std::string& text, SitePattern& pattern) {
  pattern = SitePattern{};
  pattern.text = text;
  std::string place = text;
  const size_t colon = text.rfind(':');
  if (colon != std::string::npos) {
    const char* const end = text.data() + text.size();
    const auto result = std::from_chars(text.data() + colon + 1, end, pattern.line);
    if (result.ec != std::errc() || result.ptr != end || pattern.line < 1) return false;
    place.resize(colon);
  }
  const size_t dot = place.rfind('.');
  if (dot == std::string::npos || dot == 0 || dot + 1 == place.size()) return false;
  pattern.className = place.substr(0, dot);
  pattern.method = place.substr(dot + 1);
  return place.find_first_of("/() ") == std::string::npos;
}

bool SitePattern::matches(std::string_view internalName, std::string_view methodName,
                          int32_t lineNumber) const {
  if ((line >= 0 && lineNumber != line) || !globMatches(method, methodName)) return false;
  return globMatches(className, dotted(internalName));
}

}  // namespace isl

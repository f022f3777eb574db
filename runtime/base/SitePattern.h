// Names allocation sites: CLASS.method[:line], with globs in class and method.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace isl {

struct SitePattern {
  std::string text, className, method;  // className dotted
  int32_t line = -1;                    // -1: any

  // `internalName` is the class as class files write it, with slashes.
  bool matches(std::string_view internalName, std::string_view methodName,
               int32_t lineNumber) const;
};

// False when `text` has not that form.
bool parseSitePattern(const std::string& text, SitePattern& pattern);

}  // namespace isl

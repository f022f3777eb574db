// Small tools for text.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace isl {

// The parts between the separators, empty ones too; of an empty text one empty part. They point into
// `text`.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (size_t from = 0;;) {
    const size_t end = text.find(separator, from);
    parts.push_back(text.substr(from, end - from));
    if (end == std::string_view::npos) return parts;
    from = end + 1;
  }
}

// "shop/Orders" of "shop/Orders$1"
inline std::string_view outermost(std::string_view internal) {
  return internal.substr(0, internal.find('$', 1));
}

// The name of a class as Java's users write it: `/` of the class file read as `.`.
inline std::string dotted(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '/', '.');
  return out;
}

// And back.
inline std::string internalName(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '.', '/');
  return out;
}

// A class of the JDK's own packages, by its name of either kind.
inline bool isJdkName(std::string_view name) {
  for (const std::string_view package : {"java", "javax", "jdk", "sun", "com/sun"}) {
    const auto same = [](char a, char b) { return a == (b == '.' ? '/' : b); };
    const size_t length = package.size();
    if (name.size() > length && (name[length] == '/' || name[length] == '.') &&
        std::equal(package.begin(), package.end(), name.begin(), same))
      return true;
  }
  return false;
}

}  // namespace isl
